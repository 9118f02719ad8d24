import type { Request, RequestHandler, Response } from 'express'
import { JsonText } from '../../contract/model/json-text'
import type { Route } from '../../contract/routes/definition'
import { parserFor, type RequestPart } from '../../contract/routes/parse-request'
import type { CallOwner } from '../../worker/runner'
import { send } from '../reply/send'
import { readBody, receiveBody, UnreadBody } from '../request/body'
import { requireAccess, sessionCookie } from '../request/credentials'
import { type CallContext, callOwnerOf, type Handler } from '../request/handler'
import { idempotencyKey } from '../request/idempotency-key'
import { localsOf } from '../request/locals'
import type { RawRequest } from '../request/raw-request'

export interface PipelineOptions {
  /** Parse replies too: one that does not fit its contract is a bug and answers 500. For tests and development. */
  readonly check_replies: boolean
  /** Reads the parts of a request whose body is large, on a thread. */
  readonly read_large: (request: RawRequest, owner: CallOwner) => Promise<Record<RequestPart, unknown>>
}

/** What a caller who is known passes on a route: whether they may, what they send, what they are answered. */
export const routePipeline = (handler: Handler, options: PipelineOptions): RequestHandler[] => [
  (_request, response, next) => {
    requireAccess(handler.route.access, localsOf(response).caller)
    next()
  },
  ...receiveBody(handler.route.body_limit),
  answer(handler, options),
]

function answer(handler: Handler, options: PipelineOptions): RequestHandler {
  const { route, run } = handler
  const parse = parserFor(route)
  return async (request, response) => {
    const context = contextOf(route, request, response)
    const { params, query } = request
    const given = { params, query, body: readBody(request.body) }
    try {
      const reply =
        given.body instanceof UnreadBody
          ? await answerLarge(handler, options, rawOf(route, given, given.body), context)
          : await run(parse(given), context)
      check(route, reply, options)
      response.status(route.status)
      await send(request, response, reply, isRead(route))
    } catch (error) {
      // Work for a client that has left is given up: nobody is there to be told.
      if (!context.left(error)) throw error
    }
  }
}

/** Asked again and again by keys and by the window; what only the account holder may read is not kept anywhere. */
const isRead = ({ method, access }: Route): boolean => method === 'GET' && Array.isArray(access)

/** Of a buffer that holds nothing else: it is handed to another thread whole, and one read of a socket may hold several requests. */
const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

/** The body's bytes are handed over with it. */
const rawOf = (
  { method, path }: Route,
  { params, query }: Record<RequestPart, unknown>,
  { bytes }: UnreadBody,
): RawRequest => ({
  ...{ method, path, bytes: alone(bytes) },
  params: { ...(params as object) },
  query: { ...(query as object) },
})

async function answerLarge({ large, run }: Handler, options: PipelineOptions, raw: RawRequest, context: CallContext) {
  if (large) return large(raw, context)
  return run((await options.read_large(raw, callOwnerOf(context))) as Parameters<Handler['run']>[0], context)
}

function contextOf(route: Route, request: Request, response: Response) {
  const { request_id, caller } = localsOf(response)
  let leaving: AbortSignal | null = null
  return {
    caller,
    request_id,
    idempotency_key: route.idempotent ? idempotencyKey(request) : null,
    get signal() {
      leaving ??= leavingOf(response)
      return leaving
    },
    get cookie() {
      return sessionCookie(request, response)
    },
    /** Whether the error only says that the client went away. */
    left: (error: unknown): boolean => leaving?.aborted === true && error === leaving.reason,
  }
}

function leavingOf(response: Response): AbortSignal {
  const controller = new AbortController()
  const left = () => !response.writableEnded && controller.abort()
  if (response.closed) left()
  else response.once('close', left)
  return controller.signal
}

/** Throws where a route that is not JSON alone answers neither what it promised nor bytes. */
function check(route: Route, reply: unknown, { check_replies }: PipelineOptions): void {
  const { binary, bytes_when, method, path } = route
  const bytes = reply instanceof Uint8Array
  if (binary ? !bytes : bytes && bytes_when === null)
    throw new Error(`${method} ${path} answers bytes where it must not, or none where it must`)
  if (!check_replies || bytes) return
  const result = route.reply.safeParse(reply instanceof JsonText ? readText(reply) : reply)
  if (!result.success) throw new Error(`The reply of ${method} ${path} breaks its contract: ${result.error.message}`)
}

const readText = ({ parts }: JsonText): unknown =>
  JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString())
