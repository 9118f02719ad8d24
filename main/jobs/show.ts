import type { Job, JobSummary, QueuePlace, StatusReason } from '../contract/jobs'
import { type ResultRow, transpiledOf } from './results'
import type { JobRow, State } from './table'

/** Millionths of a token to tokens. */
export const tokensOf = (micro: number): number => micro / 1_000_000

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export const reasonOf = ({ reason_code, reason_message }: JobRow): StatusReason | null =>
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
  readonly circuit: string
  readonly timeline: readonly State[]
  readonly result: ResultRow | null
  readonly queue: QueuePlace | null
}

export const jobOf = (row: JobRow, live: Live, { circuit, timeline, result, queue }: Detail): Job => ({
  ...summaryOf(row, live),
  circuit: JSON.parse(circuit),
  transpiled: transpiledOf(result),
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
