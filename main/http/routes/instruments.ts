import { routes } from '../../contract/routes'
import type { Instruments } from '../../lab/control/instruments'
import { type Handler, handle, handleStream } from '../request/call'

export const instrumentHandlers = (instruments: Instruments): Handler[] => {
  const { summaries, members, parameters, leases, faults, safe, finding } = instruments
  return [
    handle(routes.listInstruments, instruments.list),
    handle(routes.addInstrument, async ({ body }, { caller }) => {
      await members.add(body, caller!)
      return summaries.detail(body.id)
    }),
    handleStream(routes.instrumentEvents),
    handle(routes.getInstrument, ({ params }) => summaries.detail(params.instrument_id)),
    handle(routes.editInstrument, async ({ params, body }, { caller }) => {
      await members.edit(params.instrument_id, body, caller!)
      return summaries.detail(params.instrument_id)
    }),
    handle(routes.removeInstrument, async ({ params }, { caller }) => {
      await members.remove(params.instrument_id, caller!)
      return { ok: true as const }
    }),
    handle(routes.reopenInstrument, async ({ params }, { caller }) => {
      await instruments.reopen(params.instrument_id, caller!)
      return summaries.detail(params.instrument_id)
    }),
    handle(routes.readParameter, ({ params, query }, { caller }) =>
      parameters.read(params.instrument_id, {
        parameter: params.parameter,
        channel: query.channel ?? null,
        caller: caller!,
      }),
    ),
    handle(routes.setParameter, ({ params, body }, { caller }) =>
      parameters.set(params.instrument_id, { parameter: params.parameter, to: body, caller: caller! }),
    ),
    handle(routes.instrumentConsole, ({ params, body }, { caller }) =>
      parameters.console(params.instrument_id, body.text, caller!),
    ),
    handle(routes.getLease, ({ params: { instrument_id } }, { caller }) => {
      summaries.requireKnown(instrument_id)
      return leases.of(instrument_id, caller!)
    }),
    handle(routes.takeLease, ({ params: { instrument_id }, body }, { caller }) => {
      summaries.requireKnown(instrument_id)
      return leases.take(instrument_id, body.minutes, caller!)
    }),
    handle(routes.releaseLease, ({ params: { instrument_id } }, { caller }) => {
      summaries.requireKnown(instrument_id)
      return leases.release(instrument_id, caller!)
    }),
    handle(routes.driveSafe, ({ params }, { caller }) => safe.drive(caller!, params.instrument_id)),
    handle(routes.driveAllSafe, (_, { caller }) => safe.drive(caller!)),
    handle(routes.getTwinFaults, ({ params }) => faults.get(params.instrument_id)),
    handle(routes.setTwinFaults, ({ params, body }) => faults.set(params.instrument_id, body)),
    handle(routes.listDrivers, finding.listDrivers),
    handle(routes.discoverInstruments, finding.discover),
    handle(routes.identifyInstrument, ({ body }) => finding.identify(body)),
  ]
}
