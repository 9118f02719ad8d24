/** What the handler of a route is given besides its parsed input, and how a route is connected to it. */
import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import type { CsvText } from '../../contract/model/csv-text'
import { AppError } from '../../contract/model/errors'
import type { JsonText } from '../../contract/model/json-text'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '../../contract/routes/definition'
import type { Caller } from '../../contract/service/account'
import type { WorkContext } from '../../worker/runner'
import { type SessionCookie, sessionCookie } from './caller'
import { localsOf } from './entry'
import type { RawRequest } from './raw-request'

export interface CallContext {
  /** null only on public routes called without credentials. */
  readonly caller: Caller | null
  readonly request_id: string
  /** The Idempotency-Key without its quotes; null without one, and on routes that take none. */
  readonly idempotency_key: string | null
  /** Aborted when the client goes away. Made when it is first asked for: few calls do. */
  readonly signal: AbortSignal
  readonly cookie: SessionCookie
  /** Says in Cache-Control how long what is answered holds, also where that is an error. Not called: it is not kept. */
  cacheFor(directives: string): void
  /** Which of the media types the client would rather have; the first where it names none. */
  preferred(types: readonly string[]): string
}

/**
 * Context of a call for tasks on threads: the key whose share they use (null: the account holder), and the signal of a disconnected
 * client.
 */
export const workContextOf = ({ caller, signal }: CallContext): WorkContext => ({
  owner: caller?.key_id ?? null,
  signal,
})

export interface Handler {
  readonly route: Route
  readonly run: (input: { params: unknown; query: unknown; body: unknown }, context: CallContext) => unknown
  /** Takes a request whose body is too large to be read here; left out: it is read elsewhere, then run. */
  readonly large?: Large
}
type Large = (request: RawRequest, context: CallContext) => unknown

/** Bytes only on routes that say so in `binary` or `bytes_when`, CSV where `csv_when` does; a JsonText is of the reply's shape. */
type HandlerReply<R> = ReplyOf<R> | JsonText | CsvText | Uint8Array

/** Connects one route to one call. Parsing, authentication and errors belong to the steps of every route. */
export const handle = <R extends Route>(
  route: R,
  run: (
    input: { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> },
    context: CallContext,
  ) => HandlerReply<R> | Promise<HandlerReply<R>>,
): Handler => ({ route, run: run as Handler['run'] })

export const handleLarge = (handler: Handler, large: Large | undefined): Handler =>
  large ? { ...handler, large } : handler

/** A route that is a WebSocket: its upgrade is answered by `events/websockets.ts`. */
export const handleStream = (route: Route): Handler => ({
  route,
  run: () => {
    throw new AppError('upgrade_required', 'Events come over a WebSocket; this was a plain GET')
  },
})

/** The context of a request of a route. A class: its getters stand once, not in each call. */
export class RequestContext implements CallContext {
  readonly caller: Caller | null
  readonly request_id: string
  readonly idempotency_key: string | null
  private leaving: AbortSignal | null = null

  /** Throws `invalid_request` for an Idempotency-Key that cannot be used. */
  constructor(
    { idempotent }: Route,
    private readonly request: Request,
    private readonly response: Response,
  ) {
    const { caller, request_id } = localsOf(response)
    this.caller = caller
    this.request_id = request_id
    this.idempotency_key = idempotent ? idempotencyKey(request) : null
  }

  get signal(): AbortSignal {
    this.leaving ??= leavingOf(this.response)
    return this.leaving
  }

  get cookie(): SessionCookie {
    return sessionCookie(this.request, this.response)
  }

  cacheFor(directives: string): void {
    this.response.setHeader('Cache-Control', directives)
  }

  preferred(types: readonly string[]): string {
    this.response.vary('Accept')
    return this.request.accepts([...types]) || types[0]!
  }

  /** Whether the error only says that the client went away. */
  left(error: unknown): boolean {
    return this.leaving?.aborted === true && error === this.leaving.reason
  }
}

function leavingOf(response: Response): AbortSignal {
  const controller = new AbortController()
  const left = () => !response.writableEnded && controller.abort()
  if (response.closed) left()
  else response.once('close', left)
  return controller.signal
}

/** Visible ASCII without the quote, as it stands bare or between quotes (an RFC 8941 string; escapes are not needed). */
const KEY = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/

/** The Idempotency-Key, quoted or bare, which are the same key; null without one. Throws `invalid_request`. */
function idempotencyKey({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const value = headers['idempotency-key']
  if (value === undefined) return null
  const [, quoted, bare] = KEY.exec(String(value)) ?? []
  const key = quoted ?? bare
  if (key !== undefined) return key
  throw new AppError('invalid_request', 'The Idempotency-Key cannot be used', {
    faults: [
      { pointer: '#header/Idempotency-Key', message: '1 to 255 visible ASCII characters, in double quotes or without' },
    ],
  })
}
