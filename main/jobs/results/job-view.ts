import type { Job, JobSummary, QueuePlace, StatusReason } from '../../contract/jobs'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import { type Json, parsed } from '../json'
import { isFiled } from '../kept'
import type { ResultRow } from '../storage/result-table'
import type { JobRow, State } from '../storage/job-table'

/** Millionths of a token to tokens. */
export const tokensOf = (micro: number): number => micro / 1_000_000

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export const reasonOf = ({
  reason_code,
  reason_message,
}: Pick<JobRow, 'reason_code' | 'reason_message'>): StatusReason | null =>
  reason_code === null ? null : { code: reason_code, message: reason_message ?? '' }

/** What only memory knows of a job. */
export interface Live {
  readonly queue_position: number | null
  /** Of a PROCESSING job. */
  readonly progress: number
}

export const summaryOf = (row: JobRow, { queue_position, progress }: Live): JobSummary => ({
  job_uuid: row.job_uuid,
  name: row.name,
  tags: JSON.parse(row.tags),
  status: row.status,
  status_reason: reasonOf(row),
  backend: row.backend,
  mode: row.mode,
  simulated: row.simulated === 1,
  shots: row.shots,
  num_qubits: row.num_qubits,
  created_at: time(row.created_at)!,
  started_at: time(row.started_at),
  completed_at: time(row.completed_at),
  runtime_ms: row.status === 'COMPLETED' ? row.completed_at! - row.started_at! : null,
  queue_position,
  progress: row.status === 'PROCESSING' ? progress : row.status === 'COMPLETED' ? 1 : null,
})

export interface Detail {
  readonly circuit: Json
  readonly transpiled: Json
  readonly timeline: readonly State[]
  readonly result: ResultRow | null
  readonly queue: QueuePlace | null
}

/** The job; as text where its circuit is too large to be read and written once more. */
export function jobOf(row: JobRow, live: Live, detail: Detail): Job | JsonText {
  const { circuit, transpiled } = detail
  const rest = detailsOf(row, live, detail)
  if (isFiled(circuit) || isFiled(transpiled)) return jsonWith(rest, { circuit, transpiled })
  return { ...rest, circuit: parsed(circuit), transpiled: parsed(transpiled) }
}

const detailsOf = (
  row: JobRow,
  live: Live,
  { timeline, result, queue }: Detail,
): Omit<Job, 'circuit' | 'transpiled'> => ({
  ...summaryOf(row, live),
  options: { noise: row.noise, precision: row.precision },
  seed: row.seed,
  engine: result?.engine ?? null,
  calibration_id: result?.calibration_id ?? null,
  tokens: {
    price_per_shot: tokensOf(row.price),
    reserved: row.charged === null ? tokensOf(row.price * row.shots) : 0,
    charged: row.charged === null ? null : tokensOf(row.charged),
  },
  queue,
  timeline: timeline.map(({ status, at }) => ({ status, at: time(at)! })),
})
