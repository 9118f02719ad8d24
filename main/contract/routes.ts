/** The one route table: handlers, OpenAPI document, typed client and completeness test all come from it. */
import { z } from 'zod'
import {
  AccountSummary,
  ApiKey,
  Caller,
  CreateKey,
  KeyParam,
  LedgerQuery,
  LedgerTransaction,
  NewKey,
  PurchaseTokens,
  SignIn,
  SignInLink,
} from './account'
import { Backend, BackendParam, BackendSummary, ImportReply } from './backends'
import { CalibrationSnapshot, CalibrationSummary, ImportCalibration } from './calibration'
import { CircuitText, ExportCircuit, ParseCircuit, ParsedCircuit } from './circuits'
import { EventsQuery, JobEvent } from './events'
import { Health } from './health'
import {
  Job,
  JobEstimate,
  JobId,
  JobListQuery,
  JobResult,
  JobSummary,
  ResultQuery,
  SubmitJob,
  SubmitReply,
} from './jobs'
import {
  LogicalParam,
  LogicalQubit,
  LogicalQubitList,
  LogicalTopology,
  ResolvedModule,
  SelectionProfile,
} from './modules'
import { Done, Name, page } from './primitives'
import type { Access, Method, Route } from './route'
import { AllRunsQuery, CARDINAL_STATES, Run, RunListQuery, RunParam, RunRecord, RunRequest } from './runs'

const Nothing = z.strictObject({})

interface Parts<P, Q, B, R> {
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: R
  binary?: boolean
  bytes_when?: string
  idempotent?: boolean
  status?: number
  errors?: Route['errors']
  body_limit?: number
  example?: unknown
}

const MB = 1_000_000

function route<
  R extends z.ZodType,
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof Nothing,
  B extends z.ZodType = typeof Nothing,
>(line: `${Method} /${string}`, tag: string, parts: Parts<P, Q, B, R>): Route<P, Q, B, R> {
  const [method, path] = line.split(' ') as [Method, string]
  return {
    method,
    path,
    tag,
    access: parts.access,
    summary: parts.summary,
    params: parts.params ?? (Nothing as unknown as P),
    query: parts.query ?? (Nothing as unknown as Q),
    body: parts.body ?? (Nothing as unknown as B),
    reply: parts.reply,
    binary: parts.binary ?? false,
    bytes_when: parts.bytes_when ?? null,
    idempotent: parts.idempotent ?? false,
    status: parts.status ?? 200,
    errors: parts.errors ?? [],
    body_limit: parts.body_limit ?? MB,
    example: parts.example ?? null,
  }
}

const Bytes = z.custom<Uint8Array>(value => value instanceof Uint8Array)
const JOBS: Access = ['jobs']
const QEC: Access = ['qec']
const READ_DEVICES: Access = ['jobs', 'qec', 'operator']
const OPERATOR: Access = ['operator']

const profile = {
  workload: 'logical_qubit_513',
  chiplet: 'a01',
  code: '[[5,1,3]]',
  ft_scheme: 'flag',
  syndrome_strategy: 'flag_sequential',
}
const bell = {
  backend: 'dev-a-mock',
  shots: 1000,
  circuit: {
    num_qubits: 2,
    instructions: [
      { name: 'h', qubits: [0] },
      { name: 'cx', qubits: [0, 1] },
      { name: 'measure', qubits: [0], clbits: [0] },
      { name: 'measure', qubits: [1], clbits: [1] },
    ],
  },
}

export const routes = {
  health: route('GET /healthz', 'service', { access: 'public', summary: 'Health of the whole service', reply: Health }),
  signIn: route('POST /session', 'service', {
    access: 'public',
    summary: 'Exchange a one-time sign-in token for a session cookie',
    body: SignIn,
    reply: Caller,
    errors: ['unauthenticated'],
    example: { token: 'from the printed link' },
  }),
  signOut: route('DELETE /session', 'service', { access: 'session', summary: 'End this session', reply: Done }),
  createSignInLink: route('POST /session/link', 'service', {
    access: 'session',
    summary: 'A fresh one-time sign-in link for a browser on this computer',
    reply: SignInLink,
    status: 201,
  }),

  whoami: route('GET /api/svc/quantum/whoami', 'account', {
    access: 'signed_in',
    summary: 'Who is calling, with which roles',
    reply: Caller,
  }),
  listKeys: route('GET /api/svc/quantum/keys', 'account', {
    access: 'session',
    summary: 'All API keys, without their secrets',
    reply: z.object({ items: z.array(ApiKey) }),
  }),
  createKey: route('POST /api/svc/quantum/keys', 'account', {
    access: 'session',
    summary: 'Create an API key; the secret is shown only in this reply',
    body: CreateKey,
    reply: NewKey,
    status: 201,
    example: { name: 'ci', roles: ['jobs', 'qec'] },
  }),
  rotateKey: route('POST /api/svc/quantum/keys/:key_id/rotate', 'account', {
    access: 'session',
    summary: 'Replace the secret at once; id and jobs stay',
    params: KeyParam,
    reply: NewKey,
    errors: ['not_found', 'conflict'],
  }),
  revokeKey: route('DELETE /api/svc/quantum/keys/:key_id', 'account', {
    access: 'session',
    summary: 'Revoke the key for good',
    params: KeyParam,
    reply: ApiKey,
    errors: ['not_found'],
  }),
  getAccount: route('GET /api/svc/quantum/account', 'account', {
    access: 'signed_in',
    summary: 'Balance of compute tokens',
    reply: AccountSummary,
  }),
  listLedger: route('GET /api/svc/quantum/account/ledger', 'account', {
    access: 'signed_in',
    summary: 'Movements of tokens, newest first; a key sees those of its own jobs',
    query: LedgerQuery,
    reply: page(LedgerTransaction),
  }),
  purchaseTokens: route('POST /api/svc/quantum/account/purchases', 'account', {
    access: 'session',
    summary: 'Buy compute tokens; in the demo lab only, where they cost nothing',
    body: PurchaseTokens,
    reply: AccountSummary,
    status: 201,
    errors: ['conflict'],
    example: { tokens: 1000 },
  }),

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

  listLogicalQubits: route('GET /v1/backends/:backend_id/logical-qubits', 'modules', {
    access: QEC,
    summary: 'Every logical-qubit module of the backend, ranked by predicted Δ_round',
    params: BackendParam,
    reply: LogicalQubitList,
    errors: ['not_found'],
  }),
  selectModule: route('POST /v1/backends/:backend_id/logical-qubits/select', 'modules', {
    access: QEC,
    summary: 'Resolve the best module of a chiplet from the current calibration',
    params: BackendParam,
    body: SelectionProfile,
    reply: ResolvedModule,
    errors: ['not_found', 'no_embedding', 'disqualified'],
    example: profile,
  }),
  getLogicalQubit: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id', 'modules', {
    access: QEC,
    summary: 'Layout, schedule and status of one module',
    params: LogicalParam,
    reply: LogicalQubit,
    errors: ['not_found'],
  }),
  logicalTopology: route('GET /v1/backends/:backend_id/logical-topology', 'modules', {
    access: QEC,
    summary: 'Logical overlay across all chiplets of the backend',
    params: BackendParam,
    reply: LogicalTopology,
    errors: ['not_found'],
  }),

  createRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs', 'runs', {
    access: QEC,
    summary: 'Start a run: physical baselines, then the encoded experiment, decoded and compared',
    params: LogicalParam,
    body: RunRequest,
    reply: Run,
    status: 202,
    errors: ['not_found', 'gate_failed', 'no_embedding', 'disqualified', 'backend_offline', 'queue_full'],
    example: { mode: 'correction', rounds: [1, 2, 4], shots: 20000, states: [...CARDINAL_STATES], seed: 7 },
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
    summary: 'The run record, once COMPLETED',
    params: RunParam,
    reply: RunRecord,
    errors: ['not_found', 'result_not_ready', 'run_failed', 'run_aborted'],
  }),
  getRunShots: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/shots/:sha256', 'runs', {
    access: QEC,
    summary: 'Packed measured bits of one circuit of the run: one bit plane after another, each padded to 8 bytes',
    params: RunParam.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    reply: Bytes,
    binary: true,
    errors: ['not_found', 'result_not_ready'],
  }),
  abortRun: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/runs/:run_id/abort', 'runs', {
    access: QEC,
    summary: 'Abort a run that is not finished',
    params: RunParam,
    reply: Run,
    errors: ['not_found', 'conflict'],
  }),

  parseCircuit: route('POST /api/svc/quantum/circuits/parse', 'circuits', {
    access: JOBS,
    summary: 'Read OpenQASM 2 or 3 into a circuit; faults carry line and column',
    body: ParseCircuit,
    reply: ParsedCircuit,
    body_limit: 17 * MB,
    example: { text: 'OPENQASM 2.0; include "qelib1.inc"; qreg q[1]; creg c[1]; h q[0]; measure q -> c;' },
  }),
  exportCircuit: route('POST /api/svc/quantum/circuits/export', 'circuits', {
    access: JOBS,
    summary: 'Write a circuit as OpenQASM 2 or 3',
    body: ExportCircuit,
    reply: CircuitText,
    body_limit: 17 * MB,
    example: { circuit: bell.circuit, format: 'openqasm3' },
  }),
  submitJob: route('POST /api/svc/quantum/submit', 'jobs', {
    access: JOBS,
    summary: 'Submit a circuit, or a batch of them',
    body: SubmitJob,
    reply: SubmitReply,
    status: 201,
    errors: [
      'not_found',
      'backend_offline',
      'insufficient_tokens',
      'queue_full',
      'idempotency_conflict',
      'idempotency_in_flight',
    ],
    body_limit: 16 * MB,
    idempotent: true,
    example: bell,
  }),
  estimateJob: route('POST /api/svc/quantum/estimate', 'jobs', {
    access: JOBS,
    summary: 'Tokens, queue and runtime that a submit of this body would take; submits nothing',
    body: SubmitJob,
    reply: JobEstimate,
    errors: ['not_found', 'backend_offline'],
    body_limit: 16 * MB,
    example: bell,
  }),
  listJobs: route('GET /api/svc/quantum/jobs', 'jobs', {
    access: JOBS,
    summary: 'Jobs, newest first',
    query: JobListQuery,
    reply: page(JobSummary),
  }),
  getJob: route('GET /api/svc/quantum/jobs/:job_uuid', 'jobs', {
    access: JOBS,
    summary: 'Status and detail of a job',
    params: JobId,
    reply: Job,
    errors: ['not_found'],
  }),
  getJobResult: route('GET /api/svc/quantum/jobs/:job_uuid/result', 'jobs', {
    access: JOBS,
    summary: 'Measurement counts, once COMPLETED; on request each shot',
    params: JobId,
    query: ResultQuery,
    reply: JobResult,
    bytes_when: 'format=b8',
    errors: ['not_found', 'result_not_ready', 'job_failed', 'job_aborted', 'result_too_large'],
  }),
  abortJob: route('POST /api/svc/quantum/jobs/:job_uuid/abort', 'jobs', {
    access: JOBS,
    summary: 'Abort a job that is not finished; its tokens are released',
    params: JobId,
    reply: Job,
    errors: ['not_found', 'conflict'],
  }),
  deleteJob: route('DELETE /api/svc/quantum/jobs/:job_uuid', 'jobs', {
    access: JOBS,
    summary: 'Delete a finished job with its results; the ledger keeps what it cost',
    params: JobId,
    reply: Done,
    errors: ['not_found', 'conflict'],
  }),
  jobEvents: route('GET /api/svc/quantum/events', 'jobs', {
    access: JOBS,
    summary: 'WebSocket: status, queue position and progress of jobs, with resume; one frame a message',
    query: EventsQuery,
    reply: JobEvent,
    status: 101,
    errors: ['upgrade_required'],
  }),
} as const

export type RouteName = keyof typeof routes
