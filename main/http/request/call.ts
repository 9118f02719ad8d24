/** Context of a route's handler besides its parsed input, and the functions that connect a route to its handler. */
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
  /** The Idempotency-Key without its quotes; null without one, and on routes that ignore it. */
  readonly idempotency_key: string | null
  /** Aborted when the client disconnects; made at first access, as few calls need it. */
  readonly signal: AbortSignal
  readonly cookie: SessionCookie
  /**
   * Sets Cache-Control for the reply, even an error. Without it `send` sets `private, no-cache` for a tagged reply and
   * no-store for others.
   */
  cacheFor(directives: string): void
  /** The media type that the client prefers; the first where it names none of them. */
  preferred(types: readonly string[]): string
}

/**
 * Context of a call for tasks on threads: the owner whose share they count against (null: the account holder), and a
 * signal that aborts when the client disconnects.
 */
export const workContextOf = ({ caller, signal }: CallContext): WorkContext => ({
  owner: caller?.key_id ?? null,
  signal,
})

export interface Handler {
  readonly route: Route
  readonly run: (input: { params: unknown; query: unknown; body: unknown }, context: CallContext) => unknown
  /**
   * Handles a request whose body is too large to parse on the main thread; left out: a thread parses it, then `run` is
   * called.
   */
  readonly large?: Large
}
type Large = (request: RawRequest, context: CallContext) => unknown

/**
 * Bytes only on routes with `binary` or `bytes_when`, CSV only with `csv_when`; a JsonText must have the reply's shape.
 */
type HandlerReply<R> = ReplyOf<R> | JsonText | CsvText | Uint8Array

/** Connects one route to one call. Parsing, authentication and errors are handled by steps common to all routes. */
export const handle = <R extends Route>(
  route: R,
  run: (
    input: { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> },
    context: CallContext,
  ) => HandlerReply<R> | Promise<HandlerReply<R>>,
): Handler => ({ route, run: run as Handler['run'] })

export const handleLarge = (handler: Handler, large: Large | undefined): Handler =>
  large ? { ...handler, large } : handler

/** Handler for a plain GET of a WebSocket route; `events/websockets.ts` answers the upgrades. */
export const handleStream = (route: Route): Handler => ({
  route,
  run: () => {
    throw new AppError('upgrade_required', 'Events come over a WebSocket; this was a plain GET')
  },
})

/** Context of one request. A class, so that its getters are not created anew for each call. */
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

  /** Whether the error only reports that the client disconnected. */
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

/**
 * Visible ASCII and space without quote and backslash, in double quotes; or bare, then without spaces (an RFC 8941
 * string without escapes).
 */
const KEY = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/

/** The Idempotency-Key; quoted and bare spellings are the same key. Null without one. Throws `invalid_request`. */
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
