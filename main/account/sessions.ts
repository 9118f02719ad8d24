import { type Caller, KeyRole } from '../contract/service/account'
import { freshSecret, hashOf } from './secret'

export interface Sessions {
  /** A one-time token for a sign-in link, valid for SIGN_IN_MINUTES. */
  issueToken(): { token: string; expires_at: number }
  /** Uses the token up. Answers the session id for the cookie; null when the token is unknown, used or too old. */
  signIn(token: string): string | null
  /** The account holder, when the session is open. */
  authenticate(session: string): Caller | null
  signOut(session: string): void
}

export const SIGN_IN_MINUTES = 15

/** The account holder may do everything that any key may do. */
export const HOLDER: Caller = { kind: 'session', key_id: null, name: 'account holder', roles: [...KeyRole.options] }

/** Tokens and sessions live in memory, as hashes: they end with the process, and no file or row can give them away. */
export function createSessions(now: () => number): Sessions {
  const tokens = new Map<string, number>()
  const open = new Set<string>()
  const nameOf = (secret: string): string => hashOf(secret).toString('base64')
  const forgetOld = (): void => {
    for (const [name, expires_at] of tokens) if (expires_at <= now()) tokens.delete(name)
  }

  return {
    issueToken: () => {
      forgetOld()
      const token = freshSecret('signin')
      const expires_at = now() + SIGN_IN_MINUTES * 60_000
      tokens.set(nameOf(token), expires_at)
      return { token, expires_at }
    },
    signIn: token => {
      forgetOld()
      if (!tokens.delete(nameOf(token))) return null
      const session = freshSecret('session')
      open.add(nameOf(session))
      return session
    },
    authenticate: session => (open.has(nameOf(session)) ? HOLDER : null),
    signOut: session => {
      open.delete(nameOf(session))
    },
  }
}
