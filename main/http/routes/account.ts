import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { AccountSummary, PurchaseTokens } from '../../contract/service/account'
import { type Handler, handle } from '../request/call'

export const accountRoutes = (account: Account): Handler[] => {
  const { keys, ledger } = account
  return [
    // A signed-in route never has a null caller.
    handle(routes.whoami, (_, { caller }) => caller!),
    handle(routes.listKeys, () => ({ items: keys.list() })),
    handle(routes.createKey, ({ body }) => keys.create(body)),
    handle(routes.rotateKey, ({ params }) => keys.rotate(params.key_id)),
    handle(routes.revokeKey, ({ params }) => keys.revoke(params.key_id)),
    handle(routes.getAccount, () => summary(account)),
    handle(routes.listLedger, ({ query }, { caller }) =>
      ledger.list(query, caller!.kind === 'key' ? caller!.key_id : undefined),
    ),
    handle(routes.purchaseTokens, ({ body }) => purchase(account, body)),
  ]
}

const summary = ({ ledger, may_purchase }: Account): AccountSummary => ({
  tokens: ledger.balance('compute_token'),
  may_purchase,
})

/** Millionths of a token, in which the ledger counts. */
const MICRO = 1_000_000

function purchase(account: Account, { tokens }: PurchaseTokens): AccountSummary {
  if (!account.may_purchase)
    throw new AppError('conflict', 'Only the demo lab gives tokens away; this lab has no shop', { may_purchase: false })
  account.ledger.purchase('compute_token', tokens * MICRO)
  return summary(account)
}
