/** Collects the one-qubit gates of each qubit into one, moves rz past CZ, drops what cannot be seen. */
import type { Condition } from '../../contract/jobs/circuit'
import { type Op, qubitsOfOp, readsOf, sameCondition } from './model/operations'
import { followedBy, IDENTITY_ROTATION, isDiagonal, isIdentity, type Rotation, split } from './model/rotation'

interface PendingRotation {
  readonly rotation: Rotation
  readonly condition: Condition | null
}

class Merger {
  readonly ops: Op[] = []
  private readonly waiting = new Map<number, PendingRotation>()

  take(op: Op): void {
    if (op.kind === 'rotation') this.rotation(op.qubit, op.rotation, op.condition)
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

  private rotation(qubit: number, rotation: Rotation, condition: Condition | null): void {
    const before = this.waiting.get(qubit)
    if (before && sameCondition(before.condition, condition))
      this.waiting.set(qubit, { rotation: followedBy(before.rotation, rotation), condition })
    else {
      this.flush(qubit)
      this.waiting.set(qubit, { rotation, condition })
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

  /** Nothing done to a qubit right before its reset can be seen. */
  private reset(op: Op & { kind: 'reset' }): void {
    if (op.condition === null) this.waiting.delete(op.qubit)
    else this.flush(op.qubit)
    this.ops.push(op)
  }

  private store(op: Op & { kind: 'store' }): void {
    this.flushReaders(op.clbit)
    this.ops.push(op)
  }

  /** The bit changes: what depends on it as it was comes before. */
  private flushReaders(clbit: number): void {
    for (const [qubit, { condition }] of this.waiting) if (readsOf(condition).includes(clbit)) this.flush(qubit)
  }

  private fence(op: Op): void {
    for (const qubit of qubitsOfOp(op)) this.flush(qubit)
    this.ops.push(op)
  }

  private flush(qubit: number): void {
    const one = this.waiting.get(qubit)
    if (one && !isIdentity(one.rotation)) this.ops.push({ kind: 'rotation', qubit, ...one })
    this.waiting.delete(qubit)
  }

  private flushUpToRz(qubit: number): void {
    const { rotation, condition } = this.waiting.get(qubit) ?? { rotation: IDENTITY_ROTATION, condition: null }
    if (isDiagonal(rotation)) return
    const { before, after } = split(rotation)
    this.ops.push({ kind: 'rotation', qubit, rotation: before, condition })
    this.waiting.set(qubit, { rotation: after, condition })
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
