/** Values of parameters as text on the line and back, checked against their range on both ways. */
import { isMultipleOf } from '../../contract/numbers/steps'
import { type FaultCode, InstrumentError } from '../model/fault'
import type { InstrumentValue } from '../model/parameter'
import type { ValueSpec } from './schema'

/**
 * Returns the value, or throws before a byte goes out: `value_wrong_type`, `value_out_of_range`, `value_off_step`, `unknown_choice`
 * or `line_malformed`. The message names the value and what is allowed.
 */
export function checkValue(spec: ValueSpec, value: InstrumentValue, name: string): InstrumentValue {
  const refuse = (fault: FaultCode, expected: string): never => {
    throw new InstrumentError(fault, `${name} takes ${expected}`)
  }
  if (typeof value !== JSON_TYPES[spec.type])
    return refuse('value_wrong_type', `${takenText(spec)}, not ${typedText(spec, value)}`)
  if (spec.type === 'number') checkNumber(spec, Number(value), refuse)
  if (spec.type === 'choice' && !Object.hasOwn(spec.values, String(value)))
    refuse('unknown_choice', `${takenText(spec)}, not ${value}`)
  if (spec.type === 'text' && !/^[ -~]{1,200}$/.test(String(value)))
    refuse('line_malformed', `1 to 200 printable characters, not ${JSON.stringify(value)}`)
  return value
}

const JSON_TYPES = { number: 'number', choice: 'string', boolean: 'boolean', text: 'string' } as const

type NumberSpec = Extract<ValueSpec, { type: 'number' }>

function checkNumber(spec: NumberSpec, value: number, refuse: (fault: FaultCode, expected: string) => never): void {
  const [low, high] = spec.range
  const unit = spec.unit ? ` ${spec.unit}` : ''
  if (!(value >= low && value <= high)) refuse('value_out_of_range', `${low} to ${high}${unit}, not ${value}`)
  if (spec.step === undefined || isMultipleOf(spec.step, value)) return
  const nearest = nearestMultiples(spec.step, value).filter(one => one >= low && one <= high)
  const named = `the nearest ${nearest.length === 1 ? 'is' : 'are'} ${nearest.join(' and ')}${unit}`
  refuse('value_off_step', `multiples of ${spec.step}${unit}, not ${value}${nearest.length > 0 ? `: ${named}` : ''}`)
}

const nearestMultiples = (step: number, value: number): number[] =>
  [Math.floor(value / step), Math.ceil(value / step)].map(count => rounded(count * step) + 0)

/** What a parameter takes, in words. */
function takenText(spec: ValueSpec): string {
  switch (spec.type) {
    case 'number':
      return `a number from ${spec.range.join(' to ')}${spec.unit ? ` ${spec.unit}` : ''}`
    case 'choice':
      return `one of ${Object.keys(spec.values).join(', ')}`
    case 'boolean':
      return 'true or false'
    case 'text':
      return 'a text'
  }
}

const TYPE_WORDS = { string: 'text', number: 'number', boolean: 'switch value' } as const

function typedText({ type }: ValueSpec, value: InstrumentValue): string {
  const text = JSON.stringify(value)
  const isQuoted = type === 'number' && typeof value === 'string' && NUMBER.test(value)
  const sent = `the ${TYPE_WORDS[typeof value as keyof typeof TYPE_WORDS]} ${text}`
  return isQuoted ? `${sent}: write ${Number(value)} without quotes` : sent
}

/** Text of `{value}` in a command. */
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

/** The value of a text that came back. Throws `reply_malformed` for a text that is no value of the parameter. */
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

/** Rounds off the digits that a scale such as 1e-6 adds. */
const rounded = (value: number) => Number(value.toPrecision(12))

/** Returns the value. Throws `reply_malformed` for a number outside of the range, which the instrument cannot have read. */
export function checkRead(spec: ValueSpec, value: InstrumentValue): InstrumentValue {
  if (spec.type !== 'number') return value
  const [low, high] = spec.range
  if (typeof value === 'number' && value >= low && value <= high) return value
  throw new InstrumentError('reply_malformed', `${value} lies outside of ${low} to ${high}`)
}

/** Whether values are equal; numbers may differ by the tolerance and a rounding error of 1e-9 of the value. */
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
