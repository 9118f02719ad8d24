/** Executors whose live backends stand on a sequencer twin, as the demo lab has them. */
import { createExecutors } from '../../../main/jobs/execution/executors'
import type { DeviceOf, ExecutionRequest, Executors } from '../../../main/jobs/model/executor'
import type { SequencerProfile } from '../../../main/sequencer/profile/profile'
import { loadEngines, type SimulationEngines } from '../../../main/simulation/engines'
import { calibratedNoise } from '../../../main/twins/sequencer/chip/device-noise'
import type { SequencerTwinOptions } from '../../../main/twins/sequencer/twin-sequencer'
import { type RackOptions, rackOf } from '../device/rack'
import { ADDRESS, DEMO, twinOf } from '../twins/sequencer/rig'

interface LiveLab extends Awaited<ReturnType<typeof rackOf>> {
  readonly executors: Executors
}

interface LiveLabOptions extends RackOptions {
  readonly twin?: Partial<SequencerTwinOptions>
  readonly engines?: Pick<SimulationEngines, 'simulator' | 'stabilizer' | 'trajectories'>
}

/** The twin errs as the current calibration says. */
export async function liveLab(
  deviceOf: DeviceOf,
  { twin, engines = loadEngines(), profile = DEMO, ...rack }: LiveLabOptions = {},
): Promise<LiveLab> {
  const { profile: device, current } = deviceOf('dev-b')
  const sequencer = twinOf('twirled', {
    ...{ noise: calibratedNoise(device, current), qubits: device.qubits.map(({ index }) => index), limits: profile },
    ...twin,
  })
  const parts = await rackOf({
    ...{ sequencer, profile },
    sequencers: [configuredSequencer(profile)],
    ...rack,
  })
  return { ...parts, executors: createExecutors({ engines, deviceOf, devices: parts.devices }) }
}

const configuredSequencer = (profile: SequencerProfile) => ({
  ...{ id: 'seq', label: 'Sequencer', backend_ids: ['dev-a', 'dev-b'], profile, simulated: true, ...ADDRESS },
  decay: 'twirled' as const,
  instruments: [],
})

/** What is not looked at by devices. */
export const LIVE: Pick<ExecutionRequest, 'options' | 'seed' | 'signal' | 'onProgress'> = {
  options: { noise: 'calibrated', precision: 'float64' },
  seed: 1n,
  signal: new AbortController().signal,
  onProgress: () => undefined,
}
