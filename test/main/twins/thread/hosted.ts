/** Twins on their threads, as the service has them. */
import { createPorts, type InstrumentPorts } from '../../../../main/instruments/registry/ports'
import { defaultNativeDirs } from '../../../../main/simulation/addon/load'
import type { TwinCalibration, TwinDescription } from '../../../../main/twins/thread/messages'
import { createTwinHost, type TwinHost } from '../../../../main/twins/thread/twin-host'
import { threadScript } from '../../../../main/worker/offload'
import { ADDRESS, DEMO, device } from '../sequencer/rig'

export const SEQUENCER: TwinDescription = {
  name: 'rack',
  driver: 'pentad-sequencer',
  serial_number: 'T-0001',
  rack: { ...ADDRESS, limits: DEMO, decay: 'twirled' },
}

interface Hosting {
  readonly twins: readonly TwinDescription[]
  readonly seed?: number
  readonly calibrationOf?: () => TwinCalibration
  readonly report?: (error: unknown) => void
  readonly script?: string
}

export function hosted({ twins, ...given }: Hosting): { host: TwinHost; ports: InstrumentPorts } {
  const host = createTwinHost({
    twins,
    seed: 7,
    script: threadScript('twin-thread.cjs'),
    native_dirs: defaultNativeDirs(),
    calibrationOf: () => device,
    report: error => {
      throw error
    },
    ...given,
  })
  return { host, ports: createPorts({ lockFolder: 'unused', openPeer: host.openPeer }) }
}
