/** Circuits as the addon's engines take them: everything that is linear in the circuit, for a thread that has time. */
import { type LoopBits, unrollLoops } from '../circuits/model/unroll'
import type { DeviceProfile } from '../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../contract/calibration/snapshot'
import type { Circuit } from '../contract/jobs/circuit'
import { encodeCircuit } from './encoding/statevector'
import { encodeTrajectories } from './encoding/trajectories'
import { circuitStepsOf } from './model/circuit'
import type { EncodedCounting, EncodedStatevector } from './model/encoded'
import type { EncodedStabilizer } from './model/stabilizer'
import { noiseParametersOf } from './noise/calibration'
import { noisyCliffordProgram } from './noise/clifford-program'
import type { NoiseParameters } from './noise/parameters'
import { noisyTrajectoryProgram } from './noise/trajectory-program'
import { cliffordProgram, encodeStabilizer } from './stabilizer/program'
import { prepareCircuit, qubitNumbers } from './statevector/prepare'
import { nativeSecondsEstimate } from './trajectories/cost'
import { checkTrajectories } from './trajectories/program'

/** A circuit as its engine takes it. */
export interface EncodedJob<Program> {
  readonly program: Program
  /** null where the circuit has no loops. */
  readonly loops: LoopBits | null
}

/** `max_qubits` is the limit of the state vector, or of the trajectories. */
export interface RunShape {
  readonly shots: number
  readonly seed: bigint
  readonly max_qubits: number
}

/** A circuit without noise, for the engine that `engineFor` names. Throws AppError where the engine has no room. */
export function encodeNoiseless(
  given: Circuit,
  { shots, seed, max_qubits }: RunShape,
): EncodedJob<EncodedStabilizer | EncodedStatevector> {
  const { circuit, loops } = unrollLoops(given)
  const clifford = cliffordProgram(circuit)
  if (clifford) return { program: encodeStabilizer(clifford), loops }
  return { program: encodeCircuit(prepareCircuit(circuit, { shots, seed, max_qubits })), loops }
}

/** A circuit of gates alone, and the qubit of each bit of its amplitudes' index. */
export interface EncodedGates {
  readonly encoded: EncodedStatevector
  readonly qubits: readonly number[]
}

/** Throws AppError where the state vector has no room. */
export function encodeGates(circuit: Circuit, max_qubits: number): EncodedGates {
  const prepared = prepareCircuit(circuit, { shots: 1, seed: 0n, max_qubits })
  const steps = circuit.instructions.flatMap((instruction, i) => circuitStepsOf(instruction, i, circuit.num_qubits))
  return { encoded: encodeCircuit(prepared), qubits: [...qubitNumbers(steps).keys()] }
}

/** A Clifford circuit with the noise of a calibration, Pauli-twirled (noise/clifford-program.ts). */
export function encodeTwirled(
  given: Circuit,
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
): EncodedJob<EncodedStabilizer> {
  const { circuit, loops } = unrollLoops(given)
  return { program: encodeStabilizer(noisyCliffordProgram(circuit, noiseParametersOf(profile, snapshot))), loops }
}

/** Any circuit with the noise of a calibration, decay exact, and the seconds it will take. */
export interface EncodedTrajectoryJob extends EncodedJob<EncodedCounting> {
  readonly seconds: number
}

/** `max_qubits` is the limit of the trajectories. Throws AppError where they have no room. */
export function encodeWithDecay(
  given: Circuit,
  figures: NoiseParameters,
  { shots, seed, max_qubits }: RunShape,
): EncodedTrajectoryJob {
  const { circuit, loops } = unrollLoops(given)
  const program = noisyTrajectoryProgram(circuit, figures)
  checkTrajectories(program, { shots, seed, max_qubits })
  const { clbits } = program
  return { program: { ...encodeTrajectories(program), clbits }, seconds: nativeSecondsEstimate(program, shots), loops }
}
