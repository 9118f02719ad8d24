import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import type { Access } from '../../contract/routes/definition'
import type { Caller } from '../../contract/service/account'
import type { SessionCookie } from './handler'
import { localsOf } from './locals'
import { cookieIsTrusted } from './origin-check'

export const authenticate =
  (account: Account): RequestHandler =>
  (request, response, next) => {
    localsOf(response).caller = callerOf(request, account)
    next()
  }

/** The bearer token decides when there is one; else the session cookie. */
export function callerOf(request: IncomingMessage, account: Account): Caller | null {
  const { authorization } = request.headers
  if (authorization !== undefined) return account.authenticate(bearer(authorization))
  const session = cookieValue(request)
  return session && cookieIsTrusted(request) ? account.sessions.authenticate(session) : null
}

const bearer = (authorization: string): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

/** Throws `unauthenticated` or `forbidden` unless the caller may use a route of this access. */
export function requireAccess(access: Access, caller: Caller | null): void {
  if (access === 'public') return
  if (!caller) throw new AppError('unauthenticated', 'This needs an API key or a signed-in window')
  if (access === 'signed_in' || caller.kind === 'session') return
  if (access === 'session')
    throw new AppError('session_required', 'Only the account holder may do this, signed in; an API key may not')
  if (!access.some(role => caller.roles.includes(role)))
    throw new AppError('forbidden', `The key "${caller.name}" has none of the roles ${access.join(', ')}`, {
      required: access,
      roles: caller.roles,
    })
}

/** Cookies are shared by all ports of a host: the port in the name keeps two services apart. */
const cookieName = (request: IncomingMessage): string => `pentad_${request.socket.localPort}`

function cookieValue(request: IncomingMessage): string | null {
  const name = cookieName(request)
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim())
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
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
/** The service ends a session by itself, sooner where it is not used (main/account/sessions.ts). */
const LASTS = 'Max-Age=604800'
const EXPIRED = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
