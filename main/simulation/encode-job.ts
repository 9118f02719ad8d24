/** Circuits as the addon's engines take them: everything that is linear in the circuit, for a thread that has time. */
import { clbitsOf } from '../circuits/model/validate'
import type { CalibrationSnapshot, DeviceProfile } from '../contract/calibration/snapshot'
import type { Circuit } from '../contract/jobs'
import { prepareCircuit } from './model/circuit'
import { type EncodedStatevector, encodeCircuit } from './encoding/statevector'
import { noisyProgram } from './noise/clifford-program'
import { circuitFigures } from './noise/calibration'
import type { CircuitFigures } from './noise/parameters'
import { noisyTrajectories } from './noise/trajectory-program'
import type { StabilizerProgram } from './model/stabilizer'
import { type EncodedStabilizer, encodeStabilizer } from './encoding/stabilizer'
import { cliffordProgram } from './stabilizer/program'
import { type EncodedCounting, encodeTrajectories } from './encoding/trajectories'
import { checkTrajectories } from './trajectories/program'
import { nativeSeconds } from './trajectories/cost'

/** A Clifford circuit; `width` is that of its result, which may be more than the bits that are written. */
export interface EncodedTableau {
  readonly engine: 'stabilizer'
  readonly program: EncodedStabilizer
  readonly width: number
}
export type EncodedIdeal = EncodedTableau | (EncodedStatevector & { readonly engine: 'statevector' })

/** `max_qubits` of the state vector. */
export interface RunShape {
  readonly shots: number
  readonly seed: bigint
  readonly max_qubits: number
}

/** Noiseless, for the engine that `chooseEngine` names. Throws AppError where that has no room. */
export function encodeIdeal(circuit: Circuit, { shots, seed, max_qubits }: RunShape): EncodedIdeal {
  const program = cliffordProgram(circuit)
  if (program) return tableau(circuit, program)
  return { engine: 'statevector', ...encodeCircuit(prepareCircuit(circuit, shots, seed, max_qubits)) }
}

/** A Clifford circuit with the noise of a calibration (see noise.ts). */
export const encodeNoisy = (circuit: Circuit, profile: DeviceProfile, snapshot: CalibrationSnapshot): EncodedTableau =>
  tableau(circuit, noisyProgram(circuit, circuitFigures(profile, snapshot)))

/** Any circuit with the noise of a calibration, decay exact, and the seconds it will take. */
export interface EncodedExact {
  readonly program: EncodedCounting
  readonly seconds: number
}

/** `max_qubits` of the trajectories. Throws AppError where they have no room. */
export function encodeExact(
  circuit: Circuit,
  figures: CircuitFigures,
  { shots, seed, max_qubits }: RunShape,
): EncodedExact {
  const program = noisyTrajectories(circuit, figures)
  checkTrajectories(program, shots, seed, max_qubits)
  const { clbits } = program
  return { program: { ...encodeTrajectories(program), clbits }, seconds: nativeSeconds(program, shots) }
}

const tableau = (circuit: Circuit, program: StabilizerProgram): EncodedTableau => ({
  engine: 'stabilizer',
  program: encodeStabilizer(program),
  width: clbitsOf(circuit),
})
