import { type JobStatus, jobStates } from '../../contract/jobs/status'
import { isOpen, type Store } from '../../store/store'
import type { JobRow } from '../model/job'

export interface SubmitBatchRow {
  /** Grows with every batch. */
  readonly sequence: number
  readonly batch_id: string
  readonly owner: string | null
  readonly backend: string
  readonly mode: JobRow['mode']
  readonly name: string | null
  readonly created_at: number
}

/** Jobs of a batch in one state. */
interface BatchTally {
  readonly status: JobStatus
  readonly jobs: number
  /** Shots, those of all rows of sweeps included. */
  readonly shots: number
  /** Millionths of a token: held for those that are open, charged for those that ended. */
  readonly reserved: number
  readonly charged: number
  readonly completed_at: number | null
}

/** The rows of batches; each stays as long as a job of it does. */
export interface SubmitBatchTable {
  /** Part of the transaction that makes its jobs visible; `job` is any of them. */
  insert(job: Pick<JobRow, 'batch_id' | 'owner' | 'backend' | 'mode' | 'created_at'>, name: string | null): void
  find(batch_id: string): SubmitBatchRow | null
  tally(batch_id: string): BatchTally[]
  /** The last of its jobs that is open; null where all are over. */
  lastOpen(batch_id: string): string | null
  /** Newest first, below `before`; owner undefined: everybody's. */
  list(owner: string | null | undefined, before: number, limit: number): SubmitBatchRow[]
}

const SHOTS = 'shots * coalesce(rows, 1)'

export function submitBatchTable({ db }: Pick<Store, 'db'>): SubmitBatchTable {
  const insert = db.prepare(
    'INSERT INTO batches (batch_id, owner, backend, mode, name, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const find = db.prepare<[string], SubmitBatchRow>('SELECT * FROM batches WHERE batch_id = ?')
  const tally = db.prepare<[string], BatchTally>(`SELECT status, count(*) AS jobs, sum(${SHOTS}) AS shots,
    sum(CASE WHEN charged IS NULL THEN price * ${SHOTS} ELSE 0 END) AS reserved, coalesce(sum(charged), 0) AS charged,
    max(completed_at) AS completed_at FROM jobs INDEXED BY jobs_by_batch WHERE batch_id = ? GROUP BY status`)
  const lastOpen = db
    .prepare<[string], string>(`SELECT job_uuid FROM jobs INDEXED BY jobs_by_batch WHERE batch_id = ?
      AND ${isOpen(jobStates)} ORDER BY sequence DESC LIMIT 1`)
    .pluck()
  const all = db.prepare<[number, number], SubmitBatchRow>(
    'SELECT * FROM batches WHERE sequence < ? ORDER BY sequence DESC LIMIT ?',
  )
  const owned = db.prepare<[string | null, number, number], SubmitBatchRow>(
    'SELECT * FROM batches INDEXED BY batches_by_owner WHERE owner IS ? AND sequence < ? ORDER BY sequence DESC LIMIT ?',
  )
  return {
    insert: ({ batch_id, owner, backend, mode, created_at }, name) =>
      void insert.run(batch_id, owner, backend, mode, name, created_at),
    find: batch_id => find.get(batch_id) ?? null,
    tally: batch_id => tally.all(batch_id),
    lastOpen: batch_id => lastOpen.get(batch_id) ?? null,
    list: (owner, before, limit) => (owner === undefined ? all.all(before, limit) : owned.all(owner, before, limit)),
  }
}
