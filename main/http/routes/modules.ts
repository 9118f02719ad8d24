import { routes } from '../../contract/routes'
import type { Modules } from '../../modules/model/module'
import { callOwnerOf, handle } from '../request/call'

export const moduleRoutes = (modules: Modules) => [
  handle(routes.listLogicalQubits, ({ params }, context) => modules.list(params.backend_id, callOwnerOf(context))),
  handle(routes.selectModule, ({ params, body }, context) =>
    modules.select(params.backend_id, body, callOwnerOf(context)),
  ),
  handle(routes.getLogicalQubit, ({ params }, context) =>
    modules.get(params.backend_id, params.logical_id, callOwnerOf(context)),
  ),
  handle(routes.exportRounds, ({ params, query }, context) =>
    modules.rounds(params.backend_id, params.logical_id, query, callOwnerOf(context)),
  ),
  handle(routes.getSchedule, ({ params }, context) =>
    modules.schedule(params.backend_id, params.logical_id, callOwnerOf(context)),
  ),
  handle(routes.logicalTopology, ({ params }, context) => modules.topology(params.backend_id, callOwnerOf(context))),
]
