import type { z } from 'zod'
import { isoTime } from '../contract/model/iso-time'
import type { SignInLink } from '../contract/service/account'
import type { Sessions } from './sessions'

export interface SignInLinks {
  /** A fresh link that signs one browser in, once. */
  create(): z.infer<typeof SignInLink>
}

/** `address` returns where the service listens; it is called for each link, as the address is unknown until then. */
export const createSignInLinks = (sessions: Pick<Sessions, 'issueToken'>, address: () => string): SignInLinks => ({
  create() {
    const { token, expires_at } = sessions.issueToken()
    return { url: `${address()}/sign-in?token=${token}`, expires_at: isoTime(expires_at) }
  },
})
