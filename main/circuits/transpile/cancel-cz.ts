/**
 * Removes pairs of CZ on the same two qubits with nothing between them that they do not commute with. CZ commutes with
 * CZ and with diagonal gates; a bit flip passes it and leaves a Z on the other qubit: CZ·X_a·CZ = X_a·Z_b.
 */
import { type CzOp, type Op, qubitsOfOp, type RotationOp, readsOf, sameCondition } from './model/operations'
import { rz } from './model/rotation'
import { allDiagonal, allXLike } from './model/row-rotations'

/** A CZ that a later one may still cancel. */
interface PendingCz {
  readonly at: number
  readonly op: CzOp
  /** Qubits of the pair that flipped an odd number of times since. */
  readonly flipped: Set<number>
}

class Canceller {
  private readonly ops: (Op | null)[] = []
  private readonly open = new Map<number, Set<PendingCz>>()
  removed = 0

  take(op: Op): void {
    if (op.kind === 'cz') this.cz(op)
    else {
      if (op.kind === 'rotation') this.rotation(op)
      else for (const qubit of qubitsOfOp(op)) this.close(qubit)
      if ('clbit' in op) this.closeConditioned(op.clbit)
      this.ops.push(op)
    }
  }

  finish(): Op[] {
    return this.ops.filter(op => op !== null)
  }

  private cz(op: CzOp): void {
    const first = [...this.openOn(op.a)].find(
      other => qubitsOfOp(other.op).includes(op.b) && sameCondition(other.op.condition, op.condition),
    )
    if (first) this.cancel(first)
    else this.keep(op)
  }

  private keep(op: CzOp): void {
    const entry: PendingCz = { at: this.ops.length, op, flipped: new Set() }
    for (const qubit of [op.a, op.b]) this.openOn(qubit).add(entry)
    this.ops.push(op)
  }

  private cancel(first: PendingCz): void {
    const { a, b, condition } = first.op
    this.forget(first)
    this.ops[first.at] = null
    this.removed += 2
    for (const [flipped, qubit] of [
      [a, b],
      [b, a],
    ] as const)
      if (first.flipped.has(flipped)) this.ops.push({ kind: 'rotation', qubit, rotations: [rz(Math.PI)], condition })
  }

  private rotation({ qubit, rotations, condition }: RotationOp): void {
    if (allDiagonal(rotations)) return
    if (!allXLike(rotations) || condition !== null) this.close(qubit)
    else for (const { flipped } of this.openOn(qubit)) if (!flipped.delete(qubit)) flipped.add(qubit)
  }

  private openOn(qubit: number): Set<PendingCz> {
    const known = this.open.get(qubit) ?? new Set()
    this.open.set(qubit, known)
    return known
  }

  private close(qubit: number): void {
    for (const entry of [...this.openOn(qubit)]) this.forget(entry)
  }

  /** The bit that a condition reads changes here, so a CZ before and one after are not the same. */
  private closeConditioned(clbit: number): void {
    for (const entries of this.open.values())
      for (const entry of [...entries]) if (readsOf(entry.op.condition).includes(clbit)) this.forget(entry)
  }

  private forget(entry: PendingCz): void {
    for (const qubit of [entry.op.a, entry.op.b]) this.openOn(qubit).delete(entry)
  }
}

export function cancel(ops: readonly Op[], checkpoint: () => void): { ops: Op[]; removed: number } {
  const canceller = new Canceller()
  for (const op of ops) {
    checkpoint()
    canceller.take(op)
  }
  return { ops: canceller.finish(), removed: canceller.removed }
}
