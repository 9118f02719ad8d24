import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Health } from '../../contract/service/health'
import { type Handler, handle } from '../request/call'

export const healthHandlers = (health: () => Health): Handler[] => [handle(routes.health, health)]

/** `signInUrl` makes a new one-time link. */
export const sessionHandlers = (
  { sessions }: Account,
  signInUrl: () => { url: string; expires_at: string },
): Handler[] => [
  handle(routes.signIn, ({ body }, { cookie }) => {
    const session = sessions.signIn(body.token, cookie.browser)
    const caller = session && sessions.authenticate(session)
    if (!session || !caller) throw new AppError('unauthenticated', 'This sign-in token is unknown, used, or too old')
    cookie.set(session)
    return caller
  }),
  handle(routes.createSignInLink, signInUrl),
  handle(routes.listSessions, (_, { cookie }) => ({ items: sessions.list(cookie.value) })),
  handle(routes.revokeSession, ({ params }, { cookie }) => {
    const session = sessions.revoke(params.session_id, cookie.value)
    if (session.is_current) cookie.clear()
    return session
  }),
  handle(routes.signOut, (_, { cookie }) => {
    if (cookie.value) sessions.signOut(cookie.value)
    cookie.clear()
    return { ok: true as const }
  }),
]
