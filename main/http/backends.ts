import type { Backends } from '../backends/backends'
import { routes } from '../contract/routes'
import { type Handler, handle } from './request/handler'

export const backendRoutes = (backends: Backends): Handler[] => [
  handle(routes.listBackends, () => ({ items: backends.list() })),
  handle(routes.getBackend, ({ params }) => backends.get(params.backend_id)),
  handle(routes.listCalibrations, ({ params }) => ({ items: backends.calibrations(params.backend_id) })),
  handle(routes.getCalibration, ({ params }) => backends.calibration(params.backend_id, params.calibration_id)),
  handle(routes.importCalibration, ({ params, body }) => backends.importCalibration(params.backend_id, body)),
]
