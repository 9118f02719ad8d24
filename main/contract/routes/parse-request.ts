import { z } from 'zod'
import { AppError, type Fault, MAX_FAULTS } from '../model/errors'
import { validationMessage } from '../model/validation-messages'
import type { Route } from './definition'

export type RequestPart = 'params' | 'query' | 'body'
type RequestIssue = z.core.$ZodIssue

/** How a fault's location is written: a JSON pointer (RFC 6901) into the body, `#query/limit`, `#path/job_uuid`. */
const PREFIX: Record<RequestPart, string> = { params: '#path', query: '#query', body: '' }

type Parser = (input: Record<RequestPart, unknown>) => Record<RequestPart, unknown>

/** Checks the three parts of a request together, so that the caller learns of every fault at once. Throws `invalid_request`. */
export function parserFor(route: Route): Parser {
  const readers = { params: readerOf(route.params), query: readerOf(strict(route.query)), body: readerOf(route.body) }
  return input => {
    const faults: Fault[] = []
    const parse = (part: RequestPart): unknown => {
      const result = readers[part](input[part])
      if (!result.success) faults.push(...firstFaults(result.error.issues, PREFIX[part]))
      return result.data
    }
    const parsed = { params: parse('params'), query: parse('query'), body: parse('body') }
    if (faults.length > 0) throw new AppError('invalid_request', summary(faults), { faults })
    return parsed
  }
}

/** Most requests leave most parts empty, so the result for an empty part is computed once. */
function readerOf(schema: z.ZodType): (given: unknown) => z.ZodSafeParseResult<unknown> {
  const empty = schema.safeParse({})
  Object.freeze(empty.data)
  return given => (empty.success && isEmpty(given) ? empty : schema.safeParse(given, WITH_MESSAGES))
}

function isEmpty(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  for (const _ in given) return false
  return true
}

/** An unknown query parameter is refused like an unknown field: a misspelt filter must not silently match everything. */
const strict = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodObject ? schema.strict() : schema)

const WITH_MESSAGES = { error: validationMessage }

const firstFaults = (issues: readonly RequestIssue[], prefix: string): Fault[] =>
  issues
    .slice(0, MAX_FAULTS)
    .filter((issue, index) => !isSurpassed(issue, issues[index + 1]))
    .flatMap(issue => faultsOf(issue, prefix))
    .slice(0, MAX_FAULTS)

/**
 * Whether the next issue is of the same kind and place: a number beyond zod's bound of whole numbers is beyond the schema's, too.
 */
const isSurpassed = ({ code, path }: RequestIssue, next: RequestIssue | undefined): boolean =>
  next?.code === code && code.startsWith('too_') && pointer(next.path) === pointer(path)

/** One fault for each thing that is wrong; an unknown field is named at its own location. */
function faultsOf(issue: RequestIssue, prefix: string): Fault[] {
  const location = prefix + pointer(issue.path)
  const { message } = issue
  if (issue.code !== 'unrecognized_keys') return [{ pointer: location, message }]
  return issue.keys.slice(0, MAX_FAULTS).map(key => ({ pointer: location + pointer([key]), message }))
}

/** Characters of a name; a longer one is cut, or a hundred faults would fill megabytes. */
const MAX_NAME_LENGTH = 200

const pointer = (path: readonly PropertyKey[]): string => path.map(step => `/${escaped(String(step))}`).join('')

const escaped = (name: string): string =>
  (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name)
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')

const MAX_SHOWN = 3

function summary(faults: readonly Fault[]): string {
  const shown = faults.slice(0, MAX_SHOWN).map(fault => `${fault.pointer || 'the body'}: ${fault.message}`)
  const rest = faults.length - shown.length
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
}
