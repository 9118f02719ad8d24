import { AppError } from '../contract/model/errors'
import type { Run, RunStatus } from '../contract/runs/run'
import type { Store } from '../store/store'
import { durably } from './lifecycle/durable-commit'
import { isTerminal, mayMove } from './state'

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
}

export type NewRun = Omit<
  RunRow,
  'sequence' | 'status' | 'reason_code' | 'reason_message' | 'started_at' | 'finished_at' | 'summary'
>

/** What a move may set beside the status. */
export type Change = Partial<
  Pick<RunRow, 'reason_code' | 'reason_message' | 'started_at' | 'finished_at' | 'summary' | 'replay'> & {
    record: string
  }
>
const CHANGEABLE = [
  'reason_code',
  'reason_message',
  'started_at',
  'finished_at',
  'summary',
  'replay',
  'record',
] as const

/** What a list is narrowed to. A module goes by its id or by its chiplet's, as when a run is created. */
export interface Filter {
  readonly backend_id: string | null
  readonly logical_id: string | null
  readonly status: RunStatus | null
}

/** Everything but the record, which may be large. */
const COLUMNS = `sequence, run_id, backend_id, logical_id, chiplet, name, status, reason_code, reason_message, simulated,
  request, calibration_id, warnings, plan, created_at, started_at, finished_at, summary, replay`

export function runTable(store: Pick<Store, 'db' | 'deferred'>) {
  const { db } = store
  const insert = db.prepare(`INSERT INTO runs
    (run_id, backend_id, logical_id, chiplet, name, status, simulated, request, calibration_id, warnings, plan, created_at, replay)
    VALUES (@run_id, @backend_id, @logical_id, @chiplet, @name, 'PENDING', @simulated, @request, @calibration_id, @warnings, @plan, @created_at, @replay)`)
  const byId = db.prepare<[string], RunRow>(`SELECT ${COLUMNS} FROM runs WHERE run_id = ?`)
  const recordOf = db.prepare<[string], string | null>('SELECT record FROM runs WHERE run_id = ?').pluck()
  const recordsAfter = db.prepare<[number, number], { sequence: number; record: string }>(
    'SELECT sequence, record FROM runs WHERE sequence > ? AND record IS NOT NULL ORDER BY sequence LIMIT ?',
  )
  const unfinished = db.prepare<[], RunRow>(
    `SELECT ${COLUMNS} FROM runs WHERE status IN ('PENDING', 'PROCESSING') ORDER BY sequence`,
  )
  const countOpen = db
    .prepare<[], number>(`SELECT count(*) FROM runs WHERE status IN ('PENDING', 'PROCESSING')`)
    .pluck()
  const list = db.prepare<unknown[], RunRow>(`SELECT ${COLUMNS} FROM runs
    WHERE sequence < @before AND (@status IS NULL OR status = @status)
      AND (@backend_id IS NULL OR backend_id = @backend_id) AND (@logical_id IS NULL OR @logical_id IN (logical_id, chiplet))
    ORDER BY sequence DESC LIMIT @limit`)

  function move(id: string, to: RunStatus, change: Change): boolean {
    const row = byId.get(id)
    if (!row || !mayMove(row.status, to)) return false
    const set = CHANGEABLE.filter(column => column in change).map(column => `, ${column} = @${column}`)
    db.prepare(`UPDATE runs SET status = @status${set.join('')} WHERE run_id = @id`).run({ ...change, status: to, id })
    return true
  }

  return {
    /** Resolves once it is on the disk. */
    insert: (run: NewRun): Promise<void> => durably(store, () => void insert.run(run)),
    /** Moves the run when that is legal, and resolves once it is on the disk; false when it was finished meanwhile. */
    move: (id: string, to: RunStatus, change: Change = {}): Promise<boolean> =>
      durably(store, () => move(id, to, change)),
    find: (id: string): RunRow | null => byId.get(id) ?? null,
    /** Stored records in the order of creation, those after a sequence. */
    recordsAfter: (sequence: number, limit: number) => recordsAfter.all(sequence, limit),
    record: (id: string): string | null => recordOf.get(id) ?? null,
    unfinished: (): RunRow[] => unfinished.all(),
    open: (): number => countOpen.get()!,
    list: (filter: Filter, before: number, limit: number): RunRow[] => list.all({ ...filter, before, limit }),
  }
}

export type RunTable = ReturnType<typeof runTable>

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const restingProgress = ({ status }: RunRow): Run['progress'] =>
  status === 'COMPLETED'
    ? { fraction: 1, stage: 'done' }
    : { fraction: 0, stage: isTerminal(status) ? status.toLowerCase() : 'queued' }

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
  progress: row.status === 'PROCESSING' && progress ? progress : restingProgress(row),
  created_at: time(row.created_at)!,
  started_at: time(row.started_at),
  finished_at: time(row.finished_at),
  calibration_id: row.calibration_id,
  warnings: JSON.parse(row.warnings),
  replay: row.replay === null ? null : JSON.parse(row.replay),
  summary: row.summary === null ? null : JSON.parse(row.summary),
})

/** What a request meant before it could choose; runs stored then lack these fields, or say `dd: true` without a meaning. */
const BEFORE_CHOICES = { preparation: 'projective', readout: 'checked', engine: 'frames' } as const

export function requestOf({ request }: RunRow): Run['request'] {
  const stored = JSON.parse(request)
  return { ...BEFORE_CHOICES, ...stored, dd: stored.dd === true ? false : (stored.dd ?? false) }
}

/** Position of a page's first row; throws `invalid_request` for what is not a cursor of ours. */
export function before(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'The cursor is not one of ours', {}, [
    { pointer: '#query/cursor', message: 'pass next_cursor of the page before' },
  ])
}

/** Of at most `limit` rows, newest first; `rows` holds one more where there are more. */
export function pageOf<Row extends { readonly sequence: number }, Shown>(
  rows: readonly Row[],
  limit: number,
  shown: (row: Row) => Shown,
): { items: Shown[]; next_cursor: string | null } {
  const items = rows.slice(0, limit)
  return { items: items.map(shown), next_cursor: rows.length > limit ? String(items.at(-1)!.sequence) : null }
}
