import { MAX_INSTRUCTIONS, type ParametricInstruction } from '../../../contract/jobs/circuit'
import type { SourceLocation } from '../model/diagnostics'
import { MAX_COPIES } from '../model/limits'

/** One classical cell. Cells of local variables get their bits in the circuit at the end (`bit-allocation.ts`). */
export interface ClassicalCell {
  readonly isLocal: boolean
  /** Number of instructions recorded when it was declared, and when its variable went out of scope. */
  readonly born: number
  died: number
  /** Value known at this point; null: a measurement outcome, or 0 if it was never written. */
  known: 0 | 1 | null
  version: number
  /** Moment of the recorder at which each earlier version ended; NaN: between iterations of a recorded loop. */
  readonly ends: number[]
  isMeasured: boolean
  /** Whether it may be read without having been measured into; then it must not share its bit. */
  isConditional: boolean
  /** Location of the last assignment of a constant. */
  assigned: SourceLocation | null
}
/** Stands for the qubit behind the declared ones until their number is known. */
export const SCRATCH_QUBIT = -1
export const FLIP_SCRATCH: ParametricInstruction = { name: 'x', qubits: [SCRATCH_QUBIT] }
export const CLEAR_SCRATCH: ParametricInstruction = { name: 'reset', qubits: [SCRATCH_QUBIT] }

/** A copy of a measured bit into another cell. */
export interface Copy {
  readonly from: number
  readonly to: number
  /** When it is made, as `Recorder.moment` counts: its whole part is the position of the instruction that follows. */
  readonly moment: number
  /** Whether it keeps an outcome that is needed after its cell is written again; other copies are assignments. */
  readonly isPreserved: boolean
  /** Location in the program that needs it. */
  readonly at: SourceLocation
}
/**
 * Unit of the fractions of moments: each assigned copy moves the recorder's moment on by two units and stands in the
 * middle, so that all copies of a program fit between two instructions.
 */
export const COPY_STEP = 1 / (2 * MAX_COPIES + 2)

export const tooManyInstructions = (counted: number): string =>
  `the program unrolls to more than ${MAX_INSTRUCTIONS} instructions, which is the most that a circuit may have, ${counted} counted so far: use fewer iterations of loops, or split it into several circuits`
