/** The saved circuits that jobs were submitted from. */
import type { JobSavedCircuit } from '../../contract/jobs/circuit-job'
import { AppError } from '../../contract/model/errors'
import type { Store } from '../../store/store'
import type { JobOrigin, JobRow, SubmittedCircuit } from '../model/job'

interface SavedRow {
  readonly name: string
  readonly newest: number
  readonly deleted_at: number | null
}

/** Nothing here opens a transaction. */
export interface JobOrigins {
  /**
   * The saved circuit that a submit names, with its current name; null where it names none. `owner` is the submitting key, null for
   * the account holder. Throws `invalid_request` for a circuit that this owner does not have.
   */
  named(saved: SubmittedCircuit['saved'], owner: string | null): JobOrigin | null
  insert(sequence: number, origin: JobOrigin): void
  /** The saved circuit of a job, by its current or last name; null where the job names none. */
  of(row: JobRow): JobSavedCircuit | null
}

export function jobOrigins({ db }: Pick<Store, 'db'>): JobOrigins {
  const saved = db.prepare<[string, string], SavedRow>(
    `SELECT name, deleted_at, (SELECT max(version) FROM saved_circuit_versions v WHERE v.circuit_id = c.circuit_id) AS newest
    FROM saved_circuits c WHERE circuit_id = ? AND owner = ?`,
  )
  const insert = db.prepare('INSERT INTO job_saved_circuits (sequence, circuit_id, version, name) VALUES (?, ?, ?, ?)')
  const origin = db.prepare<[number], JobOrigin & { readonly deleted: number }>(
    `SELECT j.circuit_id, j.version, coalesce(c.name, j.name) AS name, c.circuit_id IS NULL OR c.deleted_at IS NOT NULL AS deleted
    FROM job_saved_circuits j LEFT JOIN saved_circuits c ON c.circuit_id = j.circuit_id WHERE j.sequence = ?`,
  )
  return {
    named(given, owner) {
      if (given === null) return null
      const { version, at } = given
      const circuit_id = given.circuit_id.toLowerCase()
      // Saved circuits of the account holder have the owner 'session', whatever window saved them.
      const row = saved.get(circuit_id, owner ?? 'session')
      if (row === undefined) refuse(`${at}/circuit_id`, `no circuit ${circuit_id} is saved by this caller`)
      if (row.deleted_at !== null) refuse(`${at}/circuit_id`, `${row.name} was deleted: restore it, or leave this out`)
      if (version > row.newest)
        refuse(`${at}/version`, `${row.name} has no version ${version}; the newest is ${row.newest}`)
      return { circuit_id, version, name: row.name }
    },
    insert: (sequence, { circuit_id, version, name }) => void insert.run(sequence, circuit_id, version, name),
    of({ sequence, owner }) {
      const row = origin.get(sequence)
      if (row === undefined) return null
      const { circuit_id, version, name, deleted } = row
      return { circuit_id, version, name, deleted: deleted === 1, key_id: owner }
    },
  }
}

function refuse(pointer: string, message: string): never {
  const fault = { pointer, message }
  throw new AppError('invalid_request', `The job cannot name that saved circuit: ${message}`, { faults: [fault] })
}
