/** Sessions and health of the service. */
import { Caller, SignIn, SignInLink } from '../service/account'
import { Health } from '../service/health'
import { Done } from '../model/primitives'
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
  createSignInLink: route('POST /session/link', 'service', {
    access: 'session',
    summary: 'A fresh one-time sign-in link for a browser on this computer',
    reply: SignInLink,
    status: 201,
  }),
} as const
