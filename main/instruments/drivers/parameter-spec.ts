/** A parameter of a driver file: found by its name, as it is at a model and a channel, its values checked and as text on the line. */
import { isMultipleOf } from '../../contract/numbers/arithmetic'
import { type FaultCode, InstrumentError } from '../model/fault'
import type { InstrumentValue } from '../model/request'
import { matchPattern } from './patterns'
import type { DriverFile, ParameterSpec, ValueSpec } from './schema'

/** The parameter of this name in a driver file; undefined where the file has none. */
export const parameterNamed = (
  { parameters }: Pick<DriverFile, 'parameters'>,
  name: string,
): ParameterSpec | undefined => (Object.hasOwn(parameters, name) ? parameters[name] : undefined)

/** The unit of its numbers; null for a parameter without one, and where there is no such parameter. */
export const unitOf = (spec: ParameterSpec | undefined): string | null =>
  spec?.value.type === 'number' ? spec.value.unit : null

/** The parameter of an output in the driver file; undefined where it cannot be set: it is no output. */
export function outputSpec(driver: Pick<DriverFile, 'parameters'>, parameter: string): ParameterSpec | undefined {
  const spec = parameterNamed(driver, parameter)
  return spec?.set === undefined ? undefined : spec
}

/** The driver file with the channels and ranges of the model that answered; a safe value beyond its range becomes the nearest end. */
export function forModel(driver: DriverFile, model: string): DriverFile {
  const parameters = Object.entries(driver.parameters).map(([name, spec]) => [
    name,
    withRange(withChannels(spec, model), model),
  ])
  return { ...driver, parameters: Object.fromEntries(parameters) }
}

const ofModel = <T extends { readonly model: string }>(rows: readonly T[] | undefined, model: string): T | undefined =>
  rows?.find(row => matchPattern(row.model, model) !== null)

function withChannels(spec: ParameterSpec, model: string): ParameterSpec {
  const channels = ofModel(spec.channels_by_model, model)?.channels
  return channels ? { ...spec, channels } : spec
}

/** The parameter as it is at one of its channels: with that channel's own range. */
export function forChannel(spec: ParameterSpec, channel: string | null): ParameterSpec {
  const { value } = spec
  if (value.type !== 'number' || channel === null || !value.range_by_channel) return spec
  const own = Object.hasOwn(value.range_by_channel, channel) ? value.range_by_channel[channel] : undefined
  if (!own) return spec
  const range: [number, number] = [Math.max(own[0], value.range[0]), Math.min(own[1], value.range[1])]
  return { ...spec, value: { ...value, range } }
}

function withRange(spec: ParameterSpec, model: string): ParameterSpec {
  const { value, safe } = spec
  if (value.type !== 'number') return spec
  const range = ofModel(value.range_by_model, model)?.range
  if (!range) return spec
  const [low, high] = range
  const bounded = typeof safe?.value === 'number' && { ...safe, value: Math.min(Math.max(safe.value, low), high) }
  return { ...spec, value: { ...value, range }, ...(bounded && { safe: bounded }) }
}

/** Limits of a number by its driver and by the lab together, at one of its channels; null for a parameter that is no number. */
export function rangeWithin(
  spec: ParameterSpec,
  channel: string | null,
  lab: { readonly min: number | null; readonly max: number | null } | null,
): [number, number] | null {
  const { value } = forChannel(spec, channel)
  if (value.type !== 'number') return null
  const [low, high] = value.range
  return [Math.max(low, lab?.min ?? low), Math.min(high, lab?.max ?? high)]
}

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
