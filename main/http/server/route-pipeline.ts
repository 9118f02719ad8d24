import type { ServerResponse } from 'node:http'
import type { Account } from '../../account/account'
import { JsonText } from '../../contract/model/json-text'
import { type Parts, parserFor } from '../../contract/routes/parse-request'
import type { Route } from '../../contract/routes/definition'
import { jsonBody, UnreadBody } from '../body'
import { callerOf, permit, sessionCookie } from '../request/credentials'
import type { Exchange } from '../exchange'
import type { CallContext, Handler } from '../request/handler'
import { idempotencyKey } from '../request/idempotency-key'
import type { RawRequest } from '../request/raw-request'
import { readRequest } from '../request/raw-request'
import { send } from '../send'

export interface ServeParts {
  readonly account: Account
  readonly limit: (exchange: Exchange) => Promise<void>
  /** Parse replies too: one that does not fit its contract is a bug and answers 500. For tests and development. */
  readonly check_replies: boolean
  /** Reads the parts of a request whose body is large, away from here; left out: here. */
  readonly read_large?: (request: RawRequest, signal: AbortSignal) => Promise<Record<Parts, unknown>>
}

/** Serves one route to a request that was found to be for it, with the parts of its address. Rejects with what went wrong. */
export type Serve = (exchange: Exchange, params: object, query: object) => Promise<void>

/** Every route alike: who calls, how often, whether they may, what they send, what they are answered. */
export function serving(handler: Handler, parts: ServeParts): Serve {
  const { route } = handler
  const { account, limit } = parts
  const body = jsonBody(route.body_limit)
  const answer = answering(handler, parts)
  return async (exchange, params, query) => {
    const { request, response } = exchange
    exchange.caller = callerOf(request, account)
    await limit(exchange)
    permit(route.access, exchange.caller)
    await answer(exchange, { params, query, body: await body(request, response) })
  }
}

function answering(handler: Handler, parts: ServeParts) {
  const { route, run } = handler
  const parse = parserFor(route)
  return async (exchange: Exchange, given: Record<Parts, unknown>): Promise<void> => {
    const context = contextOf(route, exchange)
    try {
      const reply =
        given.body instanceof UnreadBody
          ? await answerLarge(handler, parts, rawOf(route, given, given.body), context)
          : await run(parse(given), context)
      check(route, reply, parts)
      await send(exchange, route.status, reply)
    } catch (error) {
      // Work for a client that has left is given up: nobody is there to be told.
      if (!context.left(error)) throw error
    }
  }
}

/** The body's bytes are handed over with it. */
const rawOf = (
  { method, path }: Route,
  { params, query }: Record<Parts, unknown>,
  { bytes }: UnreadBody,
): RawRequest => ({
  ...{ method, path, bytes },
  params: { ...(params as object) },
  query: { ...(query as object) },
})

async function answerLarge({ large, run }: Handler, parts: ServeParts, raw: RawRequest, context: CallContext) {
  if (large) return large(raw, context)
  const read = parts.read_large ?? (async (request: RawRequest) => readRequest(request))
  return run((await read(raw, context.signal)) as Parameters<Handler['run']>[0], context)
}

function contextOf(route: Route, { request, response, request_id, caller }: Exchange) {
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

function leavingOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const left = () => !response.writableEnded && controller.abort()
  if (response.closed) left()
  else response.once('close', left)
  return controller.signal
}

/** Throws where a route that is not JSON alone answers neither what it promised nor bytes. */
function check(route: Route, reply: unknown, { check_replies }: ServeParts): void {
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
