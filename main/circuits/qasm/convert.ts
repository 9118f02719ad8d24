import type { Bit } from './model/bits'
import { evaluateInteger } from './evaluation/expression'
import { exceeded, type Place, semantic } from './model/diagnostics'
import { modulo } from './evaluation/math-functions'
import { MAX_BITS } from './model/limits'
import type { Meter } from './meter'
import { bitsOfNumber, bitsOfValue, integerOf, numberOf, safe } from './numbers'
import type { Program } from './state/program'
import type { Type, TypeName } from './model/ast'
import { lifted } from './tables'
import { bitwise, isRunTime, numeric, truthOf, type Value } from './values'

/** Widths up to which a number holds every value of an integer type. */
const EXACT_WIDTH = 52

/** The value as a variable of the type holds it. */
export const converted = (program: Program, at: Place, type: Type, value: Value): Value =>
  convertedTo(program.meter, at, type.name, widthOfType(program, type), value)

/** The declared width of a type; null where there is none. */
export function widthOfType(program: Program, { size }: Type): number | null {
  if (size === null) return null
  const width = evaluateInteger(program, size, 'a size')
  if (width > MAX_BITS) exceeded(size, `sizes end at ${MAX_BITS}`)
  return width >= 1 ? width : semantic(size, `a size must be at least 1, not ${width}`)
}

export function convertedTo(meter: Meter, at: Place, type: TypeName, width: number | null, value: Value): Value {
  if (type === 'bool') return bitwise([truthOf(at, value)])
  if (type === 'bit') return bitwise(fitted(at, value, width ?? 1))
  if (type === 'angle' && value.kind === 'bits') return bitwise(fitted(at, value, width ?? value.bits.length))
  if (value.kind === 'bits' && isRunTime(value) && type !== 'float')
    return type === 'uint' && width !== null ? bitwise(value.bits.slice(0, width)) : value
  const hold = (number: number) => held(at, type, width, number)
  return isRunTime(value)
    ? lifted(meter, at, [value], number => hold(number!))
    : numeric(hold(numberOf(at, value, 'this value')))
}

/** A number in a variable: unsigned integers wrap around; signed ones may be read as unsigned, so both ranges are open. */
function held(at: Place, type: TypeName, width: number | null, number: number): number {
  if (type !== 'int' && type !== 'uint') return number
  const whole = safe(at, Math.trunc(number))
  if (width === null || width > EXACT_WIDTH) return whole
  if (type === 'uint') return modulo(whole, 2 ** width)
  return whole >= -(2 ** (width - 1)) && whole < 2 ** width
    ? whole
    : semantic(at, `${whole} does not fit in int[${width}]`)
}

function fitted(at: Place, value: Value, width: number): Bit[] {
  if (value.kind === 'number') return bitsOfNumber(integerOf(at, value, 'what becomes bits'), width)
  if (value.kind === 'table') return bitsOfValue(at, value, width, 'what becomes bits')
  if (value.bits.length !== width) semantic(at, `${value.bits.length} bits do not fit in ${width}`)
  return [...value.bits]
}
