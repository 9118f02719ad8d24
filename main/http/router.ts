import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Account } from '../account/account'
import type { Caller } from '../contract/account'
import { AppError } from '../contract/errors'
import type { Route } from '../contract/route'
import { jsonBody } from './body'
import { callerOf, permit, sessionCookie } from './credentials'
import type { CallContext, Handler } from './handle'
import { idempotencyKey } from './idempotency'
import { limiter, type RateLimits } from './limit'
import { parserFor } from './parse'
import { requestId } from './problem'

export interface RouterParts {
  readonly account: Account
  /** Stands for `svc` in paths. */
  readonly segment: string
  readonly rate_limits: RateLimits
  /** Parse replies too: one that does not fit its contract is a bug and answers 500. For tests and development. */
  readonly check_replies: boolean
}

/** Every handler at its method and path; the other methods of a path answer 405. */
export function createRouter(handlers: readonly Handler[], parts: RouterParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const limit = limiter(parts.rate_limits)
  for (const handler of handlers) {
    const { route } = handler
    const steps = [identify(parts.account), limit, admit(route), jsonBody(route.body_limit), answer(handler, parts)]
    router[methodOf(route)](servedPath(route, parts.segment), ...steps)
  }
  for (const [path, methods] of methodsByPath(handlers, parts.segment)) router.all(path, otherMethods(methods))
  return router
}

/** The path as it is served: Express style, with the configured segment. */
export const servedPath = ({ path }: Route, segment: string): string => path.replace('/api/svc/', `/api/${segment}/`)

const methodOf = ({ method }: Route) => method.toLowerCase() as 'get' | 'post' | 'delete'

const identify =
  (account: Account): RequestHandler =>
  (request, response, next) => {
    response.locals.caller = callerOf(request, account)
    next()
  }

const admit =
  ({ access }: Route): RequestHandler =>
  (_request, response, next) => {
    permit(access, callerIn(response))
    next()
  }

const callerIn = (response: Response): Caller | null => response.locals.caller as Caller | null

function answer({ route, run }: Handler, { check_replies }: RouterParts): RequestHandler {
  const parse = parserFor(route)
  return async (request, response) => {
    const input = parse({ params: request.params, query: request.query, body: request.body })
    const reply = await run(input, contextOf(route, request, response))
    const bytes = carriesBytes(route, reply)
    if (check_replies && !bytes) checkReply(route, reply)
    response.set('Cache-Control', 'no-store').status(route.status)
    if (bytes) response.type('application/octet-stream').send(asBuffer(reply as Uint8Array))
    else response.json(reply)
  }
}

function contextOf(route: Route, request: Request, response: Response): CallContext {
  const leaving = new AbortController()
  response.once('close', () => {
    if (!response.writableEnded) leaving.abort()
  })
  return {
    caller: callerIn(response),
    request_id: requestId(response),
    idempotency_key: route.idempotent ? idempotencyKey(request) : null,
    signal: leaving.signal,
    cookie: sessionCookie(request, response),
  }
}

/** Throws where a route that is not JSON alone answers neither what it promised nor bytes. */
function carriesBytes({ binary, bytes_when, method, path }: Route, reply: unknown): boolean {
  const bytes = reply instanceof Uint8Array
  if (binary ? !bytes : bytes && bytes_when === null)
    throw new Error(`${method} ${path} answers bytes where it must not, or none where it must`)
  return bytes
}

function checkReply(route: Route, reply: unknown): void {
  const result = route.reply.safeParse(reply)
  if (!result.success)
    throw new Error(`The reply of ${route.method} ${route.path} breaks its contract: ${result.error.message}`)
}

function asBuffer(reply: Uint8Array): Buffer {
  return Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
}

function methodsByPath(handlers: readonly Handler[], segment: string): Map<string, string[]> {
  const table = new Map<string, string[]>()
  for (const { route } of handlers) {
    const path = servedPath(route, segment)
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
    table.set(path, [...(table.get(path) ?? []), ...methods])
  }
  return table
}

/** Answers 405 to what a path does not take, and OPTIONS with what it takes. */
export const otherMethods =
  (methods: readonly string[]): RequestHandler =>
  (request, response) => {
    const allowed = methods.join(', ')
    response.set('Allow', allowed)
    if (request.method === 'OPTIONS') return void response.status(204).end()
    throw new AppError('method_not_allowed', `${request.method} is not a method of this path, which takes ${allowed}`, {
      allowed: methods,
    })
  }
