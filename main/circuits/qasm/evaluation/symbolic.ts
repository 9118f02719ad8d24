/** Operators and functions on inputs, whose values come with each row of parameters. */
import type { Angle } from '../../../contract/jobs/circuit'
import { heldAngle } from '../../parameters/held-values'
import { asHeld, calledWith, joinedBy, negatedAngle } from '../../parameters/symbolic'
import type { ExpressionOf } from '../model/ast'
import { type SourceLocation, unsupportedError } from '../model/diagnostics'
import { numberOf } from '../model/numbers'
import { numberValue, ONLY_ANGLES, symbolValue, type Value } from '../model/values'
import { type ExpressionType, promotedType } from './expression-types'

/** The value as an angle of a gate: a number, or an expression of inputs. */
export const angleOf = (at: SourceLocation, value: Value, what: string): Angle =>
  value.kind === 'symbol' ? value.text : numberOf(at, value, what)

/** The angle as a number; an expression of inputs is refused. */
export const numericAngle = (at: SourceLocation, angle: Angle): number =>
  typeof angle === 'number'
    ? angle
    : unsupportedError(at, 'an input cannot stand here: this gate is made of others by its angles’ values')

export const isSymbolic = (...values: readonly Value[]): boolean => values.some(({ kind }) => kind === 'symbol')

const made = (at: SourceLocation, angle: Angle | null): Value => {
  if (angle === null)
    return unsupportedError(
      at,
      `${ONLY_ANGLES}, by + - * / ** and pow, sqrt, exp, log, sin, cos, tan, arcsin, arccos, arctan`,
    )
  return typeof angle === 'number' ? numberValue(angle) : symbolValue(angle)
}

const part = (at: SourceLocation, value: Value): Angle => angleOf(at, value, 'what stands beside an input')

/** A value with the type that its expression has. */
export interface TypedOperand {
  readonly value: Value
  readonly type: ExpressionType
}

/**
 * The result of an infix operator on an expression of inputs, by the types of its operands as `computed` does for
 * numbers.
 */
export function symbolicResult(at: ExpressionOf<'binary'>, left: TypedOperand, right: TypedOperand): Value {
  const { operator } = at
  const kind = promotedType(operator, left.type, right.type)
  if (kind.name === 'angle') return angleResult(at, kind, [left, right])
  if (kind.name === 'float') return made(at, joinedBy(operator, part(at, left.value), part(at, right.value)))
  if (operator === '/')
    return unsupportedError(
      at,
      'a quotient of integers drops its fraction, which is not supported of an input: make one of them a real number, as in n / 2.0',
    )
  if (operator === '-' && kind.name === 'uint')
    return unsupportedError(at, 'a difference of unsigned integers may not be below 0: declare the input as int')
  const joined = joinedBy(operator, part(at, left.value), part(at, right.value))
  const { name, width } = left.type.isLiteral ? right.type : right.type.isLiteral ? left.type : kind
  const type = name === 'uint' ? 'uint' : 'int'
  return made(at, joined && asHeld(joined, { type, width: name === type ? width : null }))
}

/** The result of an operator on angles; sums and multiples are reduced to a turn. */
function angleResult(
  at: ExpressionOf<'binary'>,
  { width }: ExpressionType,
  [left, right]: readonly [TypedOperand, TypedOperand],
): Value {
  const { operator } = at
  const held = ({ value }: TypedOperand): Angle => heldPart(part(at, value), width)
  if (operator === '/' && width !== null)
    return unsupportedError(
      at,
      'a quotient of an angle of a width drops what is below its lowest bit, which is not supported of an input: divide by a real number, as in phi / 2.0',
    )
  const isSum = operator === '+' || operator === '-'
  const [a, b] = isSum ? [held(left), held(right)] : [part(at, left.value), part(at, right.value)]
  const joined = joinedBy(operator, a, b)
  return made(at, joined === null || operator === '/' ? joined : heldPart(joined, width))
}

const heldPart = (angle: Angle, width: number | null): Angle =>
  typeof angle === 'number' ? heldAngle(angle, width) : asHeld(angle, { type: 'angle', width })

export function symbolicNegative(at: SourceLocation, value: Value, { name, width }: ExpressionType): Value | null {
  if (!isSymbolic(value)) return null
  if (name === 'uint')
    return unsupportedError(at, 'the negative of an unsigned integer may not be below 0: declare the input as int')
  const negative = negatedAngle(part(at, value))
  return made(at, name === 'angle' && negative !== null ? heldPart(negative, width) : negative)
}

export function symbolicCall(at: SourceLocation, name: string, values: readonly Value[]): Value | null {
  if (!isSymbolic(...values)) return null
  const [first, second] = values.map(value => part(at, value))
  if (values.length === 1) return made(at, calledWith(name, first!))
  return made(at, name === 'pow' && values.length === 2 ? joinedBy('**', first!, second!) : null)
}
