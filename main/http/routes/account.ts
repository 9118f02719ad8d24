import type { Account } from '../../account/account'
import { routes } from '../../contract/routes'
import { type Handler, handle } from '../request/call'

export const accountHandlers = (account: Account): Handler[] => {
  const { keys, ledger } = account
  return [
    // A signed-in route never has a null caller.
    handle(routes.whoami, (_, { caller }) => caller!),
    handle(routes.listKeys, () => ({ items: keys.list() })),
    handle(routes.createKey, ({ body }) => keys.create(body)),
    handle(routes.rotateKey, ({ params }) => keys.rotate(params.key_id)),
    handle(routes.revokeKey, ({ params }) => keys.revoke(params.key_id)),
    handle(routes.getAccount, account.summary),
    handle(routes.listLedger, ({ query }, { caller }) =>
      ledger.list(query, caller!.kind === 'key' ? caller!.key_id : undefined),
    ),
    handle(routes.purchaseTokens, ({ body }) => account.purchase(body)),
  ]
}
