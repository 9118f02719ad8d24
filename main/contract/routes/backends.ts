/** Backends and their calibrations. */
import { z } from 'zod'
import { Backend, BackendParam, BackendSummary, ImportReply } from '../backends/catalogue'
import { CalibrationList, ChangeCurrent, CurrentChange } from '../backends/current-calibration'
import { AddDevice, AddedDevice, DeletedCalibration, DeletedDevice, DeviceParam } from '../calibration/add-device'
import { CSV_TEMPLATE } from '../calibration/csv-template'
import { ImportCalibration } from '../calibration/import'
import { CalibrationSnapshot } from '../calibration/snapshot'
import { itemsOf, Name } from '../model/primitives'
import { MB, OPERATOR, READ_DEVICES, route } from './define-route'

const CalibrationParam = z.object({ backend_id: Name, calibration_id: Name })

const qubit = {
  t1_us: 45,
  t2_us: 30,
  t2_echo_us: null,
  fidelity_1q: 0.999,
  readout_fidelity: 0.97,
  reset_fidelity: null,
  gate_1q_length_ns: 30,
  readout_length_ns: 500,
  reset_length_ns: null,
  out_of_service: null,
}

/** Example calibration of a device of two qubits; for a larger device nearly all of its qubits must be listed. */
const ofTwoQubits = {
  format: 'pentad-calibration/1',
  source_device: 'device_x',
  vendor: 'Our lab',
  source: 'Measured here',
  calibrated_at: '2026-01-31T08:00:00Z',
  t2_kind: 'echo',
  notes: [],
  qubits: [
    { index: 0, label: 'QB1', ...qubit },
    { index: 1, label: 'QB2', ...qubit },
  ],
  edges: [{ a: 0, b: 1, gate: 'cz', fidelity: 0.993, duration_ns: 60, out_of_service: null }],
}

export const backendsRoutes = {
  listBackends: route('GET /api/svc/quantum/backends', 'backends', {
    access: READ_DEVICES,
    summary: 'Every backend, mock and live',
    reply: itemsOf(BackendSummary),
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
    reply: CalibrationList,
    errors: ['not_found'],
  }),
  getCalibration: route('GET /v1/backends/:backend_id/calibrations/:calibration_id', 'backends', {
    access: READ_DEVICES,
    summary: 'One snapshot, whole; `current` names the current one',
    params: CalibrationParam,
    reply: CalibrationSnapshot,
    errors: ['not_found'],
  }),
  importCalibration: route('POST /v1/backends/:backend_id/calibrations', 'backends', {
    access: OPERATOR,
    summary:
      'Import a calibration in a published format or our own, as the current one where it is newer; dry_run only checks it',
    params: BackendParam,
    body: ImportCalibration,
    reply: ImportReply,
    status: 201,
    errors: ['not_found', 'invalid_file', 'conflict'],
    body_limit: 32 * MB,
    example: {
      format: 'auto',
      files: [{ name: 'calibration.json', content: JSON.stringify(ofTwoQubits) }],
      dry_run: true,
    },
  }),
  addDevice: route('POST /v1/devices', 'backends', {
    access: OPERATOR,
    summary:
      'Add a device from published files or from tables of your own, as a live backend and its -mock; dry_run only reads it and reports what is assumed and missing',
    body: AddDevice,
    reply: AddedDevice,
    status: 201,
    errors: ['invalid_file', 'conflict'],
    body_limit: 32 * MB,
    example: { device_id: 'dev-x', files: [...CSV_TEMPLATE], dry_run: true },
  }),
  deleteDevice: route('DELETE /v1/devices/:device_id', 'backends', {
    access: OPERATOR,
    summary: 'Delete a device that was added here and that no run, study or job was made with; it can be brought back',
    params: DeviceParam,
    reply: DeletedDevice,
    errors: ['not_found', 'conflict'],
  }),
  restoreDevice: route('POST /v1/devices/:device_id/restore', 'backends', {
    access: OPERATOR,
    summary: 'Bring a deleted device back, with its calibrations',
    params: DeviceParam,
    reply: DeletedDevice,
    errors: ['not_found', 'conflict'],
  }),
  deleteCalibration: route('DELETE /v1/backends/:backend_id/calibrations/:calibration_id', 'backends', {
    access: OPERATOR,
    summary:
      'Delete an imported snapshot that is not the current one and that no record rests on; it can be brought back',
    params: CalibrationParam,
    reply: DeletedCalibration,
    errors: ['not_found', 'conflict'],
  }),
  restoreCalibration: route('POST /v1/backends/:backend_id/calibrations/:calibration_id/restore', 'backends', {
    access: OPERATOR,
    summary: 'Bring a deleted snapshot back into the history',
    params: CalibrationParam,
    reply: DeletedCalibration,
    errors: ['not_found'],
  }),
  makeCurrent: route('POST /v1/backends/:backend_id/calibrations/:calibration_id/current', 'backends', {
    access: OPERATOR,
    summary: 'Make a snapshot of the history the current one; dry_run only says which layouts would move',
    params: CalibrationParam,
    body: ChangeCurrent,
    reply: CurrentChange,
    errors: ['not_found'],
    example: { dry_run: true },
  }),
  revertCurrent: route('POST /v1/backends/:backend_id/calibrations/revert', 'backends', {
    access: OPERATOR,
    summary: 'Make the snapshot that was current before the current one again; dry_run only says what that would be',
    params: BackendParam,
    body: ChangeCurrent,
    reply: CurrentChange,
    errors: ['not_found', 'conflict'],
    example: { dry_run: true },
  }),
} as const
