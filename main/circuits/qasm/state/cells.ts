import { MAX_INSTRUCTIONS, type ParametricInstruction } from '../../../contract/jobs/circuit'
import type { SourceLocation } from '../model/diagnostics'
import { MAX_COPIES } from '../model/limits'

/** One classical cell. Those of local variables get their bits in the circuit at the end (`bit-allocation.ts`). */
export interface ClassicalCell {
  readonly isLocal: boolean
  /** Instructions recorded when it was declared, and when its variable went out of scope. */
  readonly born: number
  died: number
  /** Value known at this point; null: a measurement outcome, or 0 if it was never written. */
  known: 0 | 1 | null
  version: number
  /** When each version before this one ended, as a moment of the recorder. */
  readonly ends: number[]
  isMeasured: boolean
  /** It may be read without having been measured into, so it must not share its bit. */
  isConditional: boolean
  /** The last assignment of a constant, to say where. */
  assigned: SourceLocation | null
}
/** Stands for the qubit behind the declared ones until their number is known. */
export const SCRATCH_QUBIT = -1
export const FLIP_SCRATCH: ParametricInstruction = { name: 'x', qubits: [SCRATCH_QUBIT] }
export const CLEAR_SCRATCH: ParametricInstruction = { name: 'reset', qubits: [SCRATCH_QUBIT] }

/** One measured bit put into another cell. */
export interface Copy {
  readonly from: number
  readonly to: number
  /** Before which instruction, and between which other copies: see Recorder.moment. */
  readonly moment: number
  /** Made to keep an outcome that is needed after its cell has been written again; others are assignments of the program. */
  readonly isPreserved: boolean
  /** Location in the program that needs it. */
  readonly at: SourceLocation
}
/** Copies before the same instruction stand this far apart. */
export const COPY_STEP = 1 / (2 * MAX_COPIES + 2)

export const tooManyInstructions = (counted: number): string =>
  `the program unrolls to more than ${MAX_INSTRUCTIONS} instructions, which is the most that a circuit may have, ${counted} counted so far: use fewer turns of loops, or split it into several circuits`
