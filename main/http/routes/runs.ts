import { routes } from '../../contract/routes'
import type { Runs } from '../../runs/runs'
import { handle, workContextOf } from '../request/call'

export const runHandlers = (runs: Runs) => [
  handle(routes.predictRun, ({ params, body }, context) => runs.predict(params, body, workContextOf(context))),
  handle(routes.estimateRun, ({ params, body }, context) => runs.estimate(params, body, workContextOf(context))),
  handle(routes.createRun, ({ params, body }, context) => runs.submit(params, body, workContextOf(context))),
  handle(routes.listModuleRuns, ({ params, query }) => runs.listOf(params, query)),
  handle(routes.listRuns, ({ query }) => runs.list(query)),
  handle(routes.getRun, ({ params }) => runs.get(params)),
  handle(routes.getRunRecord, ({ params }) => runs.record(params)),
  handle(routes.getRunShots, ({ params, query }, context) => runs.shots(params, query, workContextOf(context))),
  handle(routes.getRunSlots, ({ params, query }, context) => runs.slots(params, query, workContextOf(context))),
  handle(routes.abortRun, ({ params }, { caller }) => runs.abort(params, caller!)),
  handle(routes.redecodeRun, ({ params, body }, context) => runs.redecode(params, body, workContextOf(context))),
  handle(routes.replayRun, ({ params }, context) => runs.replay(params, workContextOf(context))),
]
