/** Collects the one-qubit gates of each qubit into one, moves rz past CZ, drops what cannot be seen. */
import type { Condition } from '../../contract/jobs/circuit'
import { type Op, qubitsOfOp, type RotationOp, readsOf, sameCondition } from './model/operations'
import {
  allDiagonal,
  allFollowedBy,
  allIdentity,
  allSplit,
  IDENTITY_ROTATIONS,
  type RowRotations,
} from './model/row-rotations'

interface PendingRotation {
  readonly rotations: RowRotations
  readonly condition: Condition | null
}

class Merger {
  readonly ops: Op[] = []
  private readonly waiting = new Map<number, PendingRotation>()

  take(op: Op): void {
    if (op.kind === 'rotation') this.rotation(op)
    else if (op.kind === 'cz') this.cz(op)
    else if (op.kind === 'measure') this.measure(op)
    else if (op.kind === 'reset') this.reset(op)
    else if (op.kind === 'store') this.store(op)
    else this.fence(op)
  }

  finish(): Op[] {
    for (const qubit of [...this.waiting.keys()].sort((a, b) => a - b)) this.flush(qubit)
    return this.ops
  }

  private rotation({ qubit, rotations, condition }: RotationOp): void {
    const before = this.waiting.get(qubit)
    if (before && sameCondition(before.condition, condition))
      this.waiting.set(qubit, { rotations: allFollowedBy(before.rotations, rotations), condition })
    else {
      this.flush(qubit)
      this.waiting.set(qubit, { rotations, condition })
    }
  }

  private cz(op: Op & { kind: 'cz' }): void {
    for (const qubit of [op.a, op.b]) this.flushUpToRz(qubit)
    this.ops.push(op)
  }

  /** An rz right before a measurement leaves outcome and state as they are, unless the measurement may not happen. */
  private measure(op: Op & { kind: 'measure' }): void {
    this.flushReaders(op.clbit)
    if (op.condition === null) {
      this.flushUpToRz(op.qubit)
      this.waiting.delete(op.qubit)
    } else this.flush(op.qubit)
    this.ops.push(op)
  }

  /** Gates on a qubit right before its reset have no effect. */
  private reset(op: Op & { kind: 'reset' }): void {
    if (op.condition === null) this.waiting.delete(op.qubit)
    else this.flush(op.qubit)
    this.ops.push(op)
  }

  private store(op: Op & { kind: 'store' }): void {
    this.flushReaders(op.clbit)
    this.ops.push(op)
  }

  /** The bit is about to change: gates that depend on its old value come before. */
  private flushReaders(clbit: number): void {
    for (const [qubit, { condition }] of this.waiting) if (readsOf(condition).includes(clbit)) this.flush(qubit)
  }

  private fence(op: Op): void {
    for (const qubit of qubitsOfOp(op)) this.flush(qubit)
    this.ops.push(op)
  }

  private flush(qubit: number): void {
    const one = this.waiting.get(qubit)
    if (one && !allIdentity(one.rotations)) this.ops.push({ kind: 'rotation', qubit, ...one })
    this.waiting.delete(qubit)
  }

  private flushUpToRz(qubit: number): void {
    const { rotations, condition } = this.waiting.get(qubit) ?? { rotations: IDENTITY_ROTATIONS, condition: null }
    if (allDiagonal(rotations)) return
    const { before, after } = allSplit(rotations)
    this.ops.push({ kind: 'rotation', qubit, rotations: before, condition })
    this.waiting.set(qubit, { rotations: after, condition })
  }
}

export function merge(ops: readonly Op[], checkpoint: () => void): Op[] {
  const merger = new Merger()
  for (const op of ops) {
    checkpoint()
    merger.take(op)
  }
  return merger.finish()
}
