import { routes } from '../../contract/routes'
import type { Modules } from '../../modules/model/module'
import { callOwnerOf, handle } from '../request/call'

export const faultRoutes = (modules: Modules) => [
  handle(routes.listFaults, ({ params, query }, context) =>
    modules.listFaults(params.backend_id, params.logical_id, query, callOwnerOf(context)),
  ),
  handle(routes.replayFault, ({ params, query }, context) =>
    modules.replayFault(params.backend_id, params.logical_id, query, callOwnerOf(context)),
  ),
]
