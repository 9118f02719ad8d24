/** Which qubits of the circuit meet how often: what a layout is judged by. Qubits are 0 .. size-1 after compaction. */
import { partsOf } from './model/coupling-graph'
import type { Op } from './model/result'

export interface Interaction {
  readonly size: number
  /** meets[q]: every partner of q with the number of CZ. */
  readonly meets: readonly ReadonlyMap<number, number>[]
  readonly turns: readonly number[]
  readonly readouts: readonly number[]
  /** Groups of qubits that meet, the largest first; alone are those that meet nobody. */
  readonly groups: readonly (readonly number[])[]
  readonly alone: readonly number[]
}

export function interactionOf(ops: readonly Op[], size: number): Interaction {
  const meets = Array.from({ length: size }, () => new Map<number, number>())
  const turns = new Array<number>(size).fill(0)
  const readouts = new Array<number>(size).fill(0)
  const meet = (a: number, b: number) => meets[a]!.set(b, (meets[a]!.get(b) ?? 0) + 1)
  for (const op of ops) {
    if (op.kind === 'turn') turns[op.qubit]! += 1
    else if (op.kind === 'measure') readouts[op.qubit]! += 1
    else if (op.kind === 'cz') {
      meet(op.a, op.b)
      meet(op.b, op.a)
    }
  }
  const parts = partsOf(meets.map(partners => [...partners.keys()]))
  return {
    size,
    meets,
    turns,
    readouts,
    groups: parts.filter(part => part.length > 1),
    alone: parts.filter(part => part.length === 1).map(([qubit]) => qubit!),
  }
}

/** Those that meet somebody already listed come next, heaviest first, so that each new one touches a placed one. */
export function connectedOrder({ meets, groups }: Interaction): number[] {
  return groups.flatMap(group => growth(group, meets))
}

function growth(group: readonly number[], meets: Interaction['meets']): number[] {
  const degree = (q: number) => meets[q]!.size
  const first = group.reduce((best, q) => (degree(q) > degree(best) ? q : best))
  const order = [first]
  const pull = new Map<number, number>()
  const attract = (q: number) => {
    pull.delete(q)
    for (const [other, times] of meets[q]!) if (!placed.has(other)) pull.set(other, (pull.get(other) ?? 0) + times)
  }
  const placed = new Set(order)
  for (attract(first); pull.size > 0; ) {
    const [next] = [...pull].reduce((best, one) => (one[1] > best[1] ? one : best))
    placed.add(next)
    order.push(next)
    attract(next)
  }
  return order
}
