/** The gates after which the Paulis of a commuting group are products of Z alone. */
import { TO_Z_BASIS } from '../../contract/gates/decompositions'
import type { Instruction } from '../../contract/jobs/circuit'
import type { Pauli } from './pauli'

/** A Pauli after the gates: the parity of these qubits, negated where `sign` is -1. */
interface DiagonalPauli {
  readonly qubits: readonly number[]
  readonly sign: 1 | -1
}

export interface Diagonalized {
  readonly gates: readonly Instruction[]
  /** The given Paulis after the gates, in their order. */
  readonly paulis: readonly DiagonalPauli[]
}

/** Diagonalizes Paulis that agree on every qubit on which two of them have a letter: one-qubit gates alone. */
export function diagonalizeQubitWise(paulis: readonly Pauli[]): Diagonalized {
  const letters = new Map(paulis.flatMap(pauli => [...pauli]))
  const gates = [...letters].flatMap(([qubit, letter]) => TO_Z_BASIS[letter].map(name => ({ name, qubits: [qubit] })))
  return { gates, paulis: paulis.map(pauli => ({ qubits: [...pauli.keys()], sign: 1 })) }
}

/** A Pauli with a sign: X where x is 1, Z where z is 1, Y where both are. */
interface SignedPauli {
  readonly x: Uint8Array
  readonly z: Uint8Array
  sign: 0 | 1
}

const flip = (row: SignedPauli, when: number): void => {
  row.sign = (row.sign ^ (when & 1)) as 0 | 1
}

const CONJUGATE = {
  h(row: SignedPauli, q: number): void {
    flip(row, row.x[q]! & row.z[q]!)
    ;[row.x[q], row.z[q]] = [row.z[q]!, row.x[q]!]
  },
  s(row: SignedPauli, q: number): void {
    flip(row, row.x[q]! & row.z[q]!)
    row.z[q]! ^= row.x[q]!
  },
  cx(row: SignedPauli, a: number, b: number): void {
    flip(row, row.x[a]! & row.z[b]! & (row.x[b]! ^ row.z[a]! ^ 1))
    row.x[b]! ^= row.x[a]!
    row.z[a]! ^= row.z[b]!
  },
  cz(row: SignedPauli, a: number, b: number): void {
    flip(row, row.x[a]! & row.x[b]! & (row.z[a]! ^ row.z[b]!))
    row.z[a]! ^= row.x[b]!
    row.z[b]! ^= row.x[a]!
  },
} as const

/**
 * Diagonalizes Paulis that commute, by elimination on their X and Z parts (van den Berg and Temme, Quantum 4, 322, 2020; Gokhale
 * et al., arXiv:1907.13623): CX until the X part of each independent one is on a qubit of its own, CZ and S until no Z is left
 * beside it, H on each of these qubits. Paulis of Z alone stay products of Z under these gates.
 */
export function diagonalizeCommuting(paulis: readonly Pauli[]): Diagonalized {
  const qubits = [...new Set(paulis.flatMap(pauli => [...pauli.keys()]))].sort((a, b) => a - b)
  const column = new Map(qubits.map((qubit, at) => [qubit, at]))
  const tracked = paulis.map(pauli => rowOf(pauli, column))
  const working = tracked.map(copied)
  const gates: Instruction[] = []
  const apply = (name: keyof typeof CONJUGATE, ...at: [number, number?]): void => {
    gates.push({ name, qubits: at.map(position => qubits[position!]!) })
    for (const row of [...tracked, ...working]) CONJUGATE[name](row, at[0], at[1]!)
  }
  const pivots = independentX(working, qubits.length)
  for (const [row, pivot] of pivots) clearRow(row, pivot, apply)
  for (const [, pivot] of pivots) apply('h', pivot)
  return { gates, paulis: tracked.map(row => diagonalOf(row, qubits)) }
}

type ApplyClifford = (name: keyof typeof CONJUGATE, ...at: [number, number?]) => void

/** Applies gates after which the row is X on its pivot and nothing else; rows cleared before stay cleared. */
function clearRow(row: SignedPauli, pivot: number, apply: ApplyClifford): void {
  for (let q = 0; q < row.x.length; q++) if (q !== pivot && row.x[q] === 1) apply('cx', pivot, q)
  for (let q = 0; q < row.x.length; q++) if (q !== pivot && row.z[q] === 1) apply('cz', pivot, q)
  if (row.z[pivot] === 1) apply('s', pivot)
}

/**
 * Gauss-Jordan elimination of the X parts: the independent rows in reduced echelon form, each with its pivot; the other rows are
 * left without X. The signs of the rows become invalid; nothing reads them.
 */
function independentX(rows: readonly SignedPauli[], width: number): [SignedPauli, number][] {
  const pivots: [SignedPauli, number][] = []
  const left = new Set(rows)
  for (let q = 0; q < width; q++) {
    const found = [...left].find(row => row.x[q] === 1)
    if (!found) continue
    left.delete(found)
    for (const row of rows) if (row !== found && row.x[q] === 1) multiply(row, found)
    pivots.push([found, q])
  }
  return pivots
}

function multiply(to: SignedPauli, by: SignedPauli): void {
  for (let q = 0; q < to.x.length; q++) {
    to.x[q]! ^= by.x[q]!
    to.z[q]! ^= by.z[q]!
  }
}

function rowOf(pauli: Pauli, column: ReadonlyMap<number, number>): SignedPauli {
  const row: SignedPauli = { x: new Uint8Array(column.size), z: new Uint8Array(column.size), sign: 0 }
  for (const [qubit, letter] of pauli) {
    if (letter !== 'Z') row.x[column.get(qubit)!] = 1
    if (letter !== 'X') row.z[column.get(qubit)!] = 1
  }
  return row
}

const copied = ({ x, z, sign }: SignedPauli): SignedPauli => ({ x: x.slice(), z: z.slice(), sign })

function diagonalOf({ z, sign }: SignedPauli, qubits: readonly number[]): DiagonalPauli {
  return { qubits: qubits.filter((_, at) => z[at] === 1), sign: sign === 0 ? 1 : -1 }
}
