/** Which Paulis one circuit measures together. */
import type { Grouping } from '../../contract/jobs/observables'
import type { Pauli, PauliLetter } from './pauli'

/** A Pauli with the sum of its absolute coefficients over all observables. */
export interface WeightedPauli {
  readonly pauli: Pauli
  readonly weight: number
}

/**
 * Sorted insertion (Crawford et al., Quantum 5, 385, 2021): the heaviest first, each into the first group that takes it.
 * Returns positions in `paulis`. Time: pairs of Paulis, times the letters of one (qubit-wise) or words of 32 qubits (general).
 */
export function groupPaulis(
  paulis: readonly WeightedPauli[],
  grouping: Grouping,
  checkpoint: () => void = () => undefined,
): number[][] {
  const order = [...paulis.keys()].sort((a, b) => paulis[b]!.weight - paulis[a]!.weight || a - b)
  const newGroup = grouping === 'general' ? commutingGroups(paulis) : qubitWiseGroups(paulis)
  const groups: { readonly members: number[]; readonly takes: (at: number) => boolean }[] = []
  for (const at of order) {
    const found = groups.find(({ takes }) => {
      checkpoint()
      return takes(at)
    })
    if (found) found.members.push(at)
    else groups.push({ members: [at], takes: newGroup(at) })
  }
  return groups.map(({ members }) => members)
}

/** Takes a Pauli that agrees with the others wherever both have a letter, and remembers its letters. */
const qubitWiseGroups = (paulis: readonly WeightedPauli[]) => (first: number) => {
  const basis = new Map<number, PauliLetter>(paulis[first]!.pauli)
  return (at: number): boolean => {
    const { pauli } = paulis[at]!
    for (const [qubit, letter] of pauli) if ((basis.get(qubit) ?? letter) !== letter) return false
    for (const [qubit, letter] of pauli) basis.set(qubit, letter)
    return true
  }
}

/** Bit q % 32 of word ⌊q / 32⌋ for each observed qubit: 1 in `x` for X and Y, 1 in `z` for Z and Y. */
interface PauliMasks {
  readonly x: Uint32Array
  readonly z: Uint32Array
}

function commutingGroups(paulis: readonly WeightedPauli[]) {
  const column = new Map<number, number>()
  for (const { pauli } of paulis) for (const qubit of pauli.keys()) column.set(qubit, column.get(qubit) ?? column.size)
  const rows = paulis.map(({ pauli }) => bitsOf(pauli, column))
  return (first: number) => {
    const members = [rows[first]!]
    return (at: number): boolean => {
      if (!members.every(member => bitsCommute(member, rows[at]!))) return false
      members.push(rows[at]!)
      return true
    }
  }
}

function bitsOf(pauli: Pauli, column: ReadonlyMap<number, number>): PauliMasks {
  const words = Math.ceil(column.size / 32)
  const bits = { x: new Uint32Array(words), z: new Uint32Array(words) }
  for (const [qubit, letter] of pauli) {
    const at = column.get(qubit)!
    if (letter !== 'Z') bits.x[at >> 5]! |= 1 << (at & 31)
    if (letter !== 'X') bits.z[at >> 5]! |= 1 << (at & 31)
  }
  return bits
}

/** The symplectic product is even; the parity of all words is that of their exclusive or. */
function bitsCommute(a: PauliMasks, b: PauliMasks): boolean {
  let odd = 0
  for (let word = 0; word < a.x.length; word++) odd ^= (a.x[word]! & b.z[word]!) ^ (a.z[word]! & b.x[word]!)
  for (let shift = 16; shift > 0; shift >>= 1) odd ^= odd >>> shift
  return (odd & 1) === 0
}
