/** What the catalogue shows of one backend: the device, how it is executed, its limits and its price. */
import type { z } from 'zod'
import type { Backend, BackendMode, BackendSummary } from '../contract/backends/catalogue'
import type { DeviceProfile } from '../contract/calibration/device-profile'
import { feedforwardOf, protocolsOf } from '../contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../contract/calibration/snapshot'
import { GATES } from '../contract/gates/gate-table'
import { MAX_INSTRUCTIONS } from '../contract/jobs/circuit'
import {
  MAX_GROUPS,
  MAX_MITIGATED_BITS,
  MAX_OBSERVABLES,
  MAX_OBSERVED_QUBITS,
  MAX_TERMS,
  MIN_READOUT_CONTRAST,
} from '../contract/jobs/observables'
import { MAX_SHOTS } from '../contract/jobs/submit'
import { nativeCzGates } from './snapshot/summary'

const OBSERVABLE_LIMITS = {
  max_observables: MAX_OBSERVABLES,
  max_terms: MAX_TERMS,
  max_qubits: MAX_OBSERVED_QUBITS,
  max_groups: MAX_GROUPS,
  max_mitigated_bits: MAX_MITIGATED_BITS,
  min_readout_contrast: MIN_READOUT_CONTRAST,
}

export const MOCK = /-mock$/

export interface BackendExecution {
  readonly mode: z.infer<typeof BackendMode>
  /** True where results come from a simulation, which must be said wherever they are shown. */
  readonly simulated: boolean
  readonly online: boolean
  readonly offline_reason: string | null
}

/** The sequencers of live backends. */
export interface AttachedSequencers {
  readonly name: string
  /** Null where a device has none: its live backend is offline, as it is where the sequencer does not answer. */
  sequencerOf(device_id: string): Pick<BackendExecution, 'simulated' | 'offline_reason'> | null
}

export interface ListingOptions {
  readonly lab: AttachedSequencers
  /** Most qubits of any circuit that can be simulated here. */
  readonly max_simulated_qubits: number
  /** Most qubits of a state vector in this machine's memory; left out where it is not known. */
  readonly max_state_vector_qubits?: BackendSummary['limits']['max_state_vector_qubits']
  /** Jobs that wait for a backend. */
  readonly queueLength: (backend_id: string) => number
}

/** Most shots of a job on a device, where shots are charged and take real time. */
const MAX_LIVE_SHOTS = 100_000
/** A circuit job that executes for longer is aborted. */
const MAX_RUNTIME_S = 3_600

/** Gates that run without transpilation: on a mock every operation, on a device the pulses and the gates that make its CZs. */
const nativeGates = (mode: BackendExecution['mode'], snapshot: CalibrationSnapshot): string[] =>
  mode === 'mock' ? Object.keys(GATES) : ['rz', 'sx', 'x', ...nativeCzGates(snapshot), 'measure', 'reset']

export function executionOf(backend_id: string, lab: ListingOptions['lab']): BackendExecution {
  if (MOCK.test(backend_id)) return { mode: 'mock', simulated: true, online: true, offline_reason: null }
  const sequencer = lab.sequencerOf(backend_id)
  if (sequencer) return { mode: 'live', online: sequencer.offline_reason === null, ...sequencer }
  const offline_reason = `No instruments of this device are attached in the lab "${lab.name}".`
  return { mode: 'live', simulated: false, online: false, offline_reason }
}

export function summarizeBackend(
  backend_id: string,
  {
    profile,
    snapshot,
    ...options
  }: { readonly profile: DeviceProfile; readonly snapshot: CalibrationSnapshot } & ListingOptions,
): BackendSummary {
  const execution = executionOf(backend_id, options.lab)
  const mock = execution.mode === 'mock'
  return {
    backend_id,
    device_id: profile.device_id,
    name: mock ? `${profile.name} (mock)` : profile.name,
    description: profile.description,
    ...execution,
    topology: profile.topology,
    num_qubits: profile.qubits.length,
    num_chiplets: profile.chiplets.length,
    native_gates: nativeGates(execution.mode, snapshot),
    limits: {
      ...qubitLimits(execution, profile, options),
      max_shots: mock ? MAX_SHOTS : MAX_LIVE_SHOTS,
      max_instructions: MAX_INSTRUCTIONS,
      max_runtime_s: MAX_RUNTIME_S,
      observables: OBSERVABLE_LIMITS,
    },
    token_price_per_shot: mock ? 0 : profile.token_price_per_shot,
    queue_length: options.queueLength(backend_id),
    calibration_id: snapshot.calibration_id,
    calibrated_at: snapshot.calibrated_at,
  }
}

/** A mock is limited by this machine alone, a simulated live backend also by the size of its device. */
function qubitLimits({ mode, simulated }: BackendExecution, { qubits }: DeviceProfile, options: ListingOptions) {
  const { max_simulated_qubits: most, max_state_vector_qubits } = options
  if (!simulated) return { max_qubits: qubits.length }
  return { max_qubits: mode === 'mock' ? most : Math.min(qubits.length, most), max_state_vector_qubits }
}

type StaticField =
  | 'qubits'
  | 'couplings'
  | 'chiplets'
  | 'thresholds'
  | 'assumed'
  | 'stale_after_hours'
  | 'feedforward'
  | 'feedforward_latency_ns'
  | 'feedforward_latency_basis'
  | 'protocols'

/** Fields of the profile that no calibration changes. */
export function shapeOf(profile: DeviceProfile): Pick<Backend, StaticField> {
  const { qubits, couplings, chiplets, thresholds, assumed, stale_after_hours } = profile
  const { latency_ns, basis } = feedforwardOf(profile)
  const decisions = {
    feedforward: latency_ns !== null,
    feedforward_latency_ns: latency_ns,
    feedforward_latency_basis: basis,
    protocols: [...protocolsOf(profile)],
  }
  return { qubits, couplings, chiplets, thresholds, assumed, stale_after_hours, ...decisions }
}
