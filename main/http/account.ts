import type { Account } from '../account/account'
import { routes } from '../contract/routes'
import { type Handler, handle } from './handle'

export const accountRoutes = ({ keys }: Account): Handler[] => [
  // A signed-in route never has a null caller.
  handle(routes.whoami, (_, { caller }) => caller!),
  handle(routes.listKeys, () => ({ items: keys.list() })),
  handle(routes.createKey, ({ body }) => keys.create(body)),
  handle(routes.rotateKey, ({ params }) => keys.rotate(params.key_id)),
  handle(routes.revokeKey, ({ params }) => keys.revoke(params.key_id)),
]
