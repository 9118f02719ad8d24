/**
 * Destructive readout of a logical Pauli. The code is not CSS, so no product measurement checks itself fully: the basis
 * holds a weight-3 representative of the logical operator and one stabilizer, e.g. for Z_L the basis XXXZZ with
 * representative IXXIZ and check XIXZZ. One single flip goes undetected, where reading ZZZZZ would miss five.
 */
import type { CardinalState } from '../../contract/model/protocols'
import type { Pauli5 } from '../model/fault'
import { LOGICAL_X, LOGICAL_Y, LOGICAL_Z, STABILIZERS } from './five-qubit'
import { letterAt, multiply, pauliString, weight } from './pauli'

export interface Readout {
  /** The letter each of D0..D4 is measured in. */
  readonly basis: string
  /** The parity of its bits is the logical outcome. */
  readonly representative: Pauli5
  /** The parity of its bits is 0 without flips and errors. */
  readonly check: Pauli5
}

/** Data qubits a Pauli acts on, as a bit mask. */
export const supportMask = (p: Pauli5): number => p.x | p.z

/** The logical Pauli whose eigenstate a cardinal state is, and the letter all five data qubits are prepared in. */
export const LOGICAL_OF: Readonly<Record<CardinalState, { letter: 'X' | 'Y' | 'Z'; logical: Pauli5 }>> = {
  '0': { letter: 'Z', logical: LOGICAL_Z },
  '1': { letter: 'Z', logical: LOGICAL_Z },
  '+': { letter: 'X', logical: LOGICAL_X },
  '-': { letter: 'X', logical: LOGICAL_X },
  i: { letter: 'Y', logical: LOGICAL_Y },
  '-i': { letter: 'Y', logical: LOGICAL_Y },
}

/** Whether measuring each qubit in the basis's letter also measures `p`. */
const measures = (basis: string, p: Pauli5): boolean =>
  [...basis].every((letter, qubit) => letterAt(p, qubit) === 'I' || letterAt(p, qubit) === letter)

const LETTERS = ['X', 'Y', 'Z'] as const
const BASES: readonly string[] = LETTERS.flatMap(a =>
  LETTERS.flatMap(b => LETTERS.flatMap(c => LETTERS.flatMap(d => LETTERS.map(e => a + b + c + d + e)))),
)

/** Data qubits whose flip changes the outcome and not the check. */
export const undetectedFlips = ({ representative, check }: Readout): number[] =>
  [0, 1, 2, 3, 4].filter(q => ((supportMask(representative) & ~supportMask(check)) >> q) & 1)

const undetected = (readout: Readout): number => undetectedFlips(readout).length

/** Every basis that holds a weight-3 representative and a stabilizer, by brute force over all 243 bases. */
export const readoutsOf = (logical: Pauli5): readonly Readout[] =>
  BASES.flatMap(basis => {
    const representatives = STABILIZERS.map(s => multiply(s, logical)).filter(
      p => weight(p) === 3 && measures(basis, p),
    )
    const checks = STABILIZERS.slice(1).filter(s => measures(basis, s))
    return representatives.flatMap(representative => checks.map(check => ({ basis, representative, check })))
  })

const order = (r: Readout): string => `${r.basis} ${pauliString(r.representative)} ${pauliString(r.check)}`

/** The readout with the fewest undetected single flips; of several the first in the alphabet. Computed once per Pauli. */
export function readoutFor(logical: Pauli5): Readout {
  const name = pauliString(logical)
  const readout = looked.get(name) ?? leastUndetected(readoutsOf(logical))
  looked.set(name, readout)
  return readout
}

/** Readouts by Pauli string: at most 1,024 entries, each fixed by its Pauli. */
const looked = new Map<string, Readout>()

const leastUndetected = (readouts: readonly Readout[]): Readout =>
  readouts.reduce((best, next) => {
    const difference = undetected(next) - undetected(best) || (order(next) < order(best) ? -1 : 1)
    return difference < 0 ? next : best
  })

/**
 * Which side to take when the check fails: true flips the outcome. One flip is likelier than several, so the flips
 * that the outcome shares with the check are weighed against the check's others. `flips[i]` is D_i's readout error.
 */
export function flipOnFailedCheck({ representative, check }: Readout, flips: readonly number[]): boolean {
  const total = (mask: number) => flips.reduce((sum, flip, qubit) => ((mask >> qubit) & 1 ? sum + flip : sum), 0)
  const [outcome, checked] = [supportMask(representative), supportMask(check)]
  return total(outcome & checked) > total(checked & ~outcome)
}

/** For the record: how the logical outcome was read. */
export const readoutMethod = (readouts: readonly Readout[]): string =>
  `Destructive product measurement with one stabilizer check, not fully self-checking: ${readouts
    .map(
      r =>
        `basis ${r.basis}, outcome ${pauliString(r.representative)}, check ${pauliString(r.check)}, a single flip of ${undetectedFlips(
          r,
        )
          .map(q => `D${q}`)
          .join(', ')} goes undetected`,
    )
    .join('; ')}. Bits are recorded relative to the noiseless reference run (0 = as expected).`
