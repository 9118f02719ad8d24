import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Drifts } from '../../modules/drift/history'
import { callOwnerOf, handle } from '../request/call'

export const driftRoutes = (drifts: Drifts) => [
  handle(routes.getDrift, ({ params, query }, context) =>
    drifts.of(params.backend_id, params.logical_id, query, callOwnerOf(context)),
  ),
  // The upgrade itself is answered by `events/websockets.ts`.
  handle(routes.labEvents, () => {
    throw new AppError('upgrade_required', 'Events come over a WebSocket; this was a plain GET')
  }),
]
