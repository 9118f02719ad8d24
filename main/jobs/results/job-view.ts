import { createHash } from 'node:crypto'
import { wholeOf } from '../../account/ledger'
import type { Job, JobSavedCircuit, JobSummary } from '../../contract/jobs/circuit-job'
import type { QueuePlace } from '../../contract/jobs/status'
import { isoTime } from '../../contract/model/iso-time'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import { isLargeJson, type Json, parsed } from '../../worker/json'
import type { EstimateRequest } from '../model/estimate-request'
import type { DevicePlacement } from '../model/execution'
import { allShotsOf, type JobRow, type JobState, reasonOf } from '../model/job'
import type { JobLive } from '../queue/job-positions'
import type { ResultRow } from '../storage/result-table'

export const summaryOf = (row: JobRow, { queue_position, progress }: JobLive): JobSummary => ({
  job_uuid: row.job_uuid,
  name: row.name,
  tags: JSON.parse(row.tags),
  status: row.status,
  status_reason: reasonOf(row),
  backend: row.backend,
  mode: row.mode,
  simulated: row.simulated === 1,
  estimates: row.estimates,
  shots: row.estimates === 'exact' ? 0 : row.shots,
  rows: row.rows,
  batch_id: row.batch_id,
  num_qubits: row.num_qubits,
  created_at: isoTime(row.created_at),
  started_at: isoTime(row.started_at),
  completed_at: isoTime(row.completed_at),
  runtime_ms: row.status === 'COMPLETED' ? row.completed_at! - row.started_at! : null,
  queue_position,
  progress: row.status === 'PROCESSING' ? progress : row.status === 'COMPLETED' ? 1 : null,
})

interface Detail {
  readonly circuit: Json
  readonly transpiled: Json
  readonly parameter_names: readonly string[] | null
  readonly timeline: readonly JobState[]
  readonly result: ResultRow | null
  readonly queue: QueuePlace | null
  /** Estimates that the job requests beyond counts. */
  readonly asked: EstimateRequest | null
  readonly placement: DevicePlacement | null
  readonly saved_circuit: JobSavedCircuit | null
}

/** The job; as text where its circuit is too large to be read and written once more. */
export function jobOf(row: JobRow, live: JobLive, detail: Detail): Job | JsonText {
  const { circuit, transpiled } = detail
  const rest = detailsOf(row, live, detail)
  if (isLargeJson(circuit) || isLargeJson(transpiled)) return jsonWith(rest, { circuit, transpiled }, tagOf(rest))
  return { ...rest, circuit: parsed(circuit), transpiled: parsed(transpiled) }
}

/** An ETag of the whole job by the rest of it: the submitted circuit never changes, and the transpiled one comes with the status. */
const tagOf = (rest: object): string => `"${createHash('sha1').update(JSON.stringify(rest)).digest('base64url')}"`

const estimateOptions = ({ estimates }: JobRow, asked: EstimateRequest | null) => ({
  ...(estimates === 'sampled' && { grouping: asked!.grouping }),
  ...(asked?.mitigation && { mitigation: asked.mitigation }),
})

/** The job without its circuits. */
export const detailsOf = (
  row: JobRow,
  live: JobLive,
  { parameter_names, timeline, result, queue, asked, placement, saved_circuit }: Omit<Detail, 'circuit' | 'transpiled'>,
): Omit<Job, 'circuit' | 'transpiled'> => ({
  ...summaryOf(row, live),
  options: { noise: row.noise, precision: row.precision, ...estimateOptions(row, asked), ...placement },
  ...(asked?.observables && { observables: [...asked.observables] }),
  ...(asked?.target_error !== undefined && { target_error: asked.target_error }),
  ...(saved_circuit && { saved_circuit }),
  parameter_names: parameter_names && [...parameter_names],
  seed: row.seed,
  engine: result?.engine ?? null,
  calibration_id: result?.calibration_id ?? null,
  tokens: {
    price_per_shot: wholeOf(row.price),
    reserved: row.charged === null ? wholeOf(row.price * allShotsOf(row)) : 0,
    charged: row.charged === null ? null : wholeOf(row.charged),
  },
  queue,
  timeline: timeline.map(({ status, at }) => ({ status, at: isoTime(at) })),
})
