import { routes } from '../../contract/routes'
import type { Instruments } from '../../lab/control/instruments'
import { type Handler, handle } from '../request/call'

export const labHandlers = ({ members, summaries, announcements, settings, flux }: Instruments): Handler[] => [
  handle(routes.getLab, members.state),
  handle(routes.undoLabChange, (_, { caller }) => members.undo(caller!)),
  handle(routes.listSequencers, () => ({ items: summaries.sequencers() })),
  handle(routes.listMachineProgress, ({ query }) => ({ items: announcements.progressNow(query.work) })),
  handle(routes.listSettings, ({ query }) => settings.list(query)),
  handle(routes.takeSettings, ({ body }, { caller }) => settings.take(body, caller!)),
  handle(routes.getSettings, ({ params }) => settings.get(params.snapshot_id)),
  handle(routes.deleteSettings, ({ params }) => {
    settings.remove(params.snapshot_id)
    return { ok: true as const }
  }),
  handle(routes.compareSettings, ({ params, query }, { caller }) =>
    settings.compare(params.snapshot_id, query.with ?? null, caller!),
  ),
  handle(routes.restoreSettings, ({ params, body }, { caller }) => settings.restore(params.snapshot_id, body, caller!)),
  handle(routes.getFlux, flux.state),
  handle(routes.setFlux, ({ body }, { caller }) => flux.set(body, caller!)),
]
