/** Records of the lab: logs, readings, preconditions and alarms. */
import {
  CommandLogEntry,
  CommandLogExportQuery,
  CommandLogQuery,
  ExperimentLogEntry,
  ExperimentLogExportQuery,
  ExperimentLogQuery,
} from '../instruments/command-log'
import { Alarm, AlarmParam, AlarmQuery, NeedsOfRuns } from '../instruments/limits'
import { ReadingSeries, ReadingsQuery } from '../instruments/reading'
import { itemsOf, page } from '../model/primitives'
import { Bytes, OPERATOR, route } from './define-route'

export const labRecordsRoutes = {
  listCommands: route('GET /v1/lab/log', 'lab', {
    access: 'signed_in',
    summary: 'Every request and reply of the instruments, newest first',
    query: CommandLogQuery,
    reply: page(CommandLogEntry),
  }),
  exportCommands: route('GET /v1/lab/log/export', 'lab', {
    access: 'signed_in',
    summary: 'The same as CSV, text or JSON, oldest first, SIMULATED where it is',
    query: CommandLogExportQuery,
    reply: Bytes,
    binary: true,
  }),
  listExperimentLog: route('GET /v1/lab/experiment-log', 'lab', {
    access: 'signed_in',
    summary: 'Sets, leases, limits, faults and safe states with time and cause, newest first; of one run with work',
    query: ExperimentLogQuery,
    reply: page(ExperimentLogEntry),
  }),
  exportExperimentLog: route('GET /v1/lab/experiment-log/export', 'lab', {
    access: 'signed_in',
    summary: 'The same as CSV, text or JSON, oldest first, SIMULATED where it is',
    query: ExperimentLogExportQuery,
    reply: Bytes,
    binary: true,
  }),
  listReadings: route('GET /v1/lab/readings', 'lab', {
    access: 'signed_in',
    summary: 'Readings over time, for plots; those of a run with work',
    query: ReadingsQuery,
    reply: itemsOf(ReadingSeries),
  }),
  listPreconditions: route('GET /v1/lab/preconditions', 'lab', {
    access: 'signed_in',
    summary: 'What a run needs before it starts, and whether it is met: preconditions, and limits of outputs',
    reply: NeedsOfRuns,
  }),
  listAlarms: route('GET /v1/lab/alarms', 'lab', {
    access: 'signed_in',
    summary: 'Alarms, newest first; each stays open until it is acknowledged',
    query: AlarmQuery,
    reply: page(Alarm),
  }),
  acknowledgeAlarm: route('POST /v1/lab/alarms/:alarm_id/acknowledge', 'lab', {
    access: OPERATOR,
    summary: 'Acknowledge an alarm',
    params: AlarmParam,
    reply: Alarm,
    errors: ['not_found'],
  }),
} as const
