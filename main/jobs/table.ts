import type { z } from 'zod'
import type { Job, JobListQuery, JobStatus, JobSummary } from '../contract/jobs'
import type { Store } from '../store/store'
import { mayMove } from './state'

export interface JobRow {
  sequence: number
  job_uuid: string
  owner: string | null
  backend: string
  mode: 'mock' | 'live'
  simulated: number
  shots: number
  seed: number
  num_qubits: number
  circuit: string
  status: JobStatus
  reason_code: string | null
  reason_message: string | null
  created_at: number
  started_at: number | null
  completed_at: number | null
  engine: string | null
  num_clbits: number
  counts: string | null
}

export type NewJob = Omit<
  JobRow,
  'sequence' | 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'engine' | 'counts' | 'status'
>

/** What a move may set beside the status. */
export type Change = Partial<
  Pick<JobRow, 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'engine' | 'counts'>
>

const CHANGEABLE = ['reason_code', 'reason_message', 'started_at', 'completed_at', 'engine', 'counts'] as const

/** A page of jobs leaves out what may be megabytes for each: the circuit and the counts. */
export type ListedJob = Omit<JobRow, 'circuit' | 'counts'>
const LISTED = `sequence, job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, status, reason_code,
  reason_message, created_at, started_at, completed_at, engine, num_clbits`

/** The rows of jobs; every status is written together with its line of the timeline. */
export function jobTable({ db }: Store) {
  const insertRow = db.prepare(`INSERT INTO jobs
    (job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, circuit, status, created_at, num_clbits)
    VALUES (@job_uuid, @owner, @backend, @mode, @simulated, @shots, @seed, @num_qubits, @circuit, 'PENDING', @created_at, @num_clbits)`)
  const insertState = db.prepare('INSERT INTO job_states (job_uuid, status, at) VALUES (?, ?, ?)')
  const byId = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE job_uuid = ?')
  const statusOf = db.prepare<[string], JobStatus>('SELECT status FROM jobs WHERE job_uuid = ?').pluck()
  const states = db.prepare<[string], { status: JobStatus; at: number }>(
    'SELECT status, at FROM job_states WHERE job_uuid = ? ORDER BY rowid',
  )
  const unfinished = db.prepare<[], Pick<JobRow, 'job_uuid' | 'status'>>(
    `SELECT job_uuid, status FROM jobs WHERE status IN ('PENDING', 'WAITING', 'PROCESSING') ORDER BY sequence`,
  )
  const countOpen = db.prepare<[string], { open: number }>(
    `SELECT count(*) AS open FROM jobs WHERE backend = ? AND status IN ('PENDING', 'WAITING', 'PROCESSING')`,
  )
  const countOwned = db.prepare<[string | null], { open: number }>(
    `SELECT count(*) AS open FROM jobs WHERE owner IS ? AND status IN ('PENDING', 'WAITING', 'PROCESSING')`,
  )

  const insert = db.transaction((job: NewJob) => {
    insertRow.run(job)
    insertState.run(job.job_uuid, 'PENDING', job.created_at)
  })

  /** Moves the job when the move is legal; false when it is not (it was finished meanwhile). */
  const move = db.transaction((id: string, to: JobStatus, at: number, change: Change = {}): boolean => {
    const from = statusOf.get(id)
    if (from === undefined || !mayMove(from, to)) return false
    const set = CHANGEABLE.filter(column => column in change)
    db.prepare(
      `UPDATE jobs SET status = @status${set.map(column => `, ${column} = @${column}`).join('')} WHERE job_uuid = @id`,
    ).run({ ...change, status: to, id })
    insertState.run(id, to, at)
    return true
  })

  return {
    insert: (job: NewJob): void => insert.immediate(job),
    move: (id: string, to: JobStatus, at: number, change?: Change): boolean => move.immediate(id, to, at, change),
    find: (id: string): JobRow | null => byId.get(id) ?? null,
    timeline: (id: string) => states.all(id),
    unfinished: () => unfinished.all(),
    openOn: (backend: string): number => countOpen.get(backend)!.open,
    openOf: (owner: string | null): number => countOwned.get(owner)!.open,
    /** Newest first, below `before`; owner undefined lists everybody's. */
    list(query: z.output<typeof JobListQuery>, owner: string | null | undefined, before: number): ListedJob[] {
      return db
        .prepare<unknown[], ListedJob>(
          `SELECT ${LISTED} FROM jobs WHERE sequence < @before
           AND (@all OR owner IS @owner) AND (@status IS NULL OR status = @status) AND (@backend IS NULL OR backend = @backend)
           ORDER BY sequence DESC LIMIT @limit`,
        )
        .all({
          before,
          all: owner === undefined ? 1 : 0,
          owner: owner ?? null,
          status: query.status ?? null,
          backend: query.backend ?? null,
          limit: query.limit + 1,
        })
    },
  }
}
export type JobTable = ReturnType<typeof jobTable>

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export const summaryOf = (row: ListedJob): JobSummary => ({
  job_uuid: row.job_uuid,
  status: row.status,
  status_reason: row.reason_code === null ? null : { code: row.reason_code, message: row.reason_message ?? '' },
  backend: row.backend,
  mode: row.mode,
  simulated: row.simulated === 1,
  shots: row.shots,
  num_qubits: row.num_qubits,
  created_at: time(row.created_at)!,
  started_at: time(row.started_at),
  completed_at: time(row.completed_at),
  runtime_ms: row.status === 'COMPLETED' ? row.completed_at! - row.started_at! : null,
})

export const jobOf = (row: JobRow, timeline: { status: JobStatus; at: number }[]): Job => ({
  ...summaryOf(row),
  circuit: JSON.parse(row.circuit),
  seed: row.seed,
  engine: row.engine,
  timeline: timeline.map(({ status, at }) => ({ status, at: time(at)! })),
})
