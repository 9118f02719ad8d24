/** Messages of schema errors for the sender of a value: what would be valid, and what was sent instead. */
import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

/** For zod's `error` of a parse; a schema's own message takes precedence. */
export const validationMessage = (issue: RawIssue): string => {
  if (issue.code === 'unrecognized_keys') return unknownField(issue)
  if (issue.code === 'invalid_union') return unionOf(issue)
  if (issue.code === 'invalid_key') return `no name that may stand here; expected ${issue.issues[0]?.message}`
  if (issue.input === undefined) return `missing; expected ${expectedOf(issue)}`
  return `expected ${expectedOf(issue)}${insteadOf(issue)}`
}

function expectedOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected as string] ?? String(issue.expected)
    case 'invalid_value':
      return issue.values.length === 1 ? shown(issue.values[0]) : `one of ${issue.values.map(shown).join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? `text in the form ${issue.pattern ?? issue.format}`
    case 'too_small':
      return bound('at least', issue.minimum, issue)
    case 'too_big':
      return bound('at most', issue.maximum, issue)
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    default:
      return 'another value'
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
}

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' }

function bound(words: string, limit: number | bigint, { origin, inclusive }: RawIssue): string {
  const unit = UNITS[origin as string]
  const which = inclusive === false ? (words === 'at least' ? 'more than' : 'less than') : words
  return `${which} ${limit}${unit ? ` ${unit}${limit === 1 ? '' : 's'}` : ''}`
}

/** NaN stands for a text that is no number. */
function insteadOf({ code, input }: RawIssue): string {
  if (typeof input === 'number' && Number.isNaN(input)) return ''
  const counted = code === 'too_small' || code === 'too_big'
  if (counted && Array.isArray(input)) return `, not ${input.length}`
  if (counted && typeof input === 'string') return `, not ${input.length}`
  return `, not ${shown(input)}`
}

const MAX_SHOWN = 40

/** A short text for any value. */
function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > MAX_SHOWN ? `a text of ${value.length} characters` : JSON.stringify(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** A discriminated union lists its choices; for other unions the messages of the branches are joined. */
function unionOf(issue: RawIssue & { code: 'invalid_union' }): string {
  const { options } = issue as { options?: readonly unknown[] }
  if (options) return `expected one of ${options.map(shown).join(', ')}`
  const wanted = issue.errors.map(branch => branch.map(({ message }) => message).join(', '))
  return [...new Set(wanted)].join('; or ')
}

function unknownField({ inst }: RawIssue): string {
  const { shape = {} } = (inst?._zod.def ?? {}) as { shape?: object }
  const names = Object.keys(shape)
  return names.length === 0 ? 'unknown field; none is taken here' : `unknown field; known: ${names.join(', ')}`
}
