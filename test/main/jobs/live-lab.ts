/** Executors whose live backends stand on a sequencer twin, as the demo lab has them. */
import type { Circuit } from '../../../main/contract/jobs/circuit'
import { createExecutors } from '../../../main/jobs/execution/executors'
import type { DeviceOf, ExecutionRequest, Executors } from '../../../main/jobs/model/execution'
import type { SequencerProfile } from '../../../main/sequencer/profile/profile'
import { loadEngines, type SimulationEngines } from '../../../main/simulation/engines'
import { calibratedNoise } from '../../../main/twins/sequencer/chip/device-noise'
import type { SequencerTwinOptions } from '../../../main/twins/sequencer/twin-sequencer'
import { type RackOptions, rackOf } from '../device/rack'
import { openMemoryStore } from '../store/memory-store'
import { ADDRESS, DEMO, device, twinOf } from '../twins/sequencer/rig'
import { closeJobServices, openJobService } from './fixture'

/** Every backend stands for the rig's device. */
export const rigDevice = () => ({ profile: device.profile, current: device.snapshot, snapshots: [device.snapshot] })

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
  const { profile: calibrated, current } = deviceOf('dev-b')
  const sequencer = twinOf('twirled', {
    noise: calibratedNoise(calibrated, current),
    qubits: calibrated.qubits.map(({ index }) => index),
    limits: profile,
    ...twin,
  })
  const parts = await rackOf({
    sequencer,
    profile,
    sequencers: [configuredSequencer(profile)],
    ...rack,
  })
  return { ...parts, executors: createExecutors({ engines, deviceOf, devices: parts.devices }) }
}

const configuredSequencer = (profile: SequencerProfile) => ({
  id: 'seq',
  label: 'Sequencer',
  backend_ids: ['dev-a', 'dev-b'],
  profile,
  simulated: true,
  ...ADDRESS,
  decay: 'twirled' as const,
  instruments: [],
})

export const BELL: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
  ],
}

/** Three batches, for 0.05 tokens a shot. */
export const BELL_JOB = { backend: 'dev-b', shots: 300, circuit: BELL }

const closing: (() => unknown)[] = []

/** After each test. */
export async function closeLiveJobServices(): Promise<void> {
  await closeJobServices()
  for (const close of closing.splice(0)) await close()
}

/** Jobs on a sequencer twin that holds 100 shots of two bits at once, with tokens to spend. */
export async function openLiveJobService(store = openMemoryStore()) {
  const lab = await liveLab(rigDevice, { profile: { ...DEMO, bins: 200 } })
  closing.push(() => lab.registry.close())
  const service = openJobService(store, { executors: lab.executors, now: Date.now })
  if (service.ledger.balance('compute_token').purchased === 0) service.ledger.purchase('compute_token', 1e12)
  return { lab, service }
}

/** What is not looked at by devices. */
export const LIVE: Pick<ExecutionRequest, 'options' | 'seed' | 'signal' | 'onProgress'> = {
  options: { noise: 'calibrated', precision: 'float64' },
  seed: 1n,
  signal: new AbortController().signal,
  onProgress: () => undefined,
}
