/** Circuit jobs. */
import {
  BatchId,
  BatchList,
  BatchListQuery,
  BatchQuery,
  BatchResults,
  BatchResultsQuery,
  JobBatch,
} from '../jobs/batches'
import { Job, JobDetail, JobListQuery, JobQuery, JobSummary } from '../jobs/circuit-job'
import { EventsQuery, JobEvent } from '../jobs/events'
import { JobResult, PartialResultQuery, PartialResultReply, ResultQuery, ShotsQuery } from '../jobs/result'
import { JobEstimate, JobId, SubmitJob, SubmitReply } from '../jobs/submit'
import { SweepRows, SweepRowsQuery, SweepSeries, SweepSeriesQuery, SweepValues, SweepValuesQuery } from '../jobs/sweep'
import { Done, page } from '../model/primitives'
import { bell } from './circuits'
import { Bytes, JOBS, MB, route } from './define-route'

const submit = { backend: 'dev-a-mock', shots: 1000, circuit: bell }

export const jobsRoutes = {
  submitJob: route('POST /api/svc/quantum/submit', 'jobs', {
    access: JOBS,
    summary: 'Submit a circuit or OpenQASM text, a sweep of its parameters, or a batch',
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
      'conflict',
    ],
    body_limit: 16 * MB,
    idempotent: true,
    example: submit,
  }),
  estimateJob: route('POST /api/svc/quantum/estimate', 'jobs', {
    access: JOBS,
    summary: 'Tokens, queue and runtime that a submit of this body would take; submits nothing',
    body: SubmitJob,
    reply: JobEstimate,
    errors: ['not_found', 'backend_offline'],
    body_limit: 16 * MB,
    example: submit,
  }),
  listJobs: route('GET /api/svc/quantum/jobs', 'jobs', {
    access: JOBS,
    summary: 'Jobs, newest first',
    query: JobListQuery,
    reply: page(JobSummary),
  }),
  getJob: route('GET /api/svc/quantum/jobs/:job_uuid', 'jobs', {
    access: JOBS,
    summary: 'Status and detail of a job; circuit=false leaves its circuits out, wait=30 answers once it is over',
    params: JobId,
    query: JobQuery,
    reply: JobDetail,
    errors: ['not_found', 'too_many_waiting'],
  }),
  getJobResult: route('GET /api/svc/quantum/jobs/:job_uuid/result', 'jobs', {
    access: JOBS,
    summary:
      'Measurement counts or expectation values, once COMPLETED: of all bits, of some, by register, with intervals; on request each shot',
    params: JobId,
    query: ResultQuery,
    reply: JobResult,
    bytes_when: 'format=b8',
    csv_when: 'format=csv, or Accept: text/csv',
    errors: [
      'not_found',
      'result_not_ready',
      'job_failed',
      'job_aborted',
      'result_too_large',
      'too_many_waiting',
      'conflict',
    ],
  }),
  getPartialResult: route('GET /api/svc/quantum/jobs/:job_uuid/result/partial', 'jobs', {
    access: JOBS,
    summary:
      'Counts of the batches that a device has measured of a job, of expectation values circuit by circuit: while it is PROCESSING, and after it was ABORTED; complete: true once it is COMPLETED; job_failed where they cannot be trusted',
    params: JobId,
    query: PartialResultQuery,
    reply: PartialResultReply,
    errors: ['not_found', 'result_not_ready', 'job_failed', 'conflict'],
  }),
  getJobShots: route('GET /api/svc/quantum/jobs/:job_uuid/result/b8', 'jobs', {
    access: JOBS,
    summary:
      'Each shot as bytes, one after another, ceil(num_clbits / 8) bytes each; classical bit c is bit c % 8, least significant first, of byte c / 8',
    params: JobId,
    query: ShotsQuery,
    reply: Bytes,
    binary: true,
    errors: ['not_found', 'result_not_ready', 'job_failed', 'job_aborted', 'too_many_waiting', 'conflict'],
  }),
  listResultRows: route('GET /api/svc/quantum/jobs/:job_uuid/result/rows', 'jobs', {
    access: JOBS,
    summary: 'Counts and values of the rows of a sweep, in their order; wait=30 answers once it is over',
    params: JobId,
    query: SweepRowsQuery,
    reply: SweepRows,
    errors: ['not_found', 'result_not_ready', 'job_failed', 'job_aborted', 'too_many_waiting', 'conflict'],
  }),
  getResultSeries: route('GET /api/svc/quantum/jobs/:job_uuid/result/series', 'jobs', {
    access: JOBS,
    summary: 'Frequency of one outcome or parity in each row of a sweep, with intervals',
    params: JobId,
    query: SweepSeriesQuery,
    reply: SweepSeries,
    errors: ['not_found', 'result_not_ready', 'job_failed', 'job_aborted', 'too_many_waiting', 'conflict'],
  }),
  getResultValues: route('GET /api/svc/quantum/jobs/:job_uuid/result/values', 'jobs', {
    access: JOBS,
    summary:
      'One expectation value or mitigated probability in each row of a sweep, with its error; as CSV all of them',
    params: JobId,
    query: SweepValuesQuery,
    reply: SweepValues,
    csv_when: 'format=csv, or Accept: text/csv',
    errors: ['not_found', 'result_not_ready', 'job_failed', 'job_aborted', 'too_many_waiting', 'conflict'],
  }),
  abortJob: route('POST /api/svc/quantum/jobs/:job_uuid/abort', 'jobs', {
    access: JOBS,
    summary:
      'Abort a job that is not finished; its tokens are released, but for the shots of whole batches that a device has measured',
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
  listBatches: route('GET /api/svc/quantum/batches', 'jobs', {
    access: JOBS,
    summary: 'Batches, newest first',
    query: BatchListQuery,
    reply: BatchList,
  }),
  getBatch: route('GET /api/svc/quantum/batches/:batch_id', 'jobs', {
    access: JOBS,
    summary: 'How a batch stands: its jobs by status, progress and cost; wait=30 answers once all are over',
    params: BatchId,
    query: BatchQuery,
    reply: JobBatch,
    errors: ['not_found', 'too_many_waiting'],
  }),
  getBatchResults: route('GET /api/svc/quantum/batches/:batch_id/results', 'jobs', {
    access: JOBS,
    summary: 'The results of all jobs of a batch, in the order of its circuits; wait=30 answers once all are over',
    params: BatchId,
    query: BatchResultsQuery,
    reply: BatchResults,
    errors: ['not_found', 'too_many_waiting'],
  }),
  abortBatch: route('POST /api/svc/quantum/batches/:batch_id/abort', 'jobs', {
    access: JOBS,
    summary: 'Abort every job of a batch that is not finished, each as by its own abort',
    params: BatchId,
    reply: JobBatch,
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
