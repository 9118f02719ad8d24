/** The typed client, derived from the contract's route table; the window reaches the service only through it. */
import type { z } from 'zod'
import { routes } from '../../../../main/contract/routes'
import type { ReplyOf, Route } from '../../../../main/contract/routes/definition'
import { addressOf } from './address'
import { ApiProblem, apiProblemOf, offline, problemFrom, unreadable } from './problem'
import { createRequestKeys } from './request-keys'

/** Assignable to every shape whose fields are all optional. */
type NoFields = Record<never, never>

type NamedPart<Name extends string, Shape> = NoFields extends Shape ? { [N in Name]?: Shape } : { [N in Name]: Shape }

/** Input of a call: path parameters, query and body as the contract's schemas accept them. */
export type InputOf<R> =
  R extends Route<infer P, infer Q, infer B, z.ZodType>
    ? NamedPart<'params', z.input<P>> & NamedPart<'query', z.input<Q>> & NamedPart<'body', z.input<B>>
    : never

type Rest<R> =
  NoFields extends InputOf<R> ? [input?: InputOf<R>, signal?: AbortSignal] : [InputOf<R>, signal?: AbortSignal]

/**
 * Calls a route and parses its reply. Rejects with ApiProblem; with the signal's reason when aborted.
 * `await call(routes.getJob, { params: { job_uuid } })`
 */
export type Call = <R extends Route>(route: R, ...rest: Rest<R>) => Promise<ReplyOf<R>>

export interface Ports {
  readonly fetch: typeof globalThis.fetch
  /** Returns a new one-time token where the host supplies one (Electron); null in a browser. */
  readonly signInToken: (() => Promise<string>) | null
  /** The path segment in place of `svc`. */
  readonly segment: string
  /** Called with true after every reply, with false after every failure to get one. */
  readonly onAnswered: (answered: boolean) => void
  /** Called after every successful reply of a route that needs credentials. */
  readonly admitted: () => void
  /** Called when the service refuses the credentials and signing in fails. */
  readonly refused: () => void
}

interface RequestParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Idempotency-Key, for a route that accepts one. */
  key?: string
}

const json = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

async function read(route: Route, response: Response): Promise<unknown> {
  const id = response.headers.get('x-request-id')
  if (!response.ok) throw apiProblemOf(response.status, await json(response), id)
  if (route.binary) return new Uint8Array(await response.arrayBuffer())
  const reply = route.reply.safeParse(await json(response))
  if (reply.success) return reply.data
  const fault = reply.error.issues[0]
  throw unreadable(response.status, `${route.path}: ${fault?.path.join('.') ?? ''} ${fault?.message ?? ''}`, id)
}

const requestOf = ({ method }: Route, { body, key }: RequestParts, signal: AbortSignal | undefined): RequestInit => ({
  method,
  credentials: 'same-origin',
  // Revalidates cached replies by ETag, so that unchanged ones are not transferred again.
  cache: 'no-cache',
  ...(signal && { signal }),
  ...((method === 'POST' || method === 'PATCH') && {
    body: JSON.stringify(body ?? {}),
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': `"${key}"` }) },
  }),
})

export function createApiClient(ports: Ports): Call {
  /** One sign-in, shared by all calls refused at the same time. */
  let signingIn: Promise<boolean> | null = null

  async function once(route: Route, parts: RequestParts, signal: AbortSignal | undefined): Promise<unknown> {
    const address = addressOf(route, { params: parts.params ?? {}, query: parts.query ?? {}, segment: ports.segment })
    const response = await ports.fetch(address, requestOf(route, parts, signal)).catch(failure => {
      if (signal?.aborted) throw signal.reason ?? failure
      ports.onAnswered(false)
      throw offline()
    })
    ports.onAnswered(true)
    if (response.ok && route.access !== 'public') ports.admitted()
    return read(route, response)
  }

  async function signIn(): Promise<boolean> {
    if (ports.signInToken === null) return false
    try {
      await once(routes.signIn as Route, { body: { token: await ports.signInToken() } }, undefined)
      return true
    } catch {
      return false
    }
  }

  const together = () => {
    signingIn ??= signIn().finally(() => {
      signingIn = null
    })
    return signingIn
  }

  /**
   * Where the host supplies tokens, the window signs in before its first call: a refusal would appear as an error in
   * the console.
   */
  let greeted: Promise<boolean> | null = null
  const greet = () => {
    greeted ??= together()
    return greeted
  }

  const keys = createRequestKeys(() => crypto.randomUUID())
  /** Sends the request under a key that survives a lost reply, so that repeating the call is not a second request. */
  const keyed = async (route: Route, parts: RequestParts, signal?: AbortSignal): Promise<unknown> => {
    const request = `${addressOf(route, { params: parts.params ?? {}, query: {}, segment: ports.segment })} ${JSON.stringify(parts.body)}`
    try {
      const reply = await plain(route, { ...parts, key: keys.keyOf(request) }, signal)
      keys.ended(request, null)
      return reply
    } catch (failure) {
      keys.ended(request, problemFrom(failure))
      throw failure
    }
  }

  const plain = async (route: Route, parts: RequestParts, signal?: AbortSignal): Promise<unknown> => {
    const isSignIn = route === (routes.signIn as Route)
    if (!isSignIn && ports.signInToken !== null) await greet()
    try {
      return await once(route, parts, signal)
    } catch (failure) {
      if (!(failure instanceof ApiProblem) || failure.status !== 401 || isSignIn) throw failure
      if (await together()) return once(route, parts, signal)
      ports.refused()
      throw failure
    }
  }
  const call = (route: Route, parts: RequestParts = {}, signal?: AbortSignal) =>
    route.idempotent ? keyed(route, parts, signal) : plain(route, parts, signal)
  return call as Call
}
