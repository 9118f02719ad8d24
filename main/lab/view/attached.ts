/** Sequencers of live backends, by the current lab and connections. */
import type { LoadedDevice } from '../../backends/devices/device-profile'
import type { AttachedSequencers } from '../../backends/listing'
import type { InstrumentError } from '../../instruments/model/fault'
import type { Registry } from '../../instruments/registry/registry'
import { isSimulated } from '../profile/changes'
import type { LabChanges } from '../profile/lab-changes'
import type { LoadedSequencer } from '../profile/lab-file'

interface DeviceConnection {
  readonly instrument: unknown
  readonly problem: Pick<InstrumentError, 'message' | 'remedy'> | null
}

export interface AttachedLab extends AttachedSequencers {
  readonly devices: readonly LoadedDevice[]
  /** From now on a sequencer that does not answer is offline. */
  follow(connections: Pick<Registry, 'list'>): void
}

/** Until it follows a registry, everything is as before the first look. */
export function attachedTo(changes: Pick<LabChanges, 'lab'>): AttachedLab {
  let registry: Pick<Registry, 'list'> = { list: () => [] }
  return {
    name: changes.lab.name,
    devices: changes.lab.devices,
    follow(connections) {
      registry = connections
    },
    sequencerOf(device_id) {
      const sequencer = changes.lab.sequencers.find(one => one.device_id === device_id)
      if (!sequencer) return null
      const connection = registry.list().find(({ id }) => id === sequencer.id)
      return { simulated: isSimulated(sequencer), offline_reason: whyOffline(sequencer, connection) }
    },
  }
}

/** Null where the sequencer answers, or is a twin that was not looked for yet: a lease waits for that. */
function whyOffline(sequencer: Pick<LoadedSequencer, 'label' | 'address'>, now?: DeviceConnection): string | null {
  if (now?.instrument) return null
  if (now?.problem) return `${sequencer.label} does not answer: ${now.problem.message}; ${now.problem.remedy}`
  return isSimulated(sequencer) ? null : `${sequencer.label} has not answered yet; it is looked for every few seconds`
}
