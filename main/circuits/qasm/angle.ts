import { type Place, unsupported } from './model/diagnostics'
import { modulo } from './evaluation/math-functions'
import type { Meter } from './meter'
import { bitsOfNumber, bitsOfValue } from './numbers'
import type { Binding, Program } from './state/program'
import { lifted } from './tables'
import { bitwise, type Value } from './values'

type Variable = Extract<Binding, { kind: 'variable' }>
const TURN = 2 * Math.PI

/** What a variable is worth: an angle kept as bits is that fraction of a turn, in radians. */
export function variableValue(program: Program, at: Place, { type, value }: Variable): Value {
  if (type !== 'angle' || value.kind !== 'bits') return value
  const steps = 2 ** value.bits.length
  return lifted(program.meter, at, [value], step => (TURN * step!) / steps)
}

/** An angle as the bits of its fraction of a turn, the highest bit half a turn; rounded to the declared width. */
export function angleAsBits(meter: Meter, at: Place, { value, width }: Variable): Value {
  if (value.kind === 'bits') return value
  if (width === null || width > 52) return unsupported(at, 'the bits of an angle without a width of up to 52')
  const stepOf = (radians: number) => modulo(Math.round((radians / TURN) * 2 ** width), 2 ** width)
  if (value.kind === 'number') return bitwise(bitsOfNumber(stepOf(value.value), width))
  const steps = lifted(meter, at, [value], radians => stepOf(radians!))
  return bitwise(bitsOfValue(at, steps, width, 'an angle'))
}
