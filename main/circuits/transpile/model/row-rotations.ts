/**
 * One rotation for all rows of a sweep, or one for each; a circuit alone is one row. A property counts only where all
 * rows have it, so that every row gets the same operations and only angles differ.
 */
import {
  anglesOf,
  followedBy,
  IDENTITY_ROTATION,
  isDiagonal,
  isIdentity,
  isXLike,
  type PulseAngles,
  type PulseForm,
  pulseFormOf,
  type Rotation,
  split,
} from './rotation'

/** One rotation where it is the same in all rows, else one for each row, in order. */
export type RowRotations = readonly Rotation[]

export const IDENTITY_ROTATIONS: RowRotations = [IDENTITY_ROTATION]

export const allDiagonal = (rotations: RowRotations): boolean => rotations.every(isDiagonal)
export const allXLike = (rotations: RowRotations): boolean => rotations.every(isXLike)
export const allIdentity = (rotations: RowRotations): boolean => rotations.every(isIdentity)

/** `second` after `first`, in each row. */
export function allFollowedBy(first: RowRotations, second: RowRotations): RowRotations {
  const more = first.length > 1 ? first : second
  return more.map((_, row) => followedBy(first[row] ?? first[0]!, second[row] ?? second[0]!))
}

/** The fewest pulses, the same in all rows, that make the rotation of every row. */
export function commonForm(rotations: RowRotations): PulseForm {
  const form = pulseFormOf(rotations[0]!)
  return rotations.every(rotation => pulseFormOf(rotation) === form) ? form : 'two'
}

/** In each row the angles beside the pulses of the form. */
export const allAngles = (rotations: RowRotations, form: PulseForm): readonly PulseAngles[] =>
  rotations.map(rotation => anglesOf(rotation, form))

/** In each row what must happen before a CZ, with the same pulses, and the rz that may happen after it. */
export function allSplit(rotations: RowRotations): { readonly before: RowRotations; readonly after: RowRotations } {
  const form = commonForm(rotations)
  const parts = rotations.map(rotation => split(rotation, form))
  return { before: parts.map(({ before }) => before), after: parts.map(({ after }) => after) }
}
