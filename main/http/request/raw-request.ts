import { duplicateKey } from '../../contract/model/duplicate-keys'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Route } from '../../contract/routes/definition'
import { parserFor, type RequestPart } from '../../contract/routes/parse-request'

/** A request with its body unparsed, for a thread to parse it. */
export interface RawRequest extends Record<Exclude<RequestPart, 'body'>, unknown> {
  /** As the route table has them. */
  readonly method: string
  readonly path: string
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body; nothing at all counts as {}. Throws AppError `malformed_json`, or `invalid_request` for a name that appears twice in one object. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {}
  refuseDeep(bytes)
  const text = textOf(bytes)
  const value = read(text)
  const repeated = duplicateKey(text, value)
  if (repeated === null) return value
  const message = 'appears twice in one object; send each name once'
  const { pointer } = repeated
  throw new AppError('invalid_request', `${pointer}: ${message}`, { faults: [{ pointer, message }] })
}

/** Far more than any body of ours has. */
const MAX_LEVELS = 1_000
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
/** Bit 0x20 distinguishes `[` from `{` and `]` from `}`, so that one comparison finds both. */
const [CASE, OPENING, CLOSING] = [0x20, 0x7b, 0x7d]

/** JSON.parse takes seconds for megabytes of brackets, whether they are closed or not. */
function refuseDeep(bytes: Uint8Array): void {
  let levels = 0
  for (let at = 0; at < bytes.length && levels <= MAX_LEVELS; at += 1) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if ((byte | CASE) === OPENING) levels += 1
    else if ((byte | CASE) === CLOSING) levels -= 1
  }
  if (levels <= MAX_LEVELS) return
  const message = `more than ${MAX_LEVELS} lists and objects within each other`
  throw new AppError('invalid_request', `the body: ${message}`, { faults: [{ pointer: '', message }] })
}

/** Where the quote is that ends it; the end of the body where none does. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = start + 1
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1
  return end
}

/** Throws for what is not UTF-8: replacing the bad bytes would alter names silently. */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('malformed_json', `The body is not UTF-8: byte ${badByte(bytes)} cannot stand where it does`)
  }
}

/** From 0: behind the longest beginning that is UTF-8 or may become it. */
function badByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBeginning(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  return good
}

/** Whether it is UTF-8, but for a last character that may be cut off. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('malformed_json', (error as Error).message)
  }
}

/** The parsed parts, as the router would have them. Throws AppError `malformed_json` or `invalid_request`. */
export function readRequest({ method, path, params, query, bytes }: RawRequest): Record<RequestPart, unknown> {
  const table: readonly Route[] = Object.values(routes)
  const route = table.find(each => each.method === method && each.path === path)
  if (!route) throw new Error(`The route table has no ${method} ${path}`)
  return parserFor(route)({ params, query, body: parseJson(bytes) })
}
