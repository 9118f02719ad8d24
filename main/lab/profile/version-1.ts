/** Lab files of version 1 knew devices only. */
import { z } from 'zod'
import type { LabProfile } from '../../contract/instruments/lab-profile'

export const LabProfile1 = z.strictObject({
  format: z.literal('pentad-lab/1'),
  name: z.string().min(1).max(100),
  description: z.string().max(2_000),
  /** Device profile files, paths counted from the lab file's folder. */
  devices: z.array(z.string().min(1).max(1_000)).max(100),
  /** True: each device stands on the twin of a sequencer. False: live backends are offline. */
  simulated_device: z.boolean(),
})

/** Converts a file of version 1 to version 2; a twin for each device is added where the devices are known. */
export const upgraded = ({ simulated_device, ...lab }: z.infer<typeof LabProfile1>): LabProfile => ({
  ...lab,
  format: 'pentad-lab/2',
  may_purchase: simulated_device,
  sequencers: [],
  instruments: [],
  channels: [],
  preconditions: [],
  entropy: { simulated_by_default: false, sources: [] },
})
