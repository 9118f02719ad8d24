import { AppError } from '../contract/model/errors'
import type { AccountSummary, Caller, PurchaseTokens } from '../contract/service/account'
import type { Store } from '../store/store'
import { createKeys, type Keys } from './keys'
import { createLedger, type Ledger, microOf } from './ledger'
import { freshSecret, hashOf, sameHash } from './secret'
import { createSessions, HOLDER, type Sessions } from './sessions'

export interface Account {
  readonly keys: Keys
  readonly sessions: Sessions
  readonly ledger: Ledger
  summary(): AccountSummary
  /** Adds tokens and credits without payment in the demo lab; elsewhere throws `conflict`. */
  purchase(order: PurchaseTokens): AccountSummary
  /**
   * Secret with which commands of the same user act as the account holder while this process lives; stored in a file
   * only that user can read.
   */
  readonly local_token: string
  /** The caller who owns the secret, an API key's or the local token; null for others. */
  authenticate(secret: string): Caller | null
}

interface AccountOptions {
  readonly store: Store
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** True in the demo lab, where the account holder may add tokens without payment. */
  readonly may_purchase?: boolean
}

export function createAccount({ store, now, may_purchase = false }: AccountOptions): Account {
  const keys = createKeys(store, now)
  const local_token = freshSecret('local')
  const localHash = hashOf(local_token)
  const ledger = createLedger(store, now)
  const summary = (): AccountSummary => ({
    tokens: ledger.balance('compute_token'),
    credits: ledger.balance('entropy_credit'),
    may_purchase,
  })
  return {
    keys,
    sessions: createSessions(store, now),
    ledger,
    summary,
    purchase: ({ tokens, credits }) => {
      if (!may_purchase) throw noShop()
      store.db.transaction(() => {
        if (tokens !== undefined) ledger.purchase('compute_token', microOf(tokens))
        if (credits !== undefined) ledger.purchase('entropy_credit', microOf(credits))
      })()
      return summary()
    },
    local_token,
    authenticate: secret => {
      const hash = hashOf(secret)
      return sameHash(hash, localHash) ? HOLDER : keys.authenticate(secret, hash)
    },
  }
}

const noShop = (): AppError =>
  new AppError('conflict', 'This lab sells no tokens; only the demo lab gives them without payment', {
    details: { may_purchase: false },
  })
