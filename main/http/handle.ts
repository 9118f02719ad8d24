import type { Caller } from '../contract/account'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '../contract/route'

/** The session cookie of this call; only sign-in and sign-out touch it. */
export interface SessionCookie {
  /** What the browser sent, null without one. */
  readonly value: string | null
  set(value: string): void
  clear(): void
}

export interface CallContext {
  /** null only on public routes called without credentials. */
  readonly caller: Caller | null
  readonly request_id: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  readonly cookie: SessionCookie
}

export interface Handler {
  readonly route: Route
  readonly run: (input: { params: unknown; query: unknown; body: unknown }, context: CallContext) => unknown
}

/** Connects one route to one call. Parsing, authentication and errors belong to the router. */
export const handle = <R extends Route>(
  route: R,
  run: (
    input: { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> },
    context: CallContext,
  ) => ReplyOf<R> | Promise<ReplyOf<R>>,
): Handler => ({ route, run: run as Handler['run'] })
