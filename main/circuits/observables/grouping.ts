/** Which Paulis one circuit measures together. */
import type { Grouping } from '../../contract/jobs/observables'
import { commute, type Pauli, type PauliLetter } from './pauli'

/** A Pauli with what it weighs in all observables together. */
export interface WeightedPauli {
  readonly pauli: Pauli
  readonly weight: number
}

/**
 * Sorted insertion (Crawford et al., Quantum 5, 385, 2021): the heaviest first, each into the first group that takes it.
 * Answers positions in `paulis`.
 */
export function groupPaulis(paulis: readonly WeightedPauli[], grouping: Grouping, checkpoint = () => {}): number[][] {
  const order = [...paulis.keys()].sort((a, b) => paulis[b]!.weight - paulis[a]!.weight || a - b)
  const newGroup = grouping === 'general' ? commutingGroup : qubitWiseGroup
  const groups: { readonly members: number[]; readonly takes: (pauli: Pauli) => boolean }[] = []
  for (const at of order) {
    const { pauli } = paulis[at]!
    const found = groups.find(({ takes }) => {
      checkpoint()
      return takes(pauli)
    })
    if (found) found.members.push(at)
    else groups.push({ members: [at], takes: newGroup(pauli) })
  }
  return groups.map(({ members }) => members)
}

/** Takes a Pauli that agrees with the others wherever both have a letter, and remembers its letters. */
function qubitWiseGroup(first: Pauli): (pauli: Pauli) => boolean {
  const basis = new Map<number, PauliLetter>(first)
  return pauli => {
    for (const [qubit, letter] of pauli) if ((basis.get(qubit) ?? letter) !== letter) return false
    for (const [qubit, letter] of pauli) basis.set(qubit, letter)
    return true
  }
}

function commutingGroup(first: Pauli): (pauli: Pauli) => boolean {
  const members = [first]
  return pauli => {
    if (!members.every(member => commute(member, pauli))) return false
    members.push(pauli)
    return true
  }
}
