import { routes } from '../contract/routes'
import type { Faults } from '../modules/faults'
import { handle } from './request/handler'

export const faultRoutes = (faults: Faults) => [
  handle(routes.listFaults, ({ params, query }, { signal }) =>
    faults.list(params.backend_id, params.logical_id, query, signal),
  ),
  handle(routes.replayFault, ({ params, query }, { signal }) =>
    faults.replay(params.backend_id, params.logical_id, query, signal),
  ),
]
