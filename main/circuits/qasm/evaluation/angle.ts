/** Angles are unsigned fixed-point fractions of a turn, the highest bit half a turn (OpenQASM 3, types). */
import { angleStep } from '../../parameters/held-values'
import type { TypeName } from '../model/ast'
import type { Bit } from '../model/bits'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { bitsOfNumber, bitsOfValue } from '../model/numbers'
import type { StepBudget } from '../model/step-budget'
import { mapTable } from '../model/tables'
import { bitsValue, type Value } from '../model/values'
import type { BindingOf } from '../state/names'
import type { ProgramState } from '../state/program'

const TURN = 2 * Math.PI
/** Largest width of an angle whose values a double holds exactly. */
const EXACT_WIDTH = 52

/** The value of a variable; an angle that is stored as bits is given in radians. */
export const variableValue = (
  program: ProgramState,
  at: SourceLocation,
  { type, value }: BindingOf<'variable'>,
): Value => (type === 'angle' && value.kind === 'bits' ? angleOfBits(program.budget, at, value.bits) : value)

/**
 * Values of one type in one form: angles as their bits where all are bits, else in radians. Hot loop: for each operation that a
 * program's loops evaluate, up to millions.
 */
export function inOneForm(budget: StepBudget, at: SourceLocation, type: TypeName, values: readonly Value[]): Value[] {
  if (type !== 'angle' || values.every(({ kind }) => kind === 'bits')) return [...values]
  return values.map(value => (value.kind === 'bits' ? angleOfBits(budget, at, value.bits) : value))
}

export function angleOfBits(budget: StepBudget, at: SourceLocation, bits: readonly Bit[]): Value {
  const steps = 2 ** bits.length
  return mapTable(budget, at, [bitsValue(bits)], step => (TURN * step!) / steps)
}

/**
 * The bits of an angle in radians; bits and inputs are returned as they are. Hot loop: for each operation that a
 * program's loops evaluate, up to millions.
 */
export function angleBits(budget: StepBudget, at: SourceLocation, value: Value, width: number | null): Value {
  if (value.kind === 'bits' || value.kind === 'symbol') return value
  if (width === null || width > EXACT_WIDTH)
    return unsupportedError(at, `the bits of an angle without a width of up to ${EXACT_WIDTH}`)
  if (value.kind === 'number') return bitsValue(bitsOfNumber(angleStep(value.value, width), width))
  const steps = mapTable(budget, at, [value], radians => angleStep(radians!, width))
  return bitsValue(bitsOfValue(at, steps, width, 'an angle'))
}

export const angleAsBits = (budget: StepBudget, at: SourceLocation, { value, width }: BindingOf<'variable'>): Value =>
  angleBits(budget, at, value, width)

/**
 * Quotient of two angles as unsigned integers of their bits, rounded down. Hot loop: for each operation that a program's loops
 * evaluate, up to millions.
 */
export function quotientOfAngles(at: SourceLocation, angle: number, by: number, width: number | null): number {
  if (width === null || width > EXACT_WIDTH)
    return unsupportedError(at, `the quotient of angles without a width of up to ${EXACT_WIDTH}`)
  const [of, other] = [angleStep(angle, width), angleStep(by, width)]
  return other === 0 ? semanticError(at, 'this has no finite value') : Math.floor(of / other)
}
