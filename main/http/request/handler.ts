import type { JsonText } from '../../contract/model/json-text'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '../../contract/routes/definition'
import type { Caller } from '../../contract/service/account'
import type { CallOwner } from '../../worker/runner'
import type { RawRequest } from './raw-request'

/** The session cookie of this call; only routes of sessions touch it. */
export interface SessionCookie {
  /** As the browser names itself; empty where it does not. */
  readonly browser: string
  /** What the browser sent, null without one. */
  readonly value: string | null
  set(value: string): void
  clear(): void
}

export interface CallContext {
  /** null only on public routes called without credentials. */
  readonly caller: Caller | null
  readonly request_id: string
  /** The Idempotency-Key without its quotes; null without one, and on routes that take none. */
  readonly idempotency_key: string | null
  /** Aborted when the client goes away. Made when it is first asked for: few calls do. */
  readonly signal: AbortSignal
  readonly cookie: SessionCookie
}

/** Whose share of the threads a call takes (the key, null for the account holder), until its client leaves. */
export const callOwnerOf = ({ caller, signal }: CallContext): CallOwner => ({ owner: caller?.key_id ?? null, signal })

export interface Handler {
  readonly route: Route
  readonly run: (input: { params: unknown; query: unknown; body: unknown }, context: CallContext) => unknown
  /** Takes a request whose body is too large to be read here; left out: it is read elsewhere, then run. */
  readonly large?: Large
}
type Large = (request: RawRequest, context: CallContext) => unknown

/** Bytes only on routes that say so in `binary` or `bytes_when`; a JsonText is of the reply's shape. */
type Answer<R> = ReplyOf<R> | JsonText | Uint8Array

/** Connects one route to one call. Parsing, authentication and errors belong to the router. */
export const handle = <R extends Route>(
  route: R,
  run: (
    input: { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> },
    context: CallContext,
  ) => Answer<R> | Promise<Answer<R>>,
): Handler => ({ route, run: run as Handler['run'] })

export const handleLarge = (handler: Handler, large: Large | undefined): Handler =>
  large ? { ...handler, large } : handler
