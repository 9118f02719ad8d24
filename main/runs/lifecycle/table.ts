/** A run as its row stores it, the table of runs, and a run as the contract shows it. */
import { isoTime } from '../../contract/model/iso-time'
import { type Run, type RunStatus, runStates } from '../../contract/runs/run'
import { commitDurably } from '../../store/deferred-commit'
import { isOpen, type Store } from '../../store/store'
import { type NewRun, type RunChange, type RunRow, settingsOf } from '../model/run'
import { type RunPricing, reserveRun, type Settled, settleRun, tokensOf } from './tokens'

const CHANGEABLE = [
  'reason_code',
  'reason_message',
  'started_at',
  'finished_at',
  'summary',
  'replay',
  'record',
  'executed_shots',
  'charged',
] as const

/** Filter of a list. A module is named by its id or by its chiplet's, as when a run is created. */
export interface RunFilter {
  readonly backend_id: string | null
  readonly logical_id: string | null
  readonly status: RunStatus | null
}

/** Everything but the record, which may be large. */
const COLUMNS = `sequence, run_id, backend_id, logical_id, chiplet, name, status, reason_code, reason_message, simulated, driven,
  request, calibration_id, warnings, plan, created_at, started_at, finished_at, summary, replay,
  owner, price, planned_shots, executed_shots, charged,
  driven AND status = 'ABORTED'
    AND (machine IS NOT NULL OR EXISTS (SELECT 1 FROM run_batches WHERE run_batches.run_id = runs.run_id)) AS partial_record`

const OPEN = isOpen(runStates)

export interface RunTable {
  /** Resolves once it is on the disk; throws `insufficient_tokens`, and then there is no run. */
  insert(run: NewRun): Promise<void>
  /** Moves the run when that is legal, and resolves once it is on the disk; false when it was finished meanwhile. */
  move(id: string, to: RunStatus, change?: RunChange): Promise<boolean>
  find(id: string): RunRow | null
  /** JSON, or what stands for it: see `recordColumn`. */
  record(id: string): string | null
  /** Stored records in the order of creation, those after a sequence. */
  recordsAfter(sequence: number, limit: number): { sequence: number; record: string }[]
  /** Oldest first. */
  unfinished(): RunRow[]
  /** Number of unfinished runs. */
  open(): number
  /** Newest first, those before a sequence. */
  list(filter: RunFilter, before: number, limit: number): RunRow[]
}

interface Metering {
  /** Left out: runs are free. */
  readonly pricing: RunPricing | undefined
  /** Shots of an unfinished run that were executed so far. */
  readonly executedShots: (run_id: string) => number
}

/** Every change of a run's status with what it does to the ledger, in one transaction. */
export function runTable(store: Pick<Store, 'db' | 'deferred'>, { pricing, executedShots }: Metering): RunTable {
  const { db } = store
  const insert = db.prepare(`INSERT INTO runs
    (run_id, backend_id, logical_id, chiplet, name, status, simulated, driven, request, calibration_id, warnings, plan, created_at, replay,
      owner, price, planned_shots)
    VALUES (@run_id, @backend_id, @logical_id, @chiplet, @name, 'PENDING', @simulated, @driven, @request, @calibration_id, @warnings, @plan, @created_at, @replay,
      @owner, @price, @planned_shots)`)
  const byId = db.prepare<[string], RunRow>(`SELECT ${COLUMNS} FROM runs WHERE run_id = ?`)
  const recordOf = db.prepare<[string], string | null>('SELECT record FROM runs WHERE run_id = ?').pluck()
  const recordsAfter = db.prepare<[number, number], { sequence: number; record: string }>(
    'SELECT sequence, record FROM runs WHERE sequence > ? AND record IS NOT NULL ORDER BY sequence LIMIT ?',
  )
  const unfinished = db.prepare<[], RunRow>(`SELECT ${COLUMNS} FROM runs WHERE ${OPEN} ORDER BY sequence`)
  const countOpen = db.prepare<[], number>(`SELECT count(*) FROM runs WHERE ${OPEN}`).pluck()
  const list = db.prepare<unknown[], RunRow>(`SELECT ${COLUMNS} FROM runs
    WHERE sequence < @before AND (@status IS NULL OR status = @status)
      AND (@backend_id IS NULL OR backend_id = @backend_id) AND (@logical_id IS NULL OR @logical_id IN (logical_id, chiplet))
    ORDER BY sequence DESC LIMIT @limit`)

  function move(id: string, to: RunStatus, change: RunChange): boolean {
    const row = byId.get(id)
    if (!row || !runStates.mayMove(row.status, to)) return false
    const whole: RunChange & Partial<Settled> = runStates.isTerminal(to)
      ? { ...change, ...settleRun(pricing, row, executedShots(id)) }
      : change
    const set = CHANGEABLE.filter(column => column in whole).map(column => `, ${column} = @${column}`)
    db.prepare(`UPDATE runs SET status = @status${set.join('')} WHERE run_id = @id`).run({ ...whole, status: to, id })
    return true
  }

  return {
    insert: run =>
      commitDurably(store, () => {
        insert.run(run)
        reserveRun(pricing, run)
      }),
    move: (id, to, change = {}) => commitDurably(store, () => move(id, to, change)),
    find: id => byId.get(id) ?? null,
    record: id => recordOf.get(id) ?? null,
    recordsAfter: (sequence, limit) => recordsAfter.all(sequence, limit),
    unfinished: () => unfinished.all(),
    open: () => countOpen.get()!,
    list: (filter, before, limit) => list.all({ ...filter, before, limit }),
  }
}

/** Progress of a run that has reported none. A run that is PROCESSING is preparing its first batch. */
const IDLE_PROGRESS: Record<Run['status'], Run['progress']> = {
  PENDING: { fraction: 0, stage: 'queued' },
  PROCESSING: { fraction: 0, stage: 'getting ready' },
  COMPLETED: { fraction: 1, stage: 'done' },
  FAILED: { fraction: 0, stage: 'failed' },
  ABORTED: { fraction: 0, stage: 'aborted' },
}

export const runOf = (row: RunRow, progress: Run['progress'] | undefined): Run => ({
  run_id: row.run_id,
  name: row.name,
  backend_id: row.backend_id,
  logical_id: row.logical_id,
  chiplet: row.chiplet,
  status: row.status,
  status_reason: row.reason_code === null ? null : { code: row.reason_code, message: row.reason_message ?? '' },
  simulated: row.simulated === 1,
  request: settingsOf(row),
  progress: !runStates.isTerminal(row.status) && progress ? progress : IDLE_PROGRESS[row.status],
  created_at: isoTime(row.created_at),
  started_at: isoTime(row.started_at),
  finished_at: isoTime(row.finished_at),
  calibration_id: row.calibration_id,
  warnings: JSON.parse(row.warnings),
  replay: row.replay === null ? null : JSON.parse(row.replay),
  partial_record: row.partial_record === 1,
  summary: row.summary === null ? null : JSON.parse(row.summary),
  tokens: tokensOf(row),
})

/** Characters of JSON in the columns that are sent with a run. */
export const weightOf = ({ request, warnings, summary, replay }: RunRow): number =>
  [request, warnings, summary, replay].reduce((sum, json) => sum + (json?.length ?? 0), 0)
