/** Qubits that nothing couples are simulated apart: a hundred that wait side by side are a hundred states of one. */
import type { NoisyBlock, NoisyOperation } from './noisy-steps'

export interface QubitGroup {
  readonly qubits: number
  /** On this group's qubits, from 0; slots are the program's. */
  readonly blocks: readonly (NoisyBlock | null)[]
}

/** The first qubit of each qubit's group. */
function roots(blocks: readonly (NoisyBlock | null)[], qubits: number): number[] {
  const parent = Array.from({ length: qubits }, (_, q) => q)
  const rootOf = (q: number): number => {
    let at = q
    while (parent[at] !== at) at = parent[at]!
    return at
  }
  for (const operations of new Set(blocks.map(block => block?.operations)))
    for (const operation of operations ?? [])
      if (operation.kind === 'cz') parent[rootOf(operation.a)] = rootOf(operation.b)
  return parent.map((_, q) => rootOf(q))
}

/** One group where anything is conditional: an outcome may then decide about any qubit. */
export function independentGroups(blocks: readonly (NoisyBlock | null)[], qubits: number): QubitGroup[] {
  if (blocks.some(block => block !== null && block.condition !== null)) return [{ qubits, blocks }]
  const root = roots(blocks, qubits)
  const groups = [...new Set(root)].map(of => root.flatMap((each, q) => (each === of ? [q] : [])))
  if (groups.length === 1) return [{ qubits, blocks }]
  return groups.map(members => ({ qubits: members.length, blocks: blocksOf(blocks, members) }))
}

function blocksOf(blocks: readonly (NoisyBlock | null)[], members: readonly number[]): (NoisyBlock | null)[] {
  const index = new Map(members.map((q, i) => [q, i]))
  const known = new Map<readonly NoisyOperation[], readonly NoisyOperation[]>()
  return blocks.map(block => {
    if (!block) return null
    const operations = known.get(block.operations) ?? block.operations.flatMap(each => relabelled(each, index))
    known.set(block.operations, operations)
    return { ...block, operations }
  })
}

/** Nothing where the operation is of another group. */
function relabelled(operation: NoisyOperation, index: ReadonlyMap<number, number>): NoisyOperation[] {
  if (operation.kind === 'cz' || operation.kind === 'pauli2') {
    const [a, b] = [index.get(operation.a), index.get(operation.b)]
    return a === undefined || b === undefined ? [] : [{ ...operation, a, b }]
  }
  const q = index.get(operation.q)
  return q === undefined ? [] : [{ ...operation, q }]
}
