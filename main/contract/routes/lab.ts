/** The lab: its profile, sequencers, snapshots of settings, and flux. */
import { FluxState, SetFlux, SetFluxReply } from '../instruments/flux'
import { LabState, MachineProgress, MachineQuery, Sequencer, UndoReply } from '../instruments/lab'
import {
  CompareQuery,
  CompareReply,
  RestoreReply,
  RestoreSettings,
  SettingsParam,
  SettingsQuery,
  SettingsSnapshot,
  SettingsSummary,
  TakeSettings,
} from '../instruments/settings-snapshot'
import { Done, itemsOf, page } from '../model/primitives'
import { OPERATOR, route } from './define-route'

export const labRoutes = {
  getLab: route('GET /v1/lab', 'lab', {
    access: 'signed_in',
    summary: 'The lab profile as it is used: channels, crosstalk, and the changes that undo can take back',
    reply: LabState,
  }),
  undoLabChange: route('POST /v1/lab/undo', 'lab', {
    access: OPERATOR,
    summary: 'Take back the newest change of the lab profile',
    reply: UndoReply,
    errors: ['conflict', 'instrument_held'],
  }),
  listSequencers: route('GET /v1/lab/sequencers', 'lab', {
    access: 'signed_in',
    summary: 'Sequencers with their profile, state, and who holds and waits for them',
    reply: itemsOf(Sequencer),
  }),
  listMachineProgress: route('GET /v1/lab/machine', 'lab', {
    access: 'signed_in',
    summary: 'What each instrument does for a run or job, as last reported',
    query: MachineQuery,
    reply: itemsOf(MachineProgress),
  }),
  listSettings: route('GET /v1/lab/snapshots', 'lab', {
    access: 'signed_in',
    summary: 'Snapshots of what instruments were set to, newest first',
    query: SettingsQuery,
    reply: page(SettingsSummary),
  }),
  takeSettings: route('POST /v1/lab/snapshots', 'lab', {
    access: OPERATOR,
    summary: 'Read every parameter of the instruments and keep it',
    body: TakeSettings,
    reply: SettingsSnapshot,
    status: 201,
    errors: ['not_found', 'instrument_held'],
    example: { label: 'before the tune-up' },
  }),
  getSettings: route('GET /v1/lab/snapshots/:snapshot_id', 'lab', {
    access: 'signed_in',
    summary: 'One snapshot, whole',
    params: SettingsParam,
    reply: SettingsSnapshot,
    errors: ['not_found'],
  }),
  deleteSettings: route('DELETE /v1/lab/snapshots/:snapshot_id', 'lab', {
    access: OPERATOR,
    summary: 'Delete a snapshot',
    params: SettingsParam,
    reply: Done,
    errors: ['not_found'],
  }),
  compareSettings: route('GET /v1/lab/snapshots/:snapshot_id/compare', 'lab', {
    access: 'signed_in',
    summary: 'What differs between a snapshot and another, or what the instruments say now',
    params: SettingsParam,
    query: CompareQuery,
    reply: CompareReply,
    errors: ['not_found'],
  }),
  restoreSettings: route('POST /v1/lab/snapshots/:snapshot_id/restore', 'lab', {
    access: OPERATOR,
    summary: 'Set what differs back, ramped; dry_run only says what and how long it takes',
    params: SettingsParam,
    body: RestoreSettings,
    reply: RestoreReply,
    errors: ['not_found', 'instrument_held'],
    example: { dry_run: true },
  }),
  getFlux: route('GET /v1/lab/flux', 'lab', {
    access: 'signed_in',
    summary: 'Voltages and fluxes of the channels of the crosstalk matrix, by the last readings',
    reply: FluxState,
    errors: ['conflict'],
  }),
  setFlux: route('POST /v1/lab/flux', 'lab', {
    access: OPERATOR,
    summary: 'Set fluxes in Φ0: volts by the crosstalk matrix, limits checked, all channels ramped together',
    body: SetFlux,
    reply: SetFluxReply,
    errors: [
      'conflict',
      'instrument_unavailable',
      'instrument_fault',
      'instrument_busy',
      'instrument_held',
      'instrument_refused',
      'set_not_taken',
      'reading_invalid',
    ],
    example: { phi0: { 'flux-q1': 0.1 }, dry_run: true },
  }),
} as const
