/** Values of parameters as text on the line and back, checked against their range on both ways. */
import { isMultipleOf } from '../../contract/numbers/steps'
import { InstrumentError } from '../model/fault'
import type { InstrumentValue } from '../model/reading'
import type { ValueSpec } from './schema'

/** Whoever asks for a value outside the range is refused before a byte goes out. Returns the value itself. */
export function checkValue(spec: ValueSpec, value: InstrumentValue, name: string): InstrumentValue {
  const refuse = (expected: string): never => {
    throw new InstrumentError('value_out_of_range', `${name} takes ${expected}, not ${JSON.stringify(value)}`)
  }
  switch (spec.type) {
    case 'number': {
      const [low, high] = spec.range
      const unit = spec.unit ? ` ${spec.unit}` : ''
      if (typeof value !== 'number' || !(value >= low && value <= high)) return refuse(`${low} to ${high}${unit}`)
      if (spec.step !== undefined && !isMultipleOf(spec.step, value)) return refuse(`multiples of ${spec.step}${unit}`)
      return value
    }
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(spec.values, value)
        ? value
        : refuse(`one of ${Object.keys(spec.values).join(', ')}`)
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse('true or false')
    case 'text':
      return typeof value === 'string' && /^[ -~]{1,200}$/.test(value) ? value : refuse('1 to 200 printable characters')
  }
}

/** What stands for `{value}` in a command. */
export function commandText(spec: ValueSpec, value: InstrumentValue): string {
  switch (spec.type) {
    case 'number': {
      const scaled = Number(value) * spec.scale
      const text = spec.decimals === undefined ? String(Number(scaled.toPrecision(12))) : scaled.toFixed(spec.decimals)
      return spec.plus_sign || spec.whole_digits ? padded(text, spec) : text
    }
    case 'choice':
      return spec.values[String(value)]![0]!
    case 'boolean':
      return (value ? spec.true : spec.false)[0]!
    case 'text':
      return String(value)
  }
}

function padded(text: string, { plus_sign, whole_digits = 1 }: Extract<ValueSpec, { type: 'number' }>): string {
  const [whole = '', ...behind] = text.replace(/^-/, '').split('.')
  const sign = text.startsWith('-') ? '-' : plus_sign ? '+' : ''
  return sign + [whole.padStart(whole_digits, '0'), ...behind].join('.')
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/

/** The value of a text that came back. Throws `reply_malformed` on whatever the parameter cannot be. */
export function parseReply(spec: ValueSpec, text: string): InstrumentValue {
  const refuse = (expected: string): never => {
    throw new InstrumentError('reply_malformed', `${expected} expected, not ${JSON.stringify(text.slice(0, 60))}`)
  }
  switch (spec.type) {
    case 'number':
      return NUMBER.test(text.trim()) ? rounded(Number(text) / spec.scale) : refuse('a number')
    case 'choice': {
      const found = Object.entries(spec.values).find(([, words]) => isOneOf(words, text))
      return found ? found[0] : refuse(`one of ${Object.values(spec.values).map(first).join(', ')}`)
    }
    case 'boolean':
      if (isOneOf(spec.true, text)) return true
      return isOneOf(spec.false, text) ? false : refuse(`${spec.true[0]} or ${spec.false[0]}`)
    case 'text':
      return text
  }
}

const first = ([word]: readonly string[]) => word
const isOneOf = (words: readonly string[], text: string) =>
  words.some(word => word.toLowerCase() === text.trim().toLowerCase())

/** A scale such as 1e-6 leaves digits that nobody sent. */
const rounded = (value: number) => Number(value.toPrecision(12))

/** Outside of its range a number is no reading of this instrument, whatever made it. */
export function checkRead(spec: ValueSpec, value: InstrumentValue): InstrumentValue {
  if (spec.type !== 'number') return value
  const [low, high] = spec.range
  if (typeof value === 'number' && value >= low && value <= high) return value
  throw new InstrumentError('reply_malformed', `${value} lies outside of ${low} to ${high}`)
}

/** Equal within the tolerance; half a step of rounding is the instrument's own. */
export function agrees(
  spec: ValueSpec,
  {
    tolerance,
    wanted,
    found,
  }: { readonly tolerance: number; readonly wanted: InstrumentValue | null; readonly found: InstrumentValue | null },
): boolean {
  if (spec.type !== 'number' || typeof wanted !== 'number' || typeof found !== 'number') return wanted === found
  return Math.abs(wanted - found) <= tolerance + 1e-9 * Math.max(1e-3, Math.abs(wanted))
}
