/** Error-correction runs. */
import { z } from 'zod'
import { page } from '../model/primitives'
import { CARDINAL_STATES } from '../model/protocols'
import { LogicalParam } from '../modules/logical-qubits'
import { PartialRecord, RunRecord } from '../runs/record'
import { RunRequest } from '../runs/request'
import {
  AllRunsQuery,
  DecodeRequest,
  Redecoding,
  Run,
  RunEstimate,
  RunListQuery,
  RunParam,
  RunPrediction,
} from '../runs/run'
import { RunShotsQuery, RunSlotsQuery, ShotSlots } from '../runs/shot-export'
import { Bytes, QEC, route } from './define-route'

const ShotFileParam = RunParam.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })

export const runsRoutes = {
  predictRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs/predict', 'runs', {
    access: QEC,
    summary: 'What a run would show and how many shots it needs; nothing is stored',
    params: LogicalParam,
    body: RunRequest,
    reply: RunPrediction,
    errors: ['not_found', 'no_embedding', 'disqualified'],
    example: { mode: 'correction', rounds: [1, 2, 4], shots: 20000 },
  }),
  estimateRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs/estimate', 'runs', {
    access: QEC,
    summary: 'Shots and compute tokens that a run would take; starts and reserves nothing',
    params: LogicalParam,
    body: RunRequest,
    reply: RunEstimate,
    errors: ['not_found', 'no_embedding', 'disqualified'],
    example: { mode: 'correction', rounds: [1, 2, 4], shots: 20000 },
  }),
  createRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs', 'runs', {
    access: QEC,
    summary:
      'Start a run: physical baselines, then the encoded experiment, decoded and compared; reserves price × all of its shots',
    params: LogicalParam,
    body: RunRequest,
    reply: Run,
    status: 202,
    errors: [
      'not_found',
      'gate_failed',
      'gate_unknown',
      'no_embedding',
      'disqualified',
      'backend_offline',
      'insufficient_tokens',
      'queue_full',
    ],
    // Most modules of the demo lab fail the gate.
    example: {
      mode: 'correction',
      rounds: [1, 2, 4],
      shots: 20000,
      states: [...CARDINAL_STATES],
      seed: 7,
      override: true,
    },
  }),
  listModuleRuns: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/runs', 'runs', {
    access: QEC,
    summary: 'Runs of one module, newest first',
    params: LogicalParam,
    query: RunListQuery,
    reply: page(Run),
    errors: ['not_found'],
  }),
  listRuns: route('GET /v1/runs', 'runs', {
    access: QEC,
    summary: 'Runs of every module, newest first',
    query: AllRunsQuery,
    reply: page(Run),
  }),
  getRun: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id', 'runs', {
    access: QEC,
    summary: 'Status, progress and summary of a run',
    params: RunParam,
    reply: Run,
    errors: ['not_found'],
  }),
  getRunRecord: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/record', 'runs', {
    access: QEC,
    summary: 'The run record, once COMPLETED; of an aborted device run what was measured, complete: false',
    params: RunParam,
    reply: z.union([RunRecord, PartialRecord]),
    errors: ['not_found', 'result_not_ready', 'run_failed', 'run_aborted'],
  }),
  getRunShots: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/shots/:sha256', 'runs', {
    access: QEC,
    summary:
      'Measured bits of one file of the run: bit planes, each padded to 8 bytes, or shots as bytes (b8) and which of their bits were executed (mask)',
    params: ShotFileParam,
    query: RunShotsQuery,
    reply: Bytes,
    binary: true,
    errors: ['not_found', 'result_not_ready', 'run_failed', 'run_aborted', 'too_many_waiting', 'conflict'],
  }),
  getRunSlots: route(
    'GET /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/shots/:sha256/slots',
    'runs',
    {
      access: QEC,
      summary: 'What each bit of b8 and mask of a file is, in a run on a device, and their hashes',
      params: ShotFileParam,
      query: RunSlotsQuery,
      reply: ShotSlots,
      errors: ['not_found', 'result_not_ready', 'run_failed', 'run_aborted', 'too_many_waiting', 'conflict'],
    },
  ),
  abortRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/abort', 'runs', {
    access: QEC,
    summary: 'Abort a run that is not finished; shots not executed are released',
    params: RunParam,
    reply: Run,
    errors: ['not_found', 'conflict'],
  }),
  redecodeRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/decode', 'runs', {
    access: QEC,
    summary: 'Decode the stored bits of a finished run with another decoder; free, and the record stays as it is',
    params: RunParam,
    body: DecodeRequest,
    reply: Redecoding,
    errors: ['not_found', 'result_not_ready', 'run_failed', 'run_aborted', 'conflict'],
    example: { decoder: 'flag-map' },
  }),
  replayRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/replay', 'runs', {
    access: QEC,
    summary: 'Run a simulated record again from its plan and seed, at the price of a run, and compare the bits',
    params: RunParam,
    reply: Run,
    status: 202,
    errors: [
      'not_found',
      'result_not_ready',
      'run_failed',
      'run_aborted',
      'insufficient_tokens',
      'queue_full',
      'conflict',
      'backend_offline',
    ],
  }),
} as const
