import type { Caller } from '../contract/account'
import type { Store } from '../store/store'
import { createKeys, type Keys } from './keys'
import { freshSecret, hashOf, sameHash } from './secret'
import { createSessions, HOLDER, type Sessions } from './sessions'

export interface Account {
  readonly keys: Keys
  readonly sessions: Sessions
  /** Lets commands of the same user act as the account holder while this process lives; kept in a file only they can read. */
  readonly local_token: string
  /** Whose secret it is: an API key's or the local token. */
  authenticate(secret: string): Caller | null
}

/** `now` in milliseconds since the epoch. */
export function createAccount({ store, now }: { store: Store; now: () => number }): Account {
  const keys = createKeys(store, now)
  const local_token = freshSecret('local')
  const localHash = hashOf(local_token)
  return {
    keys,
    sessions: createSessions(now),
    local_token,
    authenticate: secret => (sameHash(hashOf(secret), localHash) ? HOLDER : keys.authenticate(secret)),
  }
}
