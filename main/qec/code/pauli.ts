import type { Pauli5 } from '../model/fault'

/** Left-most letter of a Pauli string is D0; bit i of `x` and of `z` belongs to D_i. Phases are not tracked. */
export const IDENTITY: Pauli5 = { x: 0, z: 0 }

const QUBITS = 5
const ALL = (1 << QUBITS) - 1

export const parity = (bits: number): 0 | 1 => {
  let folded = bits ^ (bits >>> 16)
  folded ^= folded >>> 8
  folded ^= folded >>> 4
  return ((0x6996 >>> (folded & 15)) & 1) as 0 | 1
}

export const multiply = (p: Pauli5, q: Pauli5): Pauli5 => ({ x: p.x ^ q.x, z: p.z ^ q.z })

export const equal = (p: Pauli5, q: Pauli5): boolean => p.x === q.x && p.z === q.z

/** How many of the five qubits the Pauli acts on. */
export const weight = (p: Pauli5): number => {
  let count = 0
  for (let rest = p.x | p.z; rest !== 0; rest &= rest - 1) count++
  return count
}

export const anticommute = (p: Pauli5, q: Pauli5): boolean => parity((p.x & q.z) ^ (p.z & q.x)) === 1

/** Position of a Pauli in tables of 1024: x in the low five bits, z in the next five. */
export const indexOf = (p: Pauli5): number => p.x | (p.z << QUBITS)

export const atIndex = (index: number): Pauli5 => ({ x: index & ALL, z: index >> QUBITS })

/** Letter by x + 2z. */
const LETTER_OF_BITS = ['I', 'X', 'Z', 'Y'] as const

const PAULI_LETTERS = ['I', 'X', 'Y', 'Z'] as const

/** The fifteen pairs other than II. */
export const PAULI_PAIRS = PAULI_LETTERS.flatMap(a => PAULI_LETTERS.map(b => [a, b] as const)).slice(1)

export const letterAt = (p: Pauli5, qubit: number): 'I' | 'X' | 'Y' | 'Z' =>
  LETTER_OF_BITS[((p.x >> qubit) & 1) | (((p.z >> qubit) & 1) << 1)]!

/** The Pauli that acts on one qubit only. */
export const single = (qubit: number, letter: 'X' | 'Y' | 'Z'): Pauli5 => ({
  x: letter === 'Z' ? 0 : 1 << qubit,
  z: letter === 'X' ? 0 : 1 << qubit,
})

/** Reads e.g. `XZZXI`, left-most letter D0. Throws a RangeError on anything but five of I, X, Y, Z. */
export function fromString(letters: string): Pauli5 {
  if (!/^[IXYZ]{5}$/.test(letters)) throw new RangeError(`"${letters}" is not five letters of I, X, Y, Z`)
  return [...letters].reduce(
    (p, letter, qubit) => (letter === 'I' ? p : multiply(p, single(qubit, letter as 'X' | 'Y' | 'Z'))),
    IDENTITY,
  )
}

/** Writes e.g. `XZZXI`, left-most letter D0. */
export const pauliString = (p: Pauli5): string => [0, 1, 2, 3, 4].map(qubit => letterAt(p, qubit)).join('')
