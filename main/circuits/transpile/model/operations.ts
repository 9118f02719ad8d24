/** The source circuit, and the operations that the passes share. */
import type { Circuit, Condition, Instruction } from '../../../contract/jobs/circuit'
import { conditionBits } from '../../model/classical-bits'
import type { RowRotations } from './row-rotations'

export type SourceInstruction = Instruction
export type SourceCircuit = Circuit

/** A one-qubit gate, up to a global phase. */
export interface RotationOp {
  readonly kind: 'rotation'
  readonly qubit: number
  readonly rotations: RowRotations
  readonly condition: Condition | null
}
export interface CzOp {
  readonly kind: 'cz'
  readonly a: number
  readonly b: number
  readonly condition: Condition | null
  /** Index of the instruction it stems from in the circuit that is transpiled; left out for CZs of inserted SWAPs. */
  readonly from?: number
}
/** A SWAP that routing inserts; `czswap` is one together with a CZ on the same pair (they commute). */
export interface SwapOp {
  readonly kind: 'swap' | 'czswap'
  readonly a: number
  readonly b: number
}
interface MeasureOp {
  readonly kind: 'measure'
  readonly qubit: number
  readonly clbit: number
  readonly condition: Condition | null
}
interface ResetOp {
  readonly kind: 'reset'
  readonly qubit: number
  readonly condition: Condition | null
}
interface BarrierOp {
  readonly kind: 'barrier'
  readonly qubits: readonly number[]
  /** Only at the end of a loop's iteration: the shots that executed it. */
  readonly condition: Condition | null
}
/** A classical bit set to a value, at once: what an unrolled loop decides. */
interface StoreOp {
  readonly kind: 'store'
  readonly clbit: number
  readonly value: number
  readonly condition: Condition | null
}
export type Op = RotationOp | CzOp | SwapOp | MeasureOp | ResetOp | BarrierOp | StoreOp

export function qubitsOfOp(op: Op): readonly number[] {
  if ('qubits' in op) return op.qubits
  if ('qubit' in op) return [op.qubit]
  return 'a' in op ? [op.a, op.b] : []
}

/** The operation on other names of its qubits. */
export function onQubits(op: Op, nameOf: (qubit: number) => number): Op {
  if ('qubits' in op) return { ...op, qubits: op.qubits.map(nameOf) }
  if ('qubit' in op) return { ...op, qubit: nameOf(op.qubit) }
  return 'a' in op ? { ...op, a: nameOf(op.a), b: nameOf(op.b) } : op
}

/** Classical bits the operation reads or writes. */
export const clbitsUsed = (op: Op): readonly number[] => [
  ...('condition' in op ? readsOf(op.condition) : []),
  ...('clbit' in op ? [op.clbit] : []),
]

/** Classical bits that a condition depends on. */
export const readsOf = (condition: Condition | null): readonly number[] => conditionBits(condition ?? undefined)

export function sameCondition(a: Condition | null, b: Condition | null): boolean {
  if (a === b) return true
  if (a === null || b === null || a.value !== b.value) return false
  const [one, other] = [readsOf(a), readsOf(b)]
  return one.length === other.length && one.every((bit, i) => bit === other[i])
}
