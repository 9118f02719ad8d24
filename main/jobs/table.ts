import type { JobListQuery, JobStatus, NoiseKind, Precision, StatusReason } from '../contract/jobs'
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
  num_clbits: number
  name: string | null
  tags: string
  noise: NoiseKind
  precision: Precision
  /** Millionths of a token for one shot. */
  price: number
  /** Millionths of a token, null until the job ends. */
  charged: number | null
  status: JobStatus
  reason_code: StatusReason['code'] | null
  reason_message: string | null
  created_at: number
  started_at: number | null
  completed_at: number | null
}

export type NewJob = Omit<
  JobRow,
  'sequence' | 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged' | 'status'
> & { readonly circuit: string }

/** What a move may set beside the status. */
export type Change = Partial<Pick<JobRow, 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged'>>
const UNCHANGED: Change = {
  reason_code: null,
  reason_message: null,
  started_at: null,
  completed_at: null,
  charged: null,
}

export interface State {
  readonly status: JobStatus
  readonly at: number
}

const OPEN = `status IN ('PENDING', 'WAITING', 'PROCESSING')`

/** The row as `update` leaves it, which saves reading it again. */
function moved(row: JobRow, { status, started_at, ...change }: Change & { readonly status: JobStatus }): JobRow {
  const next = { ...row, status, started_at: status === 'PENDING' ? null : (started_at ?? row.started_at) }
  for (const [name, value] of Object.entries(change)) if (value !== null) Object.assign(next, { [name]: value })
  return next
}

/**
 * The rows of jobs; every status is written together with its line of the timeline. Nothing here opens a transaction:
 * the caller's `GroupCommit` does.
 */
export function jobTable({ db }: Pick<Store, 'db'>) {
  const insertRow = db.prepare(`INSERT INTO jobs
    (job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits, name, tags, noise, precision, price, status, created_at)
    VALUES (@job_uuid, @owner, @backend, @mode, @simulated, @shots, @seed, @num_qubits, @num_clbits, @name, @tags, @noise,
      @precision, @price, @status, @created_at)`)
  const insertCircuit = db.prepare('INSERT INTO job_circuits (sequence, circuit) VALUES (?, ?)')
  const insertTag = db.prepare('INSERT OR IGNORE INTO job_tags (tag, sequence) VALUES (?, ?)')
  const insertState = db.prepare('INSERT INTO job_states (job_uuid, status, at) VALUES (?, ?, ?)')
  const byId = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE job_uuid = ?')
  const circuit = db.prepare<[number], string>('SELECT circuit FROM job_circuits WHERE sequence = ?').pluck()
  const states = db.prepare<[string], State>('SELECT status, at FROM job_states WHERE job_uuid = ? ORDER BY rowid')
  const unfinished = db.prepare<[], JobRow>(`SELECT * FROM jobs WHERE ${OPEN} ORDER BY sequence`)
  // A restart clears started_at; all else is set once.
  const update = db.prepare(`UPDATE jobs SET status = @status,
    reason_code = coalesce(@reason_code, reason_code), reason_message = coalesce(@reason_message, reason_message),
    started_at = CASE @status WHEN 'PENDING' THEN NULL ELSE coalesce(@started_at, started_at) END,
    completed_at = coalesce(@completed_at, completed_at), charged = coalesce(@charged, charged)
    WHERE job_uuid = @job_uuid`)
  const remove = db.prepare('DELETE FROM jobs WHERE job_uuid = ?')
  const durations = db
    .prepare<[string, number], number>(
      `SELECT completed_at - started_at FROM jobs WHERE backend = ? AND status = 'COMPLETED' ORDER BY sequence DESC LIMIT ?`,
    )
    .pluck()
  const page = db.prepare<unknown[], JobRow>(
    `SELECT * FROM jobs WHERE sequence < @before
     AND (@all OR owner IS @owner) AND (@status IS NULL OR status = @status) AND (@backend IS NULL OR backend = @backend)
     AND (@mode IS NULL OR mode = @mode) AND (@name IS NULL OR instr(lower(name), lower(@name)) > 0)
     AND (@tag IS NULL OR sequence IN (SELECT sequence FROM job_tags WHERE tag = @tag))
     AND (@after IS NULL OR created_at >= @after) AND (@until IS NULL OR created_at < @until)
     ORDER BY sequence DESC LIMIT @limit`,
  )

  return {
    /** `states` are the ones it passes at once, the last being where it stands. Answers its sequence. */
    insert({ circuit, ...job }: NewJob, states: readonly JobStatus[]): number {
      const sequence = Number(insertRow.run({ ...job, status: states.at(-1) }).lastInsertRowid)
      insertCircuit.run(sequence, circuit)
      for (const tag of JSON.parse(job.tags) as string[]) insertTag.run(tag, sequence)
      for (const status of states) insertState.run(job.job_uuid, status, job.created_at)
      return sequence
    },
    /** Moves the job when the move is legal; null when it is not (it was finished or deleted meanwhile). */
    move(job_uuid: string, to: JobStatus, at: number, change: Change = {}): JobRow | null {
      const row = byId.get(job_uuid)
      if (!row || !mayMove(row.status, to)) return null
      const written = { ...UNCHANGED, ...change, status: to, job_uuid }
      update.run(written)
      insertState.run(job_uuid, to, at)
      return moved(row, written)
    },
    find: (job_uuid: string): JobRow | null => byId.get(job_uuid) ?? null,
    circuit: ({ sequence }: JobRow): string => circuit.get(sequence)!,
    timeline: (job_uuid: string): State[] => states.all(job_uuid),
    unfinished: (): JobRow[] => unfinished.all(),
    remove: (job_uuid: string): void => void remove.run(job_uuid),
    /** Milliseconds that the last completed jobs of a backend took, newest first. */
    durations: (backend: string, count: number): number[] => durations.all(backend, count),
    /** Newest first, below `before`, one more than the page to tell whether another follows; owner undefined: everybody's. */
    list(query: JobListQuery, owner: string | null | undefined, before: number): JobRow[] {
      const time = (text: string | undefined) => (text === undefined ? null : Date.parse(text))
      return page.all({
        before,
        all: owner === undefined ? 1 : 0,
        owner: owner ?? null,
        status: query.status ?? null,
        backend: query.backend ?? null,
        mode: query.mode ?? null,
        name: query.name ?? null,
        tag: query.tag ?? null,
        after: time(query.created_after),
        until: time(query.created_before),
        limit: query.limit + 1,
      })
    },
  }
}
export type JobTable = ReturnType<typeof jobTable>
