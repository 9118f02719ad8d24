import { routes } from '../../contract/routes'
import type { Runs } from '../../runs/runs'
import { handle } from '../request/call'

export const runRoutes = (runs: Runs) => [
  handle(routes.predictRun, ({ params, body }, { signal, caller }) =>
    runs.predict(params, body, signal, caller!.key_id),
  ),
  handle(routes.estimateRun, ({ params, body }, { caller }) => runs.estimate(params, body, caller!)),
  handle(routes.createRun, ({ params, body }, { caller, signal }) => runs.create(params, body, caller!, signal)),
  handle(routes.listModuleRuns, ({ params, query }) => runs.listOf(params, query)),
  handle(routes.listRuns, ({ query }) => runs.list(query)),
  handle(routes.getRun, ({ params }) => runs.get(params)),
  handle(routes.getRunRecord, ({ params }) => runs.record(params)),
  handle(routes.getRunShots, ({ params }) => runs.shots(params)),
  handle(routes.abortRun, ({ params }, { caller }) => runs.abort(params, caller!)),
  handle(routes.redecodeRun, ({ params, body }, { signal, caller }) =>
    runs.decode(params, body, signal, caller!.key_id),
  ),
  handle(routes.replayRun, ({ params }, { caller }) => runs.replay(params, caller!)),
]
