/** New jobs: their rows in every table that holds a part of them. */
import type { JobStatus } from '../../contract/jobs/status'
import type { Store } from '../../store/store'
import { type JobFeatures, type JobRow, type NewJob, STAGED } from '../model/job'
import type { JobOrigins } from './job-origins'

/** Nothing here opens a transaction. */
export interface JobInsert {
  /** A staged job is invisible until `unstage`. */
  insert(job: NewJob, status: JobStatus, is_staged?: boolean): JobRow
  /** Makes the staged jobs with these sequences visible. */
  unstage(sequences: readonly number[]): void
  /** Before anything is indexed: removes what the last process left staged from this sequence on. */
  removeStaged(first: number): void
  /** Sequence of the newest job. */
  newest(): number
}

/** Columns of a job that was just accepted. */
const FRESH = {
  ...{ reason_code: null, reason_message: null, started_at: null, completed_at: null, charged: null },
  fresh: 1,
} as const

export function jobInsert({ db }: Pick<Store, 'db'>, origins: Pick<JobOrigins, 'insert'>): JobInsert {
  // By position: looking values up by name takes longer than the statement.
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
