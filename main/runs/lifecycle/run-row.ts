/** A run as its row stores it, and as the contract shows it. */
import { isoTime } from '../../contract/model/iso-time'
import { type Run, type RunStatus, runStates } from '../../contract/runs/run'
import { tokensOf } from './tokens'

export interface RunRow {
  sequence: number
  run_id: string
  backend_id: string
  logical_id: string
  chiplet: string
  name: string | null
  status: RunStatus
  reason_code: string | null
  reason_message: string | null
  simulated: number
  request: string
  calibration_id: string
  warnings: string
  plan: string
  created_at: number
  started_at: number | null
  finished_at: number | null
  summary: string | null
  /** JSON of the contract's Replay. */
  replay: string | null
  /** Key that started it, null for the account holder. */
  owner: string | null
  /** Millionths of a token for a shot. */
  price: number
  /** null for runs from before shots were counted. */
  planned_shots: number | null
  /** Both null until the run is over. */
  executed_shots: number | null
  charged: number | null
}

const idleProgress = ({ status }: RunRow): Run['progress'] =>
  status === 'COMPLETED'
    ? { fraction: 1, stage: 'done' }
    : { fraction: 0, stage: runStates.isTerminal(status) ? status.toLowerCase() : 'queued' }

export const runOf = (row: RunRow, progress: Run['progress'] | undefined): Run => ({
  run_id: row.run_id,
  name: row.name,
  backend_id: row.backend_id,
  logical_id: row.logical_id,
  chiplet: row.chiplet,
  status: row.status,
  status_reason: row.reason_code === null ? null : { code: row.reason_code, message: row.reason_message ?? '' },
  simulated: row.simulated === 1,
  request: requestOf(row),
  progress: row.status === 'PROCESSING' && progress ? progress : idleProgress(row),
  created_at: isoTime(row.created_at),
  started_at: isoTime(row.started_at),
  finished_at: isoTime(row.finished_at),
  calibration_id: row.calibration_id,
  warnings: JSON.parse(row.warnings),
  replay: row.replay === null ? null : JSON.parse(row.replay),
  summary: row.summary === null ? null : JSON.parse(row.summary),
  tokens: tokensOf(row),
})

/** What a request meant before it could choose; runs stored then lack these fields, or say `dd: true` without a meaning. */
const BEFORE_CHOICES = { preparation: 'projective', readout: 'checked', engine: 'frames' } as const

export function requestOf({ request }: RunRow): Run['request'] {
  const stored = JSON.parse(request)
  return { ...BEFORE_CHOICES, ...stored, dd: stored.dd === true ? false : (stored.dd ?? false) }
}

/** Characters of JSON in the columns that a run is shown by. */
export const weightOf = ({ request, warnings, summary, replay }: RunRow): number =>
  [request, warnings, summary, replay].reduce((sum, json) => sum + (json?.length ?? 0), 0)
