/** Backends and their calibrations. */
import { z } from 'zod'
import { Backend, BackendParam, BackendSummary, ImportReply } from '../backends'
import { CalibrationSnapshot, CalibrationSummary, ImportCalibration } from '../calibration'
import { Name } from '../primitives'
import { MB, OPERATOR, READ_DEVICES, route } from './row'

export const backendsRoutes = {
  listBackends: route('GET /api/svc/quantum/backends', 'backends', {
    access: READ_DEVICES,
    summary: 'Every backend, mock and live',
    reply: z.object({ items: z.array(BackendSummary) }),
  }),
  getBackend: route('GET /api/svc/quantum/backends/:backend_id', 'backends', {
    access: READ_DEVICES,
    summary: 'One backend with its topology and limits',
    params: BackendParam,
    reply: Backend,
    errors: ['not_found'],
  }),
  listCalibrations: route('GET /v1/backends/:backend_id/calibrations', 'backends', {
    access: READ_DEVICES,
    summary: 'Calibration history, newest first',
    params: BackendParam,
    reply: z.object({ items: z.array(CalibrationSummary) }),
    errors: ['not_found'],
  }),
  getCalibration: route('GET /v1/backends/:backend_id/calibrations/:calibration_id', 'backends', {
    access: READ_DEVICES,
    summary: 'One snapshot, whole; `current` names the newest',
    params: z.object({ backend_id: Name, calibration_id: Name }),
    reply: CalibrationSnapshot,
    errors: ['not_found'],
  }),
  importCalibration: route('POST /v1/backends/:backend_id/calibrations', 'backends', {
    access: OPERATOR,
    summary: 'Import a calibration in a published format or our own; dry_run only checks it',
    params: BackendParam,
    body: ImportCalibration,
    reply: ImportReply,
    status: 201,
    errors: ['not_found', 'invalid_file', 'conflict'],
    body_limit: 32 * MB,
    example: {
      format: 'auto',
      files: [{ name: 'calibration.json', content: '{ "format": "pentad-calibration/1", ... }' }],
      dry_run: true,
    },
  }),
} as const
