/** The nouns of transpiling: what comes in, what the passes share, what comes out. */
import type { Circuit, Condition, Instruction } from '../../../contract/jobs'
import { conditionBits } from '../../model/validate'
import type { Turn } from './rotation'

export type SourceInstruction = Instruction
export type SourceCircuit = Circuit

/** rz is a change of frame: exact, and without duration. */
export const NATIVE_GATES = ['rz', 'sx', 'x', 'cz', 'measure', 'reset', 'barrier'] as const
export type NativeGate = (typeof NATIVE_GATES)[number]

export interface NativeInstruction {
  name: NativeGate
  qubits: number[]
  clbits?: number[]
  params?: number[]
  condition?: Condition
}

export interface NativeCircuit {
  num_qubits: number
  /** As wide as the source's result, whatever was simplified away. */
  num_clbits: number
  instructions: NativeInstruction[]
}

/** A one-qubit gate, up to a global phase. */
export interface TurnOp {
  readonly kind: 'turn'
  readonly qubit: number
  readonly turn: Turn
  readonly condition: Condition | null
}
export interface CzOp {
  readonly kind: 'cz'
  readonly a: number
  readonly b: number
  readonly condition: Condition | null
}
/** A SWAP that routing inserts; `czswap` is one together with a CZ on the same pair (they commute). */
export interface SwapOp {
  readonly kind: 'swap' | 'czswap'
  readonly a: number
  readonly b: number
}
export interface MeasureOp {
  readonly kind: 'measure'
  readonly qubit: number
  readonly clbit: number
  readonly condition: Condition | null
}
export interface ResetOp {
  readonly kind: 'reset'
  readonly qubit: number
  readonly condition: Condition | null
}
export interface BarrierOp {
  readonly kind: 'barrier'
  readonly qubits: readonly number[]
}
export type Op = TurnOp | CzOp | SwapOp | MeasureOp | ResetOp | BarrierOp

export const qubitsOf = (op: Op): readonly number[] =>
  'qubits' in op ? op.qubits : 'qubit' in op ? [op.qubit] : [op.a, op.b]

/** Classical bits the operation reads or writes. */
export const clbitsOf = (op: Op): readonly number[] => [
  ...('condition' in op ? readsOf(op.condition) : []),
  ...(op.kind === 'measure' ? [op.clbit] : []),
]

/** Classical bits that a condition depends on. */
export const readsOf = (condition: Condition | null): readonly number[] => conditionBits(condition ?? undefined)

export function sameCondition(a: Condition | null, b: Condition | null): boolean {
  if (a === b) return true
  if (a === null || b === null || a.value !== b.value) return false
  const [one, other] = [readsOf(a), readsOf(b)]
  return one.length === other.length && one.every((bit, i) => bit === other[i])
}

/** Passes let their caller breathe once in so many operations. */
export const OPS_PER_PAUSE = 1_000

/** One factor of the prediction per kind of error; the product is `expected_success`. */
export interface Prediction {
  readonly one_qubit: number
  readonly cz: number
  readonly readout: number
  readonly reset: number
  readonly idle: number
}

export interface Transpiled {
  /** On physical qubit indices, native gates only, in the order of `start_ns`. */
  readonly circuit: NativeCircuit
  /** Physical qubit of each qubit of the source at the start; null for one that no instruction uses. */
  readonly initial_layout: readonly (number | null)[]
  /** The same at the end: SWAPs of the router and of the source move states about. */
  readonly final_layout: readonly (number | null)[]
  /** SWAPs that routing inserted; those of the source cost nothing, they rename qubits. */
  readonly swap_count: number
  readonly cz_count: number
  /** Longest chain of operations that take time (rz and barrier do not). */
  readonly depth: number
  readonly duration_ns: number
  /** PREDICTED from the calibration, not measured: product of the fidelities of every operation and every wait. */
  readonly expected_success: number
  readonly predicted: Prediction
  /** One per instruction of `circuit`, as late as possible. */
  readonly start_ns: readonly number[]
  readonly calibration_id: string
  /** Whether the layout is the proven cheapest among those that need no SWAP. */
  readonly layout_is_optimal: boolean
  readonly seed: number
}
