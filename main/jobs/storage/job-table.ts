import type { JobListQuery } from '../../contract/jobs/circuit-job'
import { type JobStatus, jobStates } from '../../contract/jobs/status'
import type { ClassicalRegister } from '../../simulation/circuit-facts'
import type { Store } from '../../store/store'
import type { DevicePlacement } from '../model/executor'
import { IS_WHOLE, type JobChange, type JobRow, type JobState, type NewJob, STAGED } from '../model/job'
import { createDeferredIndex, type DeferredIndex } from './deferred-index'
import { type JobOrigins, jobOrigins } from './job-origins'
import { jobLists } from './job-pages'

const OPEN = `status IN ('PENDING', 'WAITING', 'PROCESSING')`

/** What a job is at once when it is accepted, at `created_at`: its row says so, and its timeline begins after that. */
const ACCEPTED: readonly JobStatus[] = ['PENDING', 'WAITING']
const acceptedAs = (status: JobStatus): number => (status === 'WAITING' ? 2 : 1)

/** Of a job that was just accepted. */
const FRESH = {
  ...{ reason_code: null, reason_message: null, started_at: null, completed_at: null, charged: null },
  fresh: 1,
} as const

/** A restart clears started_at; all else is set once. */
const moved = (row: JobRow, status: JobStatus, change: JobChange): JobRow => ({
  ...row,
  status,
  reason_code: change.reason_code ?? row.reason_code,
  reason_message: change.reason_message ?? row.reason_message,
  started_at: status === 'PENDING' ? null : (change.started_at ?? row.started_at),
  completed_at: change.completed_at ?? row.completed_at,
  charged: change.charged ?? row.charged,
})

/**
 * The rows of jobs; every change of status is written together with its step of the timeline. Nothing here opens a transaction:
 * the caller's `GroupCommit` does.
 */
export interface JobTable {
  /** A job that is WAITING at once was PENDING before. A staged one is seen by nobody before `unstage`. */
  insert(job: NewJob, status: JobStatus, is_staged?: boolean): JobRow
  /** The staged jobs of these sequences are jobs as all others. */
  unstage(sequences: readonly number[]): void
  /** Before anything is indexed: removes what the last process left staged. */
  removeStaged(): void
  /** Moves the job when the move is legal; null when it is not (it was finished or deleted meanwhile). */
  move(job_uuid: string, to: JobStatus, at: number, change?: JobChange): JobRow | null
  find(job_uuid: string): JobRow | null
  /** As `JsonBlobs` stores it. */
  circuit(row: JobRow): string
  /** Its classical registers; null where it declares none. */
  registers(row: JobRow): readonly ClassicalRegister[] | null
  /** JSON of the EstimateRequest; null for counts alone. */
  estimateRequest(row: JobRow): string | null
  /** Where on its device it is to run; null where the calibration chooses. */
  placement(row: JobRow): DevicePlacement | null
  /** The same of a sweep's parameters; null for a job of one circuit. */
  parameters(row: JobRow): string | null
  parameterNames(row: JobRow): string[] | null
  /** Of a batch, in the order of its circuits, above a sequence; so many at most. */
  ofBatch(batch_id: string, after: number, limit: number): JobRow[]
  timeline(row: JobRow): JobState[]
  /** Of the jobs that are indexed, which after a start are all. */
  unfinished(): JobRow[]
  remove(job_uuid: string): void
  /** Milliseconds that the last completed and indexed jobs of a backend took, newest first. */
  durations(backend: string, count: number): number[]
  readonly origins: Omit<JobOrigins, 'insert'>
  readonly index: DeferredIndex
  /** Sequence of the newest job. */
  newest(): number
  /** Newest first, below `before`, one more than the page to tell whether another follows; owner undefined: everybody's. */
  list(query: JobListQuery, owner: string | null | undefined, before: number): JobRow[]
}

export function jobTable({ db }: Pick<Store, 'db'>): JobTable {
  // By position: looking values up by name takes longer than the statement.
  const insertRow = db.prepare(`INSERT INTO jobs
    (job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits, name, tags, noise, precision, price, estimates, status, created_at, started_at, batch_id, rows, fresh)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`)
  const unstage = db.prepare('UPDATE jobs SET started_at = NULL WHERE sequence IN (SELECT value FROM json_each(?))')
  const removeStaged = db.prepare<[number]>(`DELETE FROM jobs WHERE sequence >= ? AND started_at = ${STAGED}`)
  const insertCircuit = db.prepare(
    'INSERT INTO job_circuits (sequence, circuit, registers, parameters, parameter_names) VALUES (?, ?, ?, ?, ?)',
  )
  const insertEstimate = db.prepare('INSERT INTO job_estimates (sequence, request) VALUES (?, ?)')
  const insertPlacement = db.prepare('INSERT INTO job_placements (sequence, placement) VALUES (?, ?)')
  const placement = db.prepare<[number], string>('SELECT placement FROM job_placements WHERE sequence = ?').pluck()
  const insertState = db.prepare('INSERT INTO job_timeline (sequence, step, status, at) VALUES (?, ?, ?, ?)')
  const nextStep = db
    .prepare<[number], number | null>('SELECT max(step) + 1 FROM job_timeline WHERE sequence = ?')
    .pluck()
  const byId = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE job_uuid = ?')
  const circuit = db.prepare<[number], string>('SELECT circuit FROM job_circuits WHERE sequence = ?').pluck()
  const registers = db.prepare<[number], string | null>('SELECT registers FROM job_circuits WHERE sequence = ?').pluck()
  const estimateRequest = db.prepare<[number], string>('SELECT request FROM job_estimates WHERE sequence = ?').pluck()
  const parameters = db
    .prepare<[number], string | null>('SELECT parameters FROM job_circuits WHERE sequence = ?')
    .pluck()
  const parameterNames = db
    .prepare<[number], string | null>('SELECT parameter_names FROM job_circuits WHERE sequence = ?')
    .pluck()
  const ofBatch = db.prepare<[string, number, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_by_batch WHERE batch_id = ? AND sequence > ? AND ${IS_WHOLE} ORDER BY sequence LIMIT ?`,
  )
  const states = db.prepare<[number], JobState & { step: number }>(
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
  const origins = jobOrigins({ db })
  const index = createDeferredIndex({ db })
  let newest = db.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM jobs').pluck().get()!
  return {
    insert(job, status, is_staged = false) {
      const { job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits } = job
      const { name, tags, noise, precision, price, estimates, created_at, batch_id, rows } = job
      const what = [job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits]
      const how = [
        name,
        tags,
        noise,
        precision,
        price,
        estimates,
        status,
        created_at,
        is_staged ? STAGED : null,
        batch_id,
        rows,
      ]
      const sequence = Number(insertRow.run(...what, ...how).lastInsertRowid)
      newest = sequence
      insertCircuit.run(sequence, job.circuit, job.registers, job.parameters, job.parameter_names)
      if (job.estimate_request !== null) insertEstimate.run(sequence, job.estimate_request)
      if (job.placement !== null) insertPlacement.run(sequence, job.placement)
      if (job.origin !== null) origins.insert(sequence, job.origin)
      return { ...job, sequence, status, ...FRESH }
    },
    unstage: sequences => void unstage.run(JSON.stringify(sequences)),
    removeStaged: () => void removeStaged.run(index.first()),
    move(job_uuid, to, at, change = {}) {
      const row = byId.get(job_uuid)
      if (!row || !jobStates.mayMove(row.status, to)) return null
      const next = moved(row, to, change)
      const { sequence, reason_code, reason_message, started_at, completed_at, charged } = next
      update.run(to, reason_code, reason_message, started_at, completed_at, charged, sequence)
      insertState.run(sequence, nextStep.get(sequence) ?? acceptedAs(row.status), to, at)
      return next
    },
    find: job_uuid => byId.get(job_uuid) ?? null,
    circuit: ({ sequence }) => circuit.get(sequence)!,
    registers({ sequence }) {
      const json = registers.get(sequence)
      return json ? JSON.parse(json) : null
    },
    estimateRequest: ({ sequence, estimates }) => (estimates === null ? null : estimateRequest.get(sequence)!),
    placement({ sequence, mode }) {
      const json = mode === 'live' ? placement.get(sequence) : undefined
      return json ? JSON.parse(json) : null
    },
    parameters: ({ sequence }) => parameters.get(sequence) ?? null,
    parameterNames: ({ sequence, rows }) => (rows === null ? null : JSON.parse(parameterNames.get(sequence)!)),
    ofBatch: (batch_id, after, limit) => ofBatch.all(batch_id, after, limit),
    timeline({ sequence, status, created_at }) {
      const stored = states.all(sequence)
      const accepted = ACCEPTED.slice(0, stored[0]?.step ?? acceptedAs(status))
      return [...accepted.map(status => ({ status, at: created_at })), ...stored]
    },
    unfinished: () => unfinished.all(),
    remove: job_uuid => void remove.run(job_uuid),
    durations: (backend, count) => durations.all(backend, count),
    origins,
    index,
    newest: () => newest,
    list: jobLists({ db }, index),
  }
}
