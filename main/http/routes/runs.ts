import { routes } from '../../contract/routes'
import type { Runs } from '../../runs/runs'
import { handle } from '../request/handler'

export const runRoutes = (runs: Runs) => [
  handle(routes.predictRun, ({ params, body }, { signal }) => runs.predict(params, body, signal)),
  handle(routes.createRun, ({ params, body }) => runs.create(params, body)),
  handle(routes.listModuleRuns, ({ params, query }) => runs.listOf(params, query)),
  handle(routes.listRuns, ({ query }) => runs.list(query)),
  handle(routes.getRun, ({ params }) => runs.get(params)),
  handle(routes.getRunRecord, ({ params }) => runs.record(params)),
  handle(routes.getRunShots, ({ params }) => runs.shots(params)),
  handle(routes.abortRun, ({ params }, { caller }) => runs.abort(params, caller!)),
  handle(routes.redecodeRun, ({ params, body }, { signal }) => runs.decode(params, body, signal)),
  handle(routes.replayRun, ({ params }) => runs.replay(params)),
]
