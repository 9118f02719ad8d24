/** Identifies the caller by key or cookie, limits its rate, and checks its access to a route. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { type AugmentedRequest, rateLimit } from 'express-rate-limit'
import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import type { Access } from '../../contract/routes/definition'
import type { Caller } from '../../contract/service/account'
import { localsOf, ownOrigin } from './entry'

export const authenticate =
  (account: Account): RequestHandler =>
  (request, response, next) => {
    localsOf(response).caller = callerOf(request, account)
    next()
  }

/** A bearer token takes precedence over the session cookie. */
export function callerOf(request: IncomingMessage, account: Account): Caller | null {
  const { authorization } = request.headers
  if (authorization !== undefined) return account.authenticate(bearer(authorization))
  const session = cookieValue(request)
  return session && cookieIsTrusted(request) ? account.sessions.authenticate(session) : null
}

const bearer = (authorization: string): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

/**
 * Maximum requests per minute: `per_key` for each key and each address without credentials, `per_session` for the
 * window, whose pages poll.
 */
export interface RateLimits {
  readonly per_key: number
  readonly per_session: number
}

export const RATE_LIMITS: RateLimits = { per_key: 600, per_session: 6_000 }
/** Limits of draws of random bytes, over all their routes together. */
export const DRAW_LIMITS: RateLimits = { per_key: 60, per_session: 60 }
/** Limits of calls that set safe states, counted separately, so that they work when all other calls are used up. */
export const SAFE_STATE_LIMITS: RateLimits = { per_key: 60, per_session: 600 }

/**
 * Counts a request and states the remaining ones in its headers (draft-ietf-httpapi-ratelimit-headers-08). It runs
 * after authentication, so that callers do not share a limit, and before access is refused, so that guessing keys is
 * limited too.
 */
export function limitRate({ per_key, per_session }: RateLimits, identifier?: string): RequestHandler {
  const count = rateLimit({
    windowMs: 60_000,
    limit: (_request, response) => (localsOf(response).caller?.kind === 'session' ? per_session : per_key),
    keyGenerator: countedAs,
    standardHeaders: 'draft-8',
    ...(identifier !== undefined && { identifier }),
    legacyHeaders: false,
    handler: (request, _response, next) => next(rateLimited(request as AugmentedRequest)),
  })
  return (request, response, next) =>
    count(request, response, error => {
      shortenPolicy(response)
      next(error)
    })
}

/**
 * Shortens the policy to `"key";q=60;w=60`: removes the spaces, and the partition key, which means nothing to a caller
 * with one key.
 */
function shortenPolicy(response: Response): void {
  const policy = response.getHeader('RateLimit-Policy')
  if (typeof policy !== 'string') return
  response.setHeader('RateLimit-Policy', policy.replace(/; *pk=:[^:]*:/g, '').replaceAll('; ', ';'))
}

function countedAs({ socket }: Request, response: Response): string {
  const { caller } = localsOf(response)
  return caller ? (caller.key_id ?? 'session') : `address:${socket.remoteAddress ?? ''}`
}

function rateLimited({ rateLimit }: AugmentedRequest): AppError {
  const seconds = Math.max(0, Math.ceil((rateLimit!.resetTime!.getTime() - Date.now()) / 1000))
  return new AppError('rate_limited', `Too many requests; try again in ${seconds} s`, {
    details: { retry_after_s: seconds },
  })
}

/** Throws `unauthenticated` or `forbidden` unless the caller may use a route of this access. */
export function requireAccess(access: Access, caller: Caller | null, { headers }: IncomingMessage): void {
  if (access === 'public') return
  if (!caller)
    throw new AppError(
      'unauthenticated',
      !headers.authorization
        ? 'This needs an API key or a signed-in window'
        : 'No API key of this service is the one that was sent: it may be mistyped or revoked',
    )
  if (access === 'signed_in' || caller.kind === 'session') return
  if (access === 'session')
    throw new AppError('session_required', 'Only the account holder may do this, signed in; an API key may not')
  if (!access.some(role => caller.roles.includes(role)))
    throw new AppError('forbidden', `The key "${caller.name}" lacks the role ${access.join(' or ')}`, {
      details: { required: access, roles: caller.roles },
    })
}

/** The session cookie of a call; only routes of sessions touch it. */
export interface SessionCookie {
  /** User-Agent of the browser; empty without one. */
  readonly browser: string
  /** The cookie's value; null without one. */
  readonly value: string | null
  set(value: string): void
  clear(): void
}

/** All ports of a host share cookies, so the port in the name separates two services. */
const cookieName = (request: IncomingMessage): string => `pentad_${request.socket.localPort}`

function cookieValue(request: IncomingMessage): string | null {
  const name = cookieName(request)
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim())
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

/**
 * Whether the cookie counts. A browser also sends it with requests caused by other pages on this computer (another port
 * is the same site), so it counts only on requests of our own page, and for requests that change state only with our
 * Origin.
 */
function cookieIsTrusted(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site']
  const ours = site === undefined || site === 'same-origin' || site === 'none'
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return ours && (reads || request.headers.origin === ownOrigin(request))
}

export const sessionCookie = (request: IncomingMessage, response: ServerResponse): SessionCookie => ({
  browser: request.headers['user-agent'] ?? '',
  value: cookieValue(request),
  set: value =>
    void response.appendHeader(
      'Set-Cookie',
      `${cookieName(request)}=${encodeURIComponent(value)}; ${COOKIE}; ${LASTS}`,
    ),
  clear: () => void response.appendHeader('Set-Cookie', `${cookieName(request)}=; ${COOKIE}; ${EXPIRED}`),
})

const COOKIE = 'Path=/; HttpOnly; SameSite=Strict'
/** As long as the longest session; the service itself ends unused ones sooner (main/account/sessions.ts). */
const LASTS = 'Max-Age=604800'
const EXPIRED = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
