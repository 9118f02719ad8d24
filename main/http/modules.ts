import { routes } from '../contract/routes'
import type { Modules } from '../modules/modules'
import { handle } from './request/handler'

export const moduleRoutes = (modules: Modules) => [
  handle(routes.listLogicalQubits, ({ params }) => modules.list(params.backend_id)),
  handle(routes.selectModule, ({ params, body }) => modules.select(params.backend_id, body)),
  handle(routes.getLogicalQubit, ({ params }) => modules.get(params.backend_id, params.logical_id)),
  handle(routes.exportRounds, ({ params, query }) => modules.rounds(params.backend_id, params.logical_id, query)),
  handle(routes.getSchedule, ({ params }) => modules.schedule(params.backend_id, params.logical_id)),
  handle(routes.logicalTopology, ({ params }) => modules.topology(params.backend_id)),
]
