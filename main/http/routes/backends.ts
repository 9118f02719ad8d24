import type { Backends, DeviceState } from '../../backends/backends'
import type { ReadCalibration } from '../../backends/history/import-calibration'
import { routes } from '../../contract/routes'
import type { CurrentChanges } from '../../modules/drift/snapshot-changes'
import type { CallOwner } from '../../worker/runner'
import { callOwnerOf, type Handler, handle, handleLarge } from '../request/call'
import type { RawRequest } from '../request/raw-request'

/** Reads the files of an import whose body is large, for that device; left out: every body is read here. */
export type ReadImport = (request: RawRequest, device: DeviceState, owner: CallOwner) => Promise<ReadCalibration>

export const backendHandlers = (backends: Backends, current: CurrentChanges, read?: ReadImport): Handler[] => [
  handle(routes.listBackends, () => ({ items: backends.list() })),
  handle(routes.getBackend, ({ params }) => backends.get(params.backend_id)),
  handle(routes.listCalibrations, ({ params: { backend_id } }) => ({
    items: backends.calibrations(backend_id),
    revert_to: backends.revertTo(backend_id),
  })),
  handle(routes.getCalibration, ({ params }) => backends.calibration(params.backend_id, params.calibration_id)),
  handleLarge(
    handle(routes.importCalibration, ({ params, body }, { signal }) => current.import(params.backend_id, body, signal)),
    read &&
      (async (raw, context) => {
        const { backend_id } = routes.importCalibration.params.parse(raw.params)
        const device = backends.device(backend_id)
        return current.import(backend_id, await read(raw, device, callOwnerOf(context)), context.signal)
      }),
  ),
  handle(routes.makeCurrent, ({ params, body }, { signal }) =>
    current.make(params.backend_id, params.calibration_id, body, signal),
  ),
  handle(routes.revertCurrent, ({ params, body }, { signal }) => current.revert(params.backend_id, body, signal)),
]
