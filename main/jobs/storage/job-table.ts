import type { JobListQuery } from '../../contract/jobs/circuit-job'
import { type JobStatus, jobStates } from '../../contract/jobs/status'
import type { ClassicalRegister } from '../../simulation/circuit-facts'
import { isOpen, type Store } from '../../store/store'
import { type Json, jsonColumn } from '../../worker/json'
import type { DevicePlacement } from '../model/execution'
import {
  IS_WHOLE,
  type JobChange,
  type JobFeatures,
  type JobRow,
  type JobState,
  type NewJob,
  STAGED,
} from '../model/job'
import { createDeferredIndex, type DeferredIndex } from './deferred-index'
import { type JobOrigins, jobOrigins } from './job-origins'
import { jobLists } from './job-pages'

/** Statuses of a job at `created_at`. They are not stored in the timeline, whose first step is after them. */
const ACCEPTED: readonly JobStatus[] = ['PENDING', 'WAITING']
const acceptedAs = (status: JobStatus): number => (status === 'WAITING' ? 2 : 1)

/** The row after a move. A restart clears started_at; the other fields are set once. */
const moved = (row: JobRow, status: JobStatus, change: JobChange): JobRow => ({
  ...row,
  status,
  reason_code: change.reason_code ?? row.reason_code,
  reason_message: change.reason_message ?? row.reason_message,
  started_at: status === 'PENDING' ? null : (change.started_at ?? row.started_at),
  completed_at: change.completed_at ?? row.completed_at,
  charged: change.charged ?? row.charged,
})

/** Inserts new jobs into every table that holds a part of them. */
interface JobInsert {
  /** A staged job is invisible until `unstage`. */
  insert(job: NewJob, status: JobStatus, is_staged?: boolean): JobRow
  /** Makes the staged jobs with these sequences visible. */
  unstage(sequences: readonly number[]): void
  /** Called before anything is indexed: removes jobs that the previous process left staged, from this sequence on. */
  removeStaged(first: number): void
  /** Sequence of the newest job. */
  newest(): number
}

/** Submitted data of a job that is read only where it is needed. */
interface JobDetails {
  /** As `JsonBlobs` stores it. */
  circuit(row: JobRow): string
  /** Its classical registers; null where it declares none. */
  registers(row: JobRow): readonly ClassicalRegister[] | null
  /** JSON of the EstimateRequest; null for counts alone. */
  estimateRequest(row: JobRow): string | null
  /** Placement of the job on its device; null where the calibration chooses. */
  placement(row: JobRow): DevicePlacement | null
  /** A sweep's parameters, as `JsonBlobs` stores them; null for a job of one circuit. */
  parameters(row: JobRow): string | null
  parameterNames(row: JobRow): string[] | null
}

/**
 * The rows of jobs; every change of status is written together with its step of the timeline. Nothing here opens a transaction:
 * the caller's `GroupCommit` does.
 */
export interface JobTable extends Pick<JobInsert, 'insert' | 'unstage' | 'newest'>, JobDetails {
  /** Called before anything is indexed: removes jobs that the previous process left staged. */
  removeStaged(): void
  /** Moves the job when the move is legal; null when it is not (it was finished or deleted meanwhile). */
  move(job_uuid: string, to: JobStatus, options: { readonly at: number; readonly change?: JobChange }): JobRow | null
  find(job_uuid: string): JobRow | null
  /** Jobs of a batch in the order of its circuits, above a sequence; at most `limit`. */
  ofBatch(batch_id: string, after: number, limit: number): JobRow[]
  timeline(row: JobRow): JobState[]
  /** Unfinished jobs among the indexed ones; after a start, all jobs are indexed. */
  unfinished(): JobRow[]
  remove(job_uuid: string): void
  /** Milliseconds that the last completed and indexed jobs of a backend took, newest first. */
  durations(backend: string, count: number): number[]
  readonly origins: Omit<JobOrigins, 'insert'>
  readonly index: DeferredIndex
  /** Newest first, below `before`, one more than the page, which shows whether another follows; owner undefined: everybody's. */
  list(query: JobListQuery, owner: string | null | undefined, before: number): JobRow[]
}

export function jobTable({ db }: Pick<Store, 'db'>): JobTable {
  const byId = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE job_uuid = ?')
  const ofBatch = db.prepare<[string, number, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_by_batch WHERE batch_id = ? AND sequence > ? AND ${IS_WHOLE} ORDER BY sequence LIMIT ?`,
  )
  const unfinished = db.prepare<[], JobRow>(
    `SELECT * FROM jobs WHERE ${isOpen(jobStates)} AND fresh IS NULL ORDER BY sequence`,
  )
  const remove = db.prepare('DELETE FROM jobs WHERE job_uuid = ?')
  const durations = db
    .prepare<[string, number], number>(
      `SELECT completed_at - started_at FROM jobs INDEXED BY jobs_by_backend
      WHERE backend = ? AND status = 'COMPLETED' AND fresh IS NULL ORDER BY sequence DESC LIMIT ?`,
    )
    .pluck()
  const timeline = jobTimeline({ db })
  const origins = jobOrigins({ db })
  const inserting = jobInsert({ db }, origins)
  const index = createDeferredIndex({ db })
  return {
    ...jobDetails({ db }),
    ...inserting,
    removeStaged: () => inserting.removeStaged(index.first()),
    move(job_uuid, to, { at, change = {} }) {
      const row = byId.get(job_uuid)
      return row && jobStates.mayMove(row.status, to) ? timeline.move(row, moved(row, to, change), at) : null
    },
    find: job_uuid => byId.get(job_uuid) ?? null,
    ofBatch: (batch_id, after, limit) => ofBatch.all(batch_id, after, limit),
    timeline: timeline.of,
    unfinished: () => unfinished.all(),
    remove: job_uuid => void remove.run(job_uuid),
    durations: (backend, count) => durations.all(backend, count),
    origins,
    index,
    list: jobLists({ db }, index),
  }
}

function jobDetails({ db }: Pick<Store, 'db'>): JobDetails {
  const column = (name: string, table: string) =>
    db.prepare<[number], string | null>(`SELECT ${name} FROM ${table} WHERE sequence = ?`).pluck()
  const circuit = column('circuit', 'job_circuits')
  const registers = column('registers', 'job_circuits')
  const parameters = column('parameters', 'job_circuits')
  const parameterNames = column('parameter_names', 'job_circuits')
  const estimateRequest = column('request', 'job_estimates')
  const placement = column('placement', 'job_placements')
  return {
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
  }
}

/** Changes of status, each with its step of the timeline. */
function jobTimeline({ db }: Pick<Store, 'db'>) {
  const update = db.prepare(`UPDATE jobs SET
    status = ?, reason_code = ?, reason_message = ?, started_at = ?, completed_at = ?, charged = ? WHERE sequence = ?`)
  const insertState = db.prepare('INSERT INTO job_timeline (sequence, step, status, at) VALUES (?, ?, ?, ?)')
  const nextStep = db
    .prepare<[number], number | null>('SELECT max(step) + 1 FROM job_timeline WHERE sequence = ?')
    .pluck()
  const states = db.prepare<[number], JobState & { step: number }>(
    'SELECT step, status, at FROM job_timeline WHERE sequence = ? ORDER BY step',
  )
  return {
    move(row: JobRow, next: JobRow, at: number): JobRow {
      const { sequence, status, reason_code, reason_message, started_at, completed_at, charged } = next
      update.run(status, reason_code, reason_message, started_at, completed_at, charged, sequence)
      insertState.run(sequence, nextStep.get(sequence) ?? acceptedAs(row.status), status, at)
      return next
    },
    of({ sequence, status, created_at }: JobRow): JobState[] {
      const stored = states.all(sequence)
      const accepted = ACCEPTED.slice(0, stored[0]?.step ?? acceptedAs(status))
      return [...accepted.map(status => ({ status, at: created_at })), ...stored]
    },
  }
}

/** Columns of a job that was just accepted. */
const FRESH = {
  reason_code: null,
  reason_message: null,
  started_at: null,
  completed_at: null,
  charged: null,
  fresh: 1,
} as const

function jobInsert({ db }: Pick<Store, 'db'>, origins: Pick<JobOrigins, 'insert'>): JobInsert {
  // Values go by position: looking them up by name takes longer than the statement.
  const insertRow = db.prepare(`INSERT INTO jobs
    (job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits, name, tags, noise, precision, price, estimates, status, created_at, started_at, batch_id, rows, fresh)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`)
  const insertCircuit = db.prepare(
    'INSERT INTO job_circuits (sequence, circuit, registers, parameters, parameter_names) VALUES (?, ?, ?, ?, ?)',
  )
  const insertEstimate = db.prepare('INSERT INTO job_estimates (sequence, request) VALUES (?, ?)')
  const insertFeatures = featuresInsert({ db })
  const insertPlacement = db.prepare('INSERT INTO job_placements (sequence, placement) VALUES (?, ?)')
  const unstage = db.prepare('UPDATE jobs SET started_at = NULL WHERE sequence IN (SELECT value FROM json_each(?))')
  const removeStaged = db.prepare<[number]>(`DELETE FROM jobs WHERE sequence >= ? AND started_at = ${STAGED}`)
  let newest = db.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM jobs').pluck().get()!

  return {
    insert(job, status, is_staged = false) {
      const { job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits } = job
      const { name, tags, noise, precision, price, estimates, created_at, batch_id, rows } = job
      const what = [job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits]
      const how = [name, tags, noise, precision, price, estimates]
      const where = [status, created_at, is_staged ? STAGED : null, batch_id, rows]
      const sequence = Number(insertRow.run(...what, ...how, ...where).lastInsertRowid)
      newest = sequence
      insertCircuit.run(sequence, job.circuit, job.registers, job.parameters, job.parameter_names)
      if (job.estimate_request !== null) insertEstimate.run(sequence, job.estimate_request)
      if (job.features !== null) insertFeatures(sequence, job.features)
      if (job.placement !== null) insertPlacement.run(sequence, job.placement)
      if (job.origin !== null) origins.insert(sequence, job.origin)
      return { ...job, sequence, status, ...FRESH }
    },
    unstage: sequences => void unstage.run(JSON.stringify(sequences)),
    removeStaged: first => void removeStaged.run(first),
    newest: () => newest,
  }
}

function featuresInsert({ db }: Pick<Store, 'db'>) {
  const insert = db.prepare(`INSERT INTO job_features
    (sequence, instructions, used_qubits, written_clbits, is_clifford, has_decisions) VALUES (?, ?, ?, ?, ?, ?)`)
  return (sequence: number, features: JobFeatures): void => {
    const { instructions, used_qubits, written_clbits, is_clifford, has_decisions } = features
    insert.run(sequence, instructions, used_qubits, written_clbits, Number(is_clifford), Number(has_decisions))
  }
}

/** No JSON begins with it. */
const FILE_PREFIX = 'file:'

/** Whether a column names a file. */
export const isInFile = (column: string): boolean => column.startsWith(FILE_PREFIX)

/** JSON in a column: itself, or where it is large the name of the file that holds it. */
export interface JsonBlobs {
  /** What to write into the column; a file is safe on the disk by then. */
  write(json: Json): Promise<string>
  /** Reads the JSON that the column refers to. */
  read(column: string): Promise<Json>
}

export const jsonBlobs = (store: Pick<Store, 'writeFile' | 'readFile'>): JsonBlobs => ({
  write: json => jsonColumn(json, { writeFile: store.writeFile, refer: file => FILE_PREFIX + file }),
  read: async column => (isInFile(column) ? store.readFile(column.slice(FILE_PREFIX.length)) : column),
})
