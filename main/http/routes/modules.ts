import { routes } from '../../contract/routes'
import type { Drifts } from '../../modules/drift/history'
import type { Modules } from '../../modules/model/module'
import { handle, handleStream, workContextOf } from '../request/call'

export const moduleHandlers = (modules: Modules) => [
  handle(routes.listLogicalQubits, ({ params }, context) => modules.list(params.backend_id, workContextOf(context))),
  handle(routes.selectModule, ({ params, body }, context) =>
    modules.select(params.backend_id, body, workContextOf(context)),
  ),
  handle(routes.getLogicalQubit, ({ params }, context) =>
    modules.get(params.backend_id, params.logical_id, workContextOf(context)),
  ),
  handle(routes.exportRounds, ({ params, query }, context) =>
    modules.rounds(params.backend_id, params.logical_id, { query, context: workContextOf(context) }),
  ),
  handle(routes.getSchedule, ({ params }, context) =>
    modules.schedule(params.backend_id, params.logical_id, workContextOf(context)),
  ),
  handle(routes.logicalTopology, ({ params }, context) => modules.topology(params.backend_id, workContextOf(context))),
]

export const faultHandlers = (modules: Modules) => [
  handle(routes.listFaults, ({ params, query }, context) =>
    modules.listFaults(params.backend_id, params.logical_id, { query, context: workContextOf(context) }),
  ),
  handle(routes.replayFault, ({ params, query }, context) =>
    modules.replayFault(params.backend_id, params.logical_id, { query, context: workContextOf(context) }),
  ),
]

export const driftHandlers = (drifts: Drifts) => [
  handle(routes.getDrift, ({ params, query }, context) =>
    drifts.of(params.backend_id, params.logical_id, { query, context: workContextOf(context) }),
  ),
  handleStream(routes.labEvents),
]
