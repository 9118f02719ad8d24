import { routes } from '../../contract/routes'
import type { Faults } from '../../modules/faults'
import { callOwnerOf, handle } from '../request/call'

export const faultRoutes = (faults: Faults) => [
  handle(routes.listFaults, ({ params, query }, context) =>
    faults.list(params.backend_id, params.logical_id, query, callOwnerOf(context)),
  ),
  handle(routes.replayFault, ({ params, query }, context) =>
    faults.replay(params.backend_id, params.logical_id, query, callOwnerOf(context)),
  ),
]
