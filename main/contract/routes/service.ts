/** Sessions and health of the service. */
import { Done, itemsOf } from '../model/primitives'
import { Caller, Session, SessionParam, SignIn, SignInLink } from '../service/account'
import { Health } from '../service/health'
import { route } from './define-route'

export const serviceRoutes = {
  health: route('GET /healthz', 'service', { access: 'public', summary: 'Health of the whole service', reply: Health }),
  signIn: route('POST /session', 'service', {
    access: 'public',
    summary: 'Exchange a one-time sign-in token for a session cookie',
    body: SignIn,
    reply: Caller,
    errors: ['unauthenticated'],
    example: { token: 'from the printed link' },
  }),
  signOut: route('DELETE /session', 'service', { access: 'session', summary: 'End this session', reply: Done }),
  listSessions: route('GET /sessions', 'service', {
    access: 'session',
    summary: 'Browsers that are signed in, the last used first',
    reply: itemsOf(Session),
  }),
  revokeSession: route('DELETE /sessions/:session_id', 'service', {
    access: 'session',
    summary: 'Sign one browser out',
    params: SessionParam,
    reply: Session,
    errors: ['not_found'],
  }),
  createSignInLink: route('POST /session/link', 'service', {
    access: 'session',
    summary: 'A fresh one-time sign-in link for a browser on this computer',
    reply: SignInLink,
    status: 201,
  }),
} as const
