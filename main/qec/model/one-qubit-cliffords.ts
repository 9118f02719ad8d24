/**
 * One-qubit Clifford gates up to Paulis and phases: how they permute the axes X, Y and Z. A Pauli is a change of frame
 * in a circuit of Cliffords, and a rotation about Z is one on the device, so that a gate takes a pulse unless it leaves
 * Z where it is.
 */

/** One of the six permutations, 0 the identity. */
export type AxisPermutation = number

const PERMUTATIONS = ['XYZ', 'YXZ', 'ZYX', 'XZY', 'YZX', 'ZXY'] as const

/** Images of X, Y and Z. */
const AXIS_IMAGES: Readonly<Record<string, string>> = {
  x: 'XYZ',
  s: 'YXZ',
  sdg: 'YXZ',
  h: 'ZYX',
  sx: 'XZY',
}

const numberOf = (images: string): AxisPermutation => PERMUTATIONS.indexOf(images as (typeof PERMUTATIONS)[number])

const follow = (first: string, second: string): string => [...first].map(axis => second['XYZ'.indexOf(axis)]!).join('')

const AFTER = Uint8Array.from(
  PERMUTATIONS.flatMap(first => PERMUTATIONS.map(second => numberOf(follow(first, second)))),
)

/** One Clifford gate, then another. */
export const compose = (first: AxisPermutation, second: AxisPermutation): AxisPermutation => AFTER[6 * first + second]!

const TAKES_PULSE = Uint8Array.from(PERMUTATIONS, images => (images[2] === 'Z' ? 0 : 1))

export const needsPulse = (clifford: AxisPermutation): boolean => TAKES_PULSE[clifford] === 1

export const IDENTITY_PERMUTATION: AxisPermutation = 0

/** The product of gates in the order of time, such as `h sdg`; '' is the identity. */
export const permutationOf = (word: string): AxisPermutation =>
  word
    .split(' ')
    .filter(gate => gate !== '')
    .reduce((clifford, gate) => compose(clifford, numberOf(AXIS_IMAGES[gate]!)), IDENTITY_PERMUTATION)

export const HADAMARD = permutationOf('h')
