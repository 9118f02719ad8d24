import { isoTime } from '../contract/model/iso-time'
import type { Sessions } from './sessions'

interface SignInLink {
  readonly url: string
  readonly expires_at: string
}

export interface SignInLinks {
  /** A fresh link that signs one browser in, once. */
  create(): SignInLink
  /** `url` is where the service listens; before it does, there are no links. */
  setAddress(url: string): void
}

export function createSignInLinks(sessions: Pick<Sessions, 'issueToken'>): SignInLinks {
  let address = ''
  return {
    create: () => {
      const { token, expires_at } = sessions.issueToken()
      return { url: `${address}/sign-in?token=${token}`, expires_at: isoTime(expires_at) }
    },
    setAddress: url => {
      address = url
    },
  }
}
