import type { JobStatus, NoiseKind, Precision, StatusReason } from '../../contract/jobs'
import type { Store } from '../../store/store'
import { jobLists } from './job-pages'
import { jobShelf } from './deferred-index'
import { mayMove } from '../state'

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
  /** 1 until it is shelved. */
  fresh: 1 | null
}

export type NewJob = Omit<
  JobRow,
  'sequence' | 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged' | 'status' | 'fresh'
> & { readonly circuit: string }

/** What a move may set beside the status. */
export type Change = Partial<Pick<JobRow, 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged'>>

export interface State {
  readonly status: JobStatus
  readonly at: number
}

const OPEN = `status IN ('PENDING', 'WAITING', 'PROCESSING')`

/** What a job is at once when it is accepted, at `created_at`: its row says so, and its timeline begins after that. */
const ACCEPTED: readonly JobStatus[] = ['PENDING', 'WAITING']
const acceptedAs = (status: JobStatus): number => (status === 'WAITING' ? 2 : 1)

/** A restart clears started_at; all else is set once. */
const moved = (row: JobRow, status: JobStatus, change: Change): JobRow => ({
  ...row,
  status,
  reason_code: change.reason_code ?? row.reason_code,
  reason_message: change.reason_message ?? row.reason_message,
  started_at: status === 'PENDING' ? null : (change.started_at ?? row.started_at),
  completed_at: change.completed_at ?? row.completed_at,
  charged: change.charged ?? row.charged,
})

/**
 * The rows of jobs; every change of status is written together with its line of the timeline. Nothing here opens a transaction:
 * the caller's `GroupCommit` does.
 */
export function jobTable({ db }: Pick<Store, 'db'>) {
  // By position: looking values up by name takes longer than the statement.
  const insertRow = db.prepare(`INSERT INTO jobs
    (job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits, name, tags, noise, precision, price, status, created_at, fresh)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`)
  const insertCircuit = db.prepare('INSERT INTO job_circuits (sequence, circuit) VALUES (?, ?)')
  const insertState = db.prepare('INSERT INTO job_timeline (sequence, step, status, at) VALUES (?, ?, ?, ?)')
  const nextStep = db
    .prepare<[number], number | null>('SELECT max(step) + 1 FROM job_timeline WHERE sequence = ?')
    .pluck()
  const byId = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE job_uuid = ?')
  const circuit = db.prepare<[number], string>('SELECT circuit FROM job_circuits WHERE sequence = ?').pluck()
  const states = db.prepare<[number], State & { step: number }>(
    'SELECT step, status, at FROM job_timeline WHERE sequence = ? ORDER BY step',
  )
  const unfinished = db.prepare<[], JobRow>(`SELECT * FROM jobs WHERE ${OPEN} AND fresh IS NULL ORDER BY sequence`)
  const update = db.prepare(`UPDATE jobs SET
    status = ?, reason_code = ?, reason_message = ?, started_at = ?, completed_at = ?, charged = ? WHERE sequence = ?`)
  const remove = db.prepare('DELETE FROM jobs WHERE job_uuid = ?')
  const durations = db
    .prepare<[string, number], number>(
      `SELECT completed_at - started_at FROM jobs INDEXED BY jobs_by_backend
      WHERE backend = ? AND status = 'COMPLETED' AND fresh IS NULL ORDER BY sequence DESC LIMIT ?`,
    )
    .pluck()
  const shelf = jobShelf({ db })
  let newest = db.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM jobs').pluck().get()!
  return {
    /** A job that is WAITING at once was PENDING before. Answers its sequence. */
    insert(job: NewJob, status: JobStatus): number {
      const { job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits, created_at } = job
      const what = [job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits]
      const how = [job.name, job.tags, job.noise, job.precision, job.price, status, created_at]
      const sequence = Number(insertRow.run(...what, ...how).lastInsertRowid)
      newest = sequence
      insertCircuit.run(sequence, job.circuit)
      return sequence
    },
    /** Moves the job when the move is legal; null when it is not (it was finished or deleted meanwhile). */
    move(job_uuid: string, to: JobStatus, at: number, change: Change = {}): JobRow | null {
      const row = byId.get(job_uuid)
      if (!row || !mayMove(row.status, to)) return null
      const next = moved(row, to, change)
      const { sequence, reason_code, reason_message, started_at, completed_at, charged } = next
      update.run(to, reason_code, reason_message, started_at, completed_at, charged, sequence)
      insertState.run(sequence, nextStep.get(sequence) ?? acceptedAs(row.status), to, at)
      return next
    },
    find: (job_uuid: string): JobRow | null => byId.get(job_uuid) ?? null,
    circuit: ({ sequence }: JobRow): string => circuit.get(sequence)!,
    timeline({ sequence, status, created_at }: JobRow): State[] {
      const stored = states.all(sequence)
      const accepted = ACCEPTED.slice(0, stored[0]?.step ?? acceptedAs(status))
      return [...accepted.map(status => ({ status, at: created_at })), ...stored]
    },
    /** Of the jobs that are shelved, which after a start are all. */
    unfinished: (): JobRow[] => unfinished.all(),
    remove: (job_uuid: string): void => void remove.run(job_uuid),
    /** Milliseconds that the last completed and shelved jobs of a backend took, newest first. */
    durations: (backend: string, count: number): number[] => durations.all(backend, count),
    shelf,
    newest: (): number => newest,
    list: jobLists({ db }, shelf),
  }
}
export type JobTable = ReturnType<typeof jobTable>
