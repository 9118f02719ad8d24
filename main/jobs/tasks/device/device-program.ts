/** A circuit as a program of a backend's sequencer: transpiled, compiled, and held against what the sequencer can do. */
import { clbitsOf } from '../../../circuits/model/classical-bits'
import { hasLoops } from '../../../circuits/model/loops'
import { type LoopBits, unrollLoops } from '../../../circuits/model/unroll'
import type { Transpiled } from '../../../circuits/transpile/model/result'
import type { Target } from '../../../circuits/transpile/model/target'
import { transpile } from '../../../circuits/transpile/transpile'
import type { DeviceProfile } from '../../../contract/calibration/device-profile'
import { feedforwardOf } from '../../../contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../../../contract/calibration/snapshot'
import type { Circuit } from '../../../contract/jobs/circuit'
import type { RoutingChoice } from '../../../contract/jobs/submit'
import { AppError, type Fault } from '../../../contract/model/errors'
import type { Durations } from '../../../qec/model/noise-model'
import { type CircuitProgram, compileCircuit } from '../../../sequencer/compile/circuit'
import { griddedDurations } from '../../../sequencer/compile/grid'
import type { CompileTarget } from '../../../sequencer/compile/target'
import { type DeviceTime, deviceTime, shotsPerBatch } from '../../../sequencer/profile/estimate'
import type { SequencerProfile } from '../../../sequencer/profile/profile'
import { measuringRefusals, type Refusal } from '../../../sequencer/profile/refusals'
import { SequencerError } from '../../../sequencer/program/errors'
import { canonicalText } from '../../../sequencer/program/text'
import { noiseParametersOf } from '../../../simulation/noise/calibration'
import { noisyTrajectoryProgram } from '../../../simulation/noise/trajectory-program'
import { nativeSecondsEstimate } from '../../../simulation/trajectories/cost'
import type { Checkpoint } from '../../../worker/checkpoint'
import { type Json, parsed } from '../../../worker/json'
import type { CheckedCircuit } from '../../model/execution'
import { timeWithin } from '../../model/shots-within'
import { iterationFaults, withFittingBound } from './loop-bounds'

export interface DeviceCircuit {
  readonly json: Json
  readonly shots: number
  /** Device qubit of each qubit of the circuit, and whether SWAPs may be inserted: see `TranspileOptions`. */
  readonly layout?: readonly number[] | undefined
  readonly routing?: RoutingChoice | undefined
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
  readonly target: Target
  readonly sequencer: SequencerProfile
  /** Whether the sequencer is simulated and Pauli frames cannot represent this circuit. */
  readonly by_trajectories: boolean
}

export interface DeviceCircuitCheck extends DeviceCircuit {
  /** The circuit's pointer. */
  readonly at: string
  /** Seconds for which a job may occupy the device. */
  readonly most_s: number
}

export interface DeviceProgram extends CircuitProgram {
  readonly transpiled: Transpiled
  /** Bits that loops need; null without loops. */
  readonly loops: LoopBits | null
}

/** Whether a circuit can be executed on the device; the pointers of faults are below the circuit's own, `at`. */
export interface DeviceCheck extends CheckedCircuit {
  readonly most_shots: number
  /** Seconds that a simulation takes where it plays trajectories, else 0. */
  readonly simulated_s: number
}

/** Throws SequencerError and AppError where the device has no room or no such operation. */
function deviceProgram(input: DeviceCircuit, checkpoint: Checkpoint): DeviceProgram {
  const { json, layout, routing, target } = input
  const source = parsed<Circuit>(json)
  const { circuit: unrolled, loops } = unrollLoops(source)
  const transpiled = transpile(unrolled, target, { layout, routing, checkpoint })
  return { ...compiledCircuit(transpiled.circuit, clbitsOf(source), input), transpiled, loops }
}

/** The program of a transpiled circuit; `clbits` is the number of classical bits of the source. */
export function compiledCircuit(
  { num_clbits, instructions }: Transpiled['circuit'],
  clbits: number,
  { shots, profile, target, sequencer }: Omit<DeviceCircuit, 'json' | 'by_trajectories'>,
): CircuitProgram {
  const circuit = { num_clbits: Math.max(clbits, num_clbits), instructions }
  const compiled = compileCircuit(circuit, { shots: 1, target: compileTarget({ profile, target, sequencer }) })
  return { ...compiled, program: { ...compiled.program, shots } }
}

/** As `deviceProgram`; throws `invalid_request` for a circuit that the device cannot play. */
export function compiledForDevice(input: DeviceCircuit, checkpoint: Checkpoint): DeviceProgram {
  try {
    const compiled = deviceProgram(input, checkpoint)
    const [refusal] = measuringRefusals(compiled.program, input.sequencer)
    if (refusal) throw new AppError('invalid_request', refusedAt('', refusal).message, { details: { ...refusal } })
    return compiled
  } catch (error) {
    throw error instanceof SequencerError
      ? new AppError('invalid_request', error.message, { details: { ...error.details } })
      : error
  }
}

/** The target of compilation, with the durations that the circuit was transpiled with, on the sequencer's grid. */
function compileTarget({
  profile,
  target,
  sequencer,
}: Pick<DeviceCircuit, 'profile' | 'target' | 'sequencer'>): CompileTarget {
  const qubits = new Map(target.qubits.map(qubit => [qubit.qubit, qubit]))
  const pairs = new Map(
    target.couplings.map(({ a, b, duration_ns }) => [`${Math.min(a, b)}-${Math.max(a, b)}`, duration_ns]),
  )
  const durations: Durations = {
    single: qubit => qubits.get(qubit)!.gate_1q_ns,
    readout: qubit => qubits.get(qubit)!.readout_ns,
    reset: qubit => qubits.get(qubit)!.reset_ns,
    cz: (a, b) => pairs.get(`${Math.min(a, b)}-${Math.max(a, b)}`)!,
    feedforward: feedforwardOf(profile).latency_ns,
  }
  return {
    grid_ns: sequencer.grid_ns,
    durations: griddedDurations(durations, sequencer.grid_ns),
    reset_method: profile.reset_method,
    calibration_id: target.calibration_id,
    max_wait_ns: sequencer.max_wait_ns,
  }
}

/** Check of one circuit, with the timing that checks of several circuits of a job need. */
export interface PlayableCheck {
  readonly faults: readonly Fault[]
  /** null where there are faults. */
  readonly playable: Playable | null
}

interface Playable {
  readonly transpiled: Transpiled
  readonly timeOf: (shots: number) => DeviceTime
}

export function checkDeviceProgram(input: DeviceCircuitCheck, checkpoint: Checkpoint): DeviceCheck {
  const { at, shots, most_s } = input
  const { faults, playable } = checkPlayable(input, at, checkpoint)
  if (playable === null) return { faults, device_time_s: null, most_shots: 0, simulated_s: 0 }
  const { seconds, most_shots } = timeWithin(count => playable.timeOf(count).total_s, shots, most_s)
  return { faults, device_time_s: seconds, most_shots, simulated_s: simulatedSeconds(playable.transpiled, input) }
}

/** Checks a circuit for everything that the device cannot hold or do; faults of loops name the bound that would fit. */
export function checkPlayable(input: DeviceCircuit, at: string, checkpoint: Checkpoint): PlayableCheck {
  const circuit = parsed<Circuit>(input.json)
  if (!hasLoops(circuit)) return checkedProgram(input, at, checkpoint)
  const { sequencer } = input
  const early = iterationFaults(circuit, sequencer, at)
  const found = early.length > 0 ? { playable: null, faults: early } : checkedProgram(input, at, checkpoint)
  if (found.faults.length === 0) return found
  const fits = (tried: Circuit) =>
    checkedProgram({ ...input, json: JSON.stringify(tried) }, at, checkpoint).faults.length === 0
  return { ...found, faults: withFittingBound(found.faults, circuit, { sequencer, fits }) }
}

function checkedProgram(input: DeviceCircuit, at: string, checkpoint: Checkpoint): PlayableCheck {
  try {
    const { program, transpiled } = deviceProgram(input, checkpoint)
    const { sequencer } = input
    const faults = measuringRefusals(program, sequencer).map(refusal => refusedAt(at, refusal))
    if (faults.length > 0 || shotsPerBatch(program, sequencer) < 1) return { faults, playable: null }
    const bytes = canonicalText(program).length
    return {
      faults,
      playable: {
        transpiled,
        timeOf: shots => deviceTime(program, { shots, program_bytes: bytes, profile: sequencer }),
      },
    }
  } catch (error) {
    if (!(error instanceof SequencerError) && !(error instanceof AppError)) throw error
    const located = error instanceof AppError && error.faults.length > 0 ? error.faults : null
    const faults = located?.map(fault => ({ ...fault, pointer: fault.pointer.replace(/^\/circuit(?=\/)/, at) }))
    return { faults: faults ?? [{ pointer: `${at}/instructions`, message: error.message }], playable: null }
  }
}

function simulatedSeconds({ circuit }: Transpiled, input: DeviceCircuit): number {
  if (!input.by_trajectories) return 0
  const program = noisyTrajectoryProgram(circuit as Circuit, noiseParametersOf(input.profile, input.snapshot))
  return nativeSecondsEstimate(program, input.shots)
}

const FEWER = 'use fewer gates and measurements on a qubit, or split the circuit'
const DECIDE_LESS = 'use fewer conditions, or leave them to a -mock backend'

/** Remedy for each limit. */
const REMEDIES: Readonly<Partial<Record<Refusal['reason'], string>>> = {
  instructions: FEWER,
  readout_instructions: FEWER,
  bins: 'measure fewer times in a shot',
  program_bytes: FEWER,
  registers: DECIDE_LESS,
  trigger_addresses: DECIDE_LESS,
  feedforward: DECIDE_LESS,
}

const refusedAt = (at: string, { reason, value, limit, message, remedy: general }: Refusal): Fault => {
  const remedy = REMEDIES[reason] ?? general
  return {
    pointer: `${at}/instructions`,
    message: `${message}; ${remedy}`,
    exceeds: { reason, value, limit, remedy },
  }
}
