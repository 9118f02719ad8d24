/** Numbers as variables of OpenQASM's types hold them (OpenQASM 3, types and casting). */

const TURN = 2 * Math.PI
/** Widths up to which a double holds every value. */
const EXACT_WIDTH = 52

const modulo = (value: number, by: number): number => value - by * Math.floor(value / by)

/**
 * The value of an angle variable in radians: reduced to [0, 2π) and, for a width, rounded to a multiple of its lowest bit, ties
 * to even.
 */
export function heldAngle(radians: number, width: number | null): number {
  if (width === null || width > EXACT_WIDTH) {
    const rest = modulo(radians, TURN)
    return rest < TURN ? rest : 0
  }
  return (TURN * angleStep(radians, width)) / 2 ** width
}

/** The bits of an angle of that width, as an unsigned number. */
export const angleStep = (radians: number, width: number): number =>
  modulo(nearestEven((radians / TURN) * 2 ** width), 2 ** width)

const nearestEven = (value: number): number =>
  Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value)

/** Least and greatest number of an integer type; without a width, those of the safe integers of a double. */
export function integerRange(type: 'int' | 'uint', width: number | null): readonly [least: number, most: number] {
  const bits = Math.min(width ?? 64, EXACT_WIDTH + 2)
  const most = Math.min(Number.MAX_SAFE_INTEGER, 2 ** (type === 'int' ? bits - 1 : bits) - 1)
  return [type === 'uint' ? 0 : Math.max(-Number.MAX_SAFE_INTEGER, -(2 ** (bits - 1))), most]
}

/** A whole number within the range of its type; else NaN. */
export function heldInteger(value: number, type: 'int' | 'uint', width: number | null): number {
  const [least, most] = integerRange(type, width)
  return Number.isInteger(value) && value >= least && value <= most ? value : Number.NaN
}
