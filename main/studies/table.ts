import { isoTime } from '../contract/model/iso-time'
import { runStates } from '../contract/runs/run'
import type { BreakEvenPoint, Crossing, Study } from '../contract/runs/studies'
import { commitDurably } from '../store/deferred-commit'
import { isOpen, type Store } from '../store/store'

type StudyStatus = Study['status']

export interface StudyRow {
  sequence: number
  study_id: string
  backend_id: string
  logical_id: string
  chiplet: string
  name: string | null
  status: StudyStatus
  reason_code: string | null
  reason_message: string | null
  request: string
  calibration_id: string
  noise_model_version: string
  schedule_hash: string
  engine: string | null
  warnings: string
  plan: string
  created_at: number
  started_at: number | null
  finished_at: number | null
  crossings: string
}

type SetLater =
  | 'sequence'
  | 'status'
  | 'reason_code'
  | 'reason_message'
  | 'engine'
  | 'started_at'
  | 'finished_at'
  | 'crossings'
export type NewStudy = Omit<StudyRow, SetLater>

/** Fields that a move may set beside the status; fields left out stay as they are. */
type StudyChange = Partial<Pick<StudyRow, 'reason_code' | 'reason_message' | 'started_at' | 'finished_at'>>
const UNCHANGED: Required<StudyChange> = {
  reason_code: null,
  reason_message: null,
  started_at: null,
  finished_at: null,
}

interface StudyFilter {
  readonly backend_id: string
  /** The module's id, or its chiplet's. */
  readonly logical_id: string
  readonly status: StudyStatus | null
}

export interface StudyTable {
  /** Resolves once it is on the disk. */
  insert(study: NewStudy): Promise<void>
  /**
   * Moves the study when that is legal, and resolves once it is on the disk; false when it was finished meanwhile. The
   * first start is kept.
   */
  move(id: string, to: StudyStatus, change?: StudyChange): Promise<boolean>
  find(id: string): StudyRow | null
  /** Oldest first. */
  unfinished(): StudyRow[]
  /** Newest first, those before a sequence. */
  list(filter: StudyFilter, before: number, limit: number): StudyRow[]
  /**
   * `index` counts from 0 in the order of computation, so the stored points are always the first ones. The write is not awaited: a
   * point lost in a power cut is computed again, with the same figures.
   */
  add(id: string, options: { readonly index: number; readonly point: BreakEvenPoint; readonly engine: string }): void
  points(id: string): BreakEvenPoint[]
  /** Characters of the stored JSON that the study is shown with. */
  weight(row: StudyRow): number
  /** Stores the crossings of the kinds that have all their points. */
  cross(id: string, crossings: readonly Crossing[]): void
}

export function studyTable(store: Pick<Store, 'db' | 'deferred'>): StudyTable {
  const { db, deferred } = store
  const enter = db.prepare<[NewStudy]>(`INSERT INTO studies
    (study_id, backend_id, logical_id, chiplet, name, status, request, calibration_id, noise_model_version, schedule_hash, warnings, plan, created_at)
    VALUES (@study_id, @backend_id, @logical_id, @chiplet, @name, 'PENDING', @request, @calibration_id, @noise_model_version, @schedule_hash, @warnings, @plan, @created_at)`)
  const byId = db.prepare<[string], StudyRow>('SELECT * FROM studies WHERE study_id = ?')
  const open = db.prepare<[], StudyRow>(`SELECT * FROM studies WHERE ${isOpen(runStates)} ORDER BY sequence`)
  const page = db.prepare<unknown[], StudyRow>(`SELECT * FROM studies
    WHERE sequence < @before AND backend_id = @backend_id AND @logical_id IN (logical_id, chiplet)
      AND (@status IS NULL OR status = @status)
    ORDER BY sequence DESC LIMIT @limit`)
  const moving = db.prepare(`UPDATE studies SET status = @to,
      reason_code = coalesce(@reason_code, reason_code), reason_message = coalesce(@reason_message, reason_message),
      started_at = coalesce(started_at, @started_at), finished_at = coalesce(@finished_at, finished_at)
    WHERE study_id = @id AND status IN (SELECT value FROM json_each(@from))`)
  const addPoint = db.prepare('INSERT INTO study_points (study_id, place, point) VALUES (?, ?, ?)')
  const setEngine = db.prepare('UPDATE studies SET engine = ? WHERE study_id = ?')
  const points = db
    .prepare<[string], string>('SELECT point FROM study_points WHERE study_id = ? ORDER BY place')
    .pluck()
  const weight = db
    .prepare<[string], number>('SELECT coalesce(sum(length(point)), 0) FROM study_points WHERE study_id = ?')
    .pluck()
  const setCrossings = db.prepare('UPDATE studies SET crossings = ? WHERE study_id = ?')

  return {
    insert: study => commitDurably(store, () => void enter.run(study)),
    move(id, to, change = {}) {
      const from = JSON.stringify(runStates.statuses.filter(status => runStates.mayMove(status, to)))
      return commitDurably(store, () => moving.run({ ...UNCHANGED, ...change, id, to, from }).changes === 1)
    },
    find: id => byId.get(id) ?? null,
    unfinished: () => open.all(),
    list: (filter, before, limit) => page.all({ ...filter, before, limit }),
    add(id, { index, point, engine }) {
      deferred.commit(() => {
        addPoint.run(id, index, JSON.stringify(point))
        setEngine.run(engine, id)
      })
    },
    points: id => points.all(id).map(text => JSON.parse(text)),
    weight: ({ study_id, request, warnings, crossings }) =>
      weight.get(study_id)! + request.length + warnings.length + crossings.length,
    cross(id, crossings) {
      deferred.commit(() => setCrossings.run(JSON.stringify(crossings), id))
    },
  }
}

/** Progress of a study that is not running, by its points. */
export function idleProgress(row: StudyRow, done: number, of: number): Study['progress'] {
  if (row.status === 'COMPLETED') return { fraction: 1, stage: 'done' }
  return { fraction: done / of, stage: runStates.isTerminal(row.status) ? row.status.toLowerCase() : 'queued' }
}

/** Meaning of requests before these choices existed. */
const BEFORE_CHOICES = { preparation: 'verified', readout: 'checked' } as const

export const studyRequest = ({ request }: StudyRow): Study['request'] => ({ ...BEFORE_CHOICES, ...JSON.parse(request) })

export const studyOf = (row: StudyRow, { progress, points }: Pick<Study, 'progress' | 'points'>): Study => ({
  study_id: row.study_id,
  name: row.name,
  backend_id: row.backend_id,
  logical_id: row.logical_id,
  status: row.status,
  status_reason: row.reason_code === null ? null : { code: row.reason_code, message: row.reason_message ?? '' },
  simulated: true,
  request: studyRequest(row),
  progress,
  created_at: isoTime(row.created_at),
  started_at: isoTime(row.started_at),
  finished_at: isoTime(row.finished_at),
  calibration_id: row.calibration_id,
  noise_model_version: row.noise_model_version,
  schedule_hash: row.schedule_hash,
  engine: row.engine,
  warnings: JSON.parse(row.warnings),
  points,
  crossings: JSON.parse(row.crossings),
})
