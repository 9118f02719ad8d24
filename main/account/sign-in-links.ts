import { isoTime } from '../contract/model/iso-time'
import type { Sessions } from './sessions'

interface SignInLink {
  readonly url: string
  readonly expires_at: string
}

export interface SignInLinks {
  /** A fresh link that signs one browser in, once. */
  create(): SignInLink
}

/** `address`: where the service listens; asked at each link, as it is known only once the service listens. */
export const createSignInLinks = (sessions: Pick<Sessions, 'issueToken'>, address: () => string): SignInLinks => ({
  create() {
    const { token, expires_at } = sessions.issueToken()
    return { url: `${address()}/sign-in?token=${token}`, expires_at: isoTime(expires_at) }
  },
})
