import { routes } from '../../contract/routes'
import type { KeptRecords } from '../../lab/control/kept-records'
import { type Handler, handle } from '../request/call'

export const labRecordHandlers = (kept: KeptRecords): Handler[] => [
  handle(routes.listCommands, ({ query }) => kept.commands(query)),
  handle(routes.exportCommands, ({ query }) => kept.exportCommands(query)),
  handle(routes.listExperimentLog, ({ query }) => kept.experiment(query)),
  handle(routes.exportExperimentLog, ({ query }) => kept.exportExperiment(query)),
  handle(routes.listReadings, async ({ query }) => ({ items: await kept.readings(query) })),
  handle(routes.listPreconditions, async () => {
    const outputs = await kept.outputs()
    return { items: kept.preconditions(), outputs }
  }),
  handle(routes.listAlarms, ({ query }) => kept.alarms(query)),
  handle(routes.acknowledgeAlarm, ({ params }, { caller }) => kept.acknowledge(params.alarm_id, caller!)),
]
