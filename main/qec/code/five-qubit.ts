import type { Pauli5 } from '../model/fault'
import { anticommute, atIndex, equal, fromString, IDENTITY, indexOf, multiply, single, weight } from './pauli'

/** The [[5,1,3]] code (Bennett et al. 1996; Laflamme et al. 1996). Left-most letter = D0, so D3 is the only qubit in all four; the fifth shift is their product. */
export const GENERATORS = ['XZZXI', 'IXZZX', 'XIXZZ', 'ZXIXZ'] as const

/** Positions of the generators in GENERATORS. */
export const GENERATOR_INDICES = [0, 1, 2, 3] as const
export const GENERATOR_COUNT = GENERATORS.length

/** All 16 syndromes, see `syndromeOf`. */
export const ALL_SYNDROMES: readonly number[] = Array.from({ length: 16 }, (_, syndrome) => syndrome)

export const GENERATOR_PAULIS: readonly Pauli5[] = GENERATORS.map(fromString)

export const LOGICAL_X = fromString('XXXXX')
export const LOGICAL_Y = fromString('YYYYY')
export const LOGICAL_Z = fromString('ZZZZZ')

/** Names of the classes that `logicalClass` returns. */
export const CLASSES = ['I', 'X', 'Y', 'Z'] as const

/** All 16 products of generators; member m is the product of the generators whose bits are set in m. */
export const STABILIZERS: readonly Pauli5[] = Array.from({ length: 16 }, (_, member) =>
  GENERATOR_PAULIS.reduce((p, g, k) => ((member >> k) & 1 ? multiply(p, g) : p), IDENTITY),
)

/** The generators whose product is the stabilizer, as a mask: an error with syndrome σ anticommutes with it when σ & mask has odd parity. */
export const generatorMask = (stabilizer: Pauli5): number => STABILIZERS.findIndex(member => equal(member, stabilizer))

/** The data qubits a generator acts on, ascending, each with its letter. */
export const supportOf = (generator: number): readonly { readonly data: number; readonly pauli: 'X' | 'Z' }[] =>
  SUPPORTS[generator]!

const SUPPORTS = GENERATORS.map(letters =>
  [...letters].flatMap((letter, data) =>
    letter === 'X' || letter === 'Z' ? [{ data, pauli: letter as 'X' | 'Z' }] : [],
  ),
)

/** Every order of the items, such as data qubits on their sites or checks, in lexicographic order of the items' positions. */
export const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map(rest => [item, ...rest]))

const measureSyndrome = (p: Pauli5): number =>
  GENERATOR_PAULIS.reduce((bits, g, k) => bits | (anticommute(p, g) ? 1 << k : 0), 0)

const SYNDROME_TABLE = Uint8Array.from({ length: 1024 }, (_, index) => measureSyndrome(atIndex(index)))

/** Which generators the Pauli anticommutes with: bit k of the integer is generator k. See `syndromeString`. */
export const syndromeOf = (p: Pauli5): number => SYNDROME_TABLE[indexOf(p)]!

/** Four characters, generator 0 left-most: 0b1000 (generator 3 alone) is printed `0001`. */
export const syndromeString = (syndrome: number): string => [0, 1, 2, 3].map(k => (syndrome >> k) & 1).join('')

/** The fifteen Paulis of weight 1, by qubit, then X, Y, Z. */
export const WEIGHT_ONE: readonly Pauli5[] = [0, 1, 2, 3, 4].flatMap(qubit =>
  (['X', 'Y', 'Z'] as const).map(letter => single(qubit, letter)),
)

const CORRECTIONS = Array.from(
  { length: 16 },
  (_, syndrome) => WEIGHT_ONE.find(p => measureSyndrome(p) === syndrome) ?? IDENTITY,
)

/** The 16-entry lookup: the only Pauli of weight at most 1 with this syndrome. */
export const correctionFor = (syndrome: number): Pauli5 => CORRECTIONS[syndrome]!

/** 0..3 as I, X, Y, Z, for a Pauli that commutes with every generator. */
const classOfNormalizer = (p: Pauli5): number => {
  const hasX = anticommute(p, LOGICAL_Z)
  const hasZ = anticommute(p, LOGICAL_X)
  if (hasX) return hasZ ? 2 : 1
  return hasZ ? 3 : 0
}

const CLASS_TABLE = Uint8Array.from({ length: 1024 }, (_, index) => {
  const p = atIndex(index)
  return classOfNormalizer(multiply(p, correctionFor(syndromeOf(p))))
})

/** Logical class of an error after ideal decoding: 0..3 for I, X, Y, Z; 0 means that the state is restored. */
export const logicalClass = (p: Pauli5): number => CLASS_TABLE[indexOf(p)]!

const lighter = (p: Pauli5, q: Pauli5): Pauli5 => {
  const difference = weight(p) - weight(q) || indexOf(p) - indexOf(q)
  return difference <= 0 ? p : q
}

const LIGHTEST: readonly Pauli5[] = Array.from({ length: 1024 }, (_, index) =>
  STABILIZERS.map(s => multiply(s, atIndex(index))).reduce(lighter),
)

/** The lightest Pauli that differs from `p` by a stabilizer; of several the one with the smallest `indexOf`. */
export const cosetRepresentative = (p: Pauli5): Pauli5 => LIGHTEST[indexOf(p)]!
