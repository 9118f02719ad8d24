import type { IncomingMessage } from 'node:http'
import express, { type RequestHandler } from 'express'
import { CsvText } from '../../contract/model/csv-text'
import { AppError } from '../../contract/model/errors'
import { JsonText } from '../../contract/model/json-text'
import { hasTag, type Route } from '../../contract/routes/definition'
import { parserFor, type RequestPart } from '../../contract/routes/parse-request'
import type { WorkContext } from '../../worker/runner'
import { send } from '../reply/send'
import { type CallContext, type Handler, RequestContext, workContextOf } from '../request/call'
import { requireAccess } from '../request/caller'
import { localsOf } from '../request/entry'
import { parseJson, type RawRequest } from '../request/raw-request'

export interface RouteOptions {
  /** Parses replies too: one that does not match its contract is a bug and answers 500. For tests and development. */
  readonly check_replies: boolean
  /** Parses a request with a large body on a thread. */
  readonly read_large: (request: RawRequest, owner: WorkContext) => Promise<Record<RequestPart, unknown>>
}

/** The steps of an authenticated request: access, input, reply. */
export const routeSteps = (handler: Handler, options: RouteOptions): RequestHandler[] => [
  (request, response, next) => {
    requireAccess(handler.route.access, localsOf(response).caller, request)
    requireJson(request)
    next()
  },
  express.raw({ type: () => true, limit: handler.route.body_limit, inflate: false }),
  answer(handler, options),
]

/** Refuses a body whose Content-Type is not JSON in UTF-8. */
function requireJson(request: express.Request): void {
  const type = request.headers['content-type']
  if (!hasBody(request) || type === 'application/json') return
  if (!request.is(['application/json', '+json']))
    throw new AppError(
      'unsupported_media_type',
      `The body is ${type || 'of no stated type'}, this route takes application/json`,
    )
  refuseOtherCharset(type)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** JSON is UTF-8 only (RFC 8259, section 8.1). */
function refuseOtherCharset(type = ''): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new AppError('unsupported_media_type', `The body is in ${charset.slice(0, 40)}; JSON is sent in UTF-8`)
}

function answer(handler: Handler, options: RouteOptions): RequestHandler {
  const { route, run } = handler
  const parse = parserFor(route)
  return async (request, response) => {
    const context = new RequestContext(route, request, response)
    const { params, query } = request
    const bytes: Uint8Array = request.body ?? NOTHING
    try {
      const reply =
        bytes.length > MAX_READ
          ? await answerLarge(handler, rawOf(route, { params, query }, bytes), { ...options, context })
          : await run(parse({ params, query, body: parseJson(bytes) }), context)
      check(route, reply, options)
      response.status(route.status)
      await send(request, response, {
        reply,
        kind: {
          is_read: hasTag(route),
          is_secret: route.rate === 'draws',
          media_type: route.media_type,
        },
      })
    } catch (error) {
      // The client has disconnected, so the work was cancelled and there is nobody to reply to.
      if (!context.left(error)) throw error
    }
  }
}

const NOTHING = new Uint8Array()
/**
 * Bodies above this many bytes are parsed on a thread: here they would block the event loop for more than a few
 * milliseconds.
 */
const MAX_READ = 8_192

async function answerLarge(
  { large, run }: Handler,
  raw: RawRequest,
  { read_large, context }: Pick<RouteOptions, 'read_large'> & { readonly context: CallContext },
) {
  if (large) return large(raw, context)
  return run((await read_large(raw, workContextOf(context))) as Parameters<Handler['run']>[0], context)
}

/** The request for a thread, to which the buffer of the body is transferred. */
const rawOf = (
  { method, path }: Route,
  { params, query }: { params: object; query: object },
  bytes: Uint8Array,
): RawRequest => ({ method, path, bytes: alone(bytes), params: { ...params }, query: { ...query } })

/**
 * Gives the bytes a buffer of their own: a buffer is transferred whole, and one read of a socket may contain several
 * requests.
 */
const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

/**
 * Throws when a reply breaks the route's contract: bytes where none are allowed, none where they are required, or, with
 * `check_replies`, a reply that its schema refuses.
 */
function check(route: Route, reply: unknown, { check_replies }: RouteOptions): void {
  const { binary, bytes_when, csv_when, method, path } = route
  if (reply instanceof CsvText && csv_when !== null) return
  const bytes = reply instanceof Uint8Array
  if (binary ? !bytes : bytes && bytes_when === null)
    throw new Error(`${method} ${path} answers bytes where it must not, or none where it must`)
  if (!check_replies || bytes) return
  const result = route.reply.safeParse(reply instanceof JsonText ? readText(reply) : reply)
  if (!result.success) throw new Error(`The reply of ${method} ${path} breaks its contract: ${result.error.message}`)
}

const readText = ({ parts }: JsonText): unknown =>
  JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString())
