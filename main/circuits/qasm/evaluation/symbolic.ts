/** Operators and functions on inputs, whose values come with each row of parameters. */
import type { Angle } from '../../../contract/jobs/circuit'
import { calledWith, joinedBy, negatedAngle } from '../../parameters/symbolic'
import { type SourceLocation, unsupportedError } from '../model/diagnostics'
import { numberOf } from '../model/numbers'
import { numberValue, ONLY_ANGLES, symbolValue, type Value } from '../model/values'

/** A value as an angle of a gate: a number, or an expression. */
export const angleOf = (at: SourceLocation, value: Value, what: string): Angle =>
  value.kind === 'symbol' ? value.text : numberOf(at, value, what)

/** An angle where only a number will do. */
export const numericAngle = (at: SourceLocation, angle: Angle): number =>
  typeof angle === 'number'
    ? angle
    : unsupportedError(at, 'an input cannot stand here: this gate is made of others by its angles’ values')

const isSymbolic = (...values: readonly Value[]): boolean => values.some(({ kind }) => kind === 'symbol')

const made = (at: SourceLocation, angle: Angle | null): Value => {
  if (angle === null) return unsupportedError(at, `${ONLY_ANGLES}, by + - * / ** and sin, cos, tan, sqrt, exp, ln`)
  return typeof angle === 'number' ? numberValue(angle) : symbolValue(angle)
}

const part = (at: SourceLocation, value: Value): Angle => angleOf(at, value, 'what stands beside an input')

/** null where no input is among them. */
export const symbolicResult = (at: SourceLocation, operator: string, left: Value, right: Value): Value | null =>
  isSymbolic(left, right) ? made(at, joinedBy(operator, part(at, left), part(at, right))) : null

export const symbolicNegative = (at: SourceLocation, value: Value): Value | null =>
  isSymbolic(value) ? made(at, negatedAngle(part(at, value))) : null

export function symbolicCall(at: SourceLocation, name: string, values: readonly Value[]): Value | null {
  if (!isSymbolic(...values)) return null
  return made(at, values.length === 1 ? calledWith(name, part(at, values[0]!)) : null)
}
