import type { Backends, DeviceState } from '../../backends/backends'
import type { NewDevice } from '../../backends/devices/new-device'
import type { ReadCalibration } from '../../backends/history/import-calibration'
import { routes } from '../../contract/routes'
import type { CurrentChanges } from '../../modules/drift/snapshot-changes'
import type { WorkContext } from '../../worker/runner'
import { type Handler, handle, handleLarge, workContextOf } from '../request/call'
import type { RawRequest } from '../request/raw-request'

/** Readers of large bodies on a thread; left out: every body is parsed on the main thread. */
interface UploadReaders {
  /** Reads a calibration for this device. */
  calibration(request: RawRequest, device: DeviceState, owner: WorkContext): Promise<ReadCalibration>
  device(request: RawRequest, owner: WorkContext): Promise<NewDevice>
}

export const backendHandlers = (
  backends: Backends,
  current: CurrentChanges,
  { calibration: read, device: readDevice }: Partial<UploadReaders> = {},
): Handler[] => [
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
        return current.import(backend_id, await read(raw, device, workContextOf(context)), context.signal)
      }),
  ),
  handleLarge(
    handle(routes.addDevice, ({ body }) => backends.changes.add(body)),
    readDevice && (async (raw, context) => backends.changes.add(await readDevice(raw, workContextOf(context)))),
  ),
  handle(routes.deleteDevice, ({ params }) => backends.changes.delete(params.device_id)),
  handle(routes.restoreDevice, ({ params }) => backends.changes.restore(params.device_id)),
  handle(routes.deleteCalibration, ({ params }) =>
    backends.changes.deleteCalibration(backends.device(params.backend_id).profile.device_id, params.calibration_id),
  ),
  handle(routes.restoreCalibration, ({ params }) =>
    backends.changes.restoreCalibration(backends.device(params.backend_id).profile.device_id, params.calibration_id),
  ),
  handle(routes.makeCurrent, ({ params, body }, { signal }) =>
    current.make(params.backend_id, { calibration_id: params.calibration_id, request: body, signal }),
  ),
  handle(routes.revertCurrent, ({ params, body }, { signal }) => current.revert(params.backend_id, body, signal)),
]
