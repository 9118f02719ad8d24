/**
 * Which qubits share two-qubit gates, and how many: layouts are judged by it. Qubits are 0 .. size-1 after compaction.
 */
import { connectedComponents } from '../model/coupling-graph'
import type { Op } from '../model/operations'

export interface Interaction {
  readonly size: number
  /** partners[q]: every qubit that shares a CZ with q, with the number of them. */
  readonly partners: readonly ReadonlyMap<number, number>[]
  readonly rotations: readonly number[]
  readonly readouts: readonly number[]
  /** Connected groups of two or more qubits, the largest first. */
  readonly groups: readonly (readonly number[])[]
  /** Qubits without a CZ. */
  readonly isolated: readonly number[]
}

export function interactionOf(ops: readonly Op[], size: number): Interaction {
  const partners = Array.from({ length: size }, () => new Map<number, number>())
  const rotations = new Array<number>(size).fill(0)
  const readouts = new Array<number>(size).fill(0)
  const note = (a: number, b: number) => partners[a]!.set(b, (partners[a]!.get(b) ?? 0) + 1)
  for (const op of ops) {
    if (op.kind === 'rotation') rotations[op.qubit]! += 1
    else if (op.kind === 'measure') readouts[op.qubit]! += 1
    else if (op.kind === 'cz') {
      note(op.a, op.b)
      note(op.b, op.a)
    }
  }
  const parts = connectedComponents(partners.map(partners => [...partners.keys()]))
  return {
    size,
    partners,
    rotations,
    readouts,
    groups: parts.filter(part => part.length > 1),
    isolated: parts.filter(part => part.length === 1).map(([qubit]) => qubit!),
  }
}

/**
 * All qubits with a CZ, group by group. A group begins with the qubit of most partners; next is always the qubit that
 * has most CZ with those already listed, so that it has a partner among them.
 */
export function connectedOrder({ partners, groups }: Interaction): number[] {
  return groups.flatMap(group => growth(group, partners))
}

function growth(group: readonly number[], partners: Interaction['partners']): number[] {
  const degree = (q: number) => partners[q]!.size
  const first = group.reduce((best, q) => (degree(q) > degree(best) ? q : best))
  const order = [first]
  const pull = new Map<number, number>()
  const attract = (q: number) => {
    pull.delete(q)
    for (const [other, times] of partners[q]!) if (!placed.has(other)) pull.set(other, (pull.get(other) ?? 0) + times)
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
