import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Health } from '../../contract/service/health'
import { type Handler, handle } from '../request/call'
import type { SessionCookie } from '../request/caller'

export const healthHandlers = (health: () => Health): Handler[] => [handle(routes.health, health)]

/** `signInUrl` makes a new one-time link. */
export const sessionHandlers = (
  { sessions }: Account,
  signInUrl: () => { url: string; expires_at: string },
): Handler[] => {
  const ownId = ({ value }: SessionCookie) => sessions.list(value).find(({ is_current }) => is_current)?.session_id
  /** Clears the cookie of the caller's own session first: where `revoke` throws as the disk is full, the session has ended too. */
  const end = (session_id: string, cookie: SessionCookie) => {
    if (session_id === ownId(cookie)) cookie.clear()
    return sessions.revoke(session_id, cookie.value)
  }
  return [
    handle(routes.signIn, ({ body }, { cookie }) => {
      const session = sessions.signIn(body.token, cookie.browser)
      const caller = session && sessions.authenticate(session)
      if (!session || !caller) throw new AppError('unauthenticated', 'This sign-in token is unknown, used, or too old')
      cookie.set(session)
      return caller
    }),
    handle(routes.createSignInLink, signInUrl),
    handle(routes.listSessions, (_, { cookie }) => ({ items: sessions.list(cookie.value) })),
    handle(routes.revokeSession, ({ params }, { cookie }) => end(params.session_id, cookie)),
    handle(routes.signOut, (_, { cookie }) => {
      const own = ownId(cookie)
      if (own === undefined) cookie.clear()
      else end(own, cookie)
      return { ok: true as const }
    }),
  ]
}
