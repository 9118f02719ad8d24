/** The rows of the jobs of one submit, with their tokens reserved: all or none. */
import type { Ledger } from '../../account/ledger'
import type { JobStatus } from '../../contract/jobs/status'
import { isDiskFull } from '../../contract/model/disk-full'
import type { Store } from '../../store/store'
import { allShotsOf, type JobRow, type NewJob } from '../model/job'
import type { GroupCommit } from '../storage/group-commit'
import type { JobTable } from '../storage/job-table'

/** Rows and characters of circuits in one transaction; more would hold the event loop for longer than some milliseconds. */
const MAX_ROWS = 64
const MAX_CIRCUIT_CHARACTERS = 2 ** 19
/** Reservations in one transaction, for the same reason. */
const MAX_RESERVATIONS = 32

interface JobStoreOptions {
  readonly store: Pick<Store, 'db' | 'space'>
  readonly ledger: Ledger
  readonly table: JobTable
  readonly group: GroupCommit
  readonly stopped: AbortSignal
}

interface StoreJobsOptions {
  readonly jobs: readonly NewJob[]
  /** Asked within the transaction that inserts the row. */
  readonly statusOf: (job: NewJob) => JobStatus
  /** Part of the transaction that makes the jobs visible. */
  readonly also: () => void
}

/**
 * The jobs of a small submit are inserted and their tokens reserved in one transaction. The tokens of a large batch are reserved in
 * transactions before that, and its rows staged invisibly, until the last transaction makes all of them visible. Where that fails,
 * rows are removed and tokens released again: at the next start if the process ended, else as soon as a full disk has space.
 */
export interface JobStore {
  /** Resolves with the rows once they are on the disk. */
  store(submit: StoreJobsOptions): Promise<JobRow[]>
  /** Releases what the last process had reserved for jobs that it did not come to store. */
  releaseOrphans(): Promise<void>
}

export function createJobStore({ store: { db, space }, ledger, table, group, stopped }: JobStoreOptions): JobStore {
  const orphans = db
    .prepare<[], string>(
      `SELECT reference FROM ledger_holds WHERE unit = 'compute_token' AND reference NOT LIKE 'run:%'
      AND NOT EXISTS (SELECT 1 FROM jobs WHERE job_uuid = reference)`,
    )
    .pluck()

  function reserve(jobs: readonly NewJob[]): void {
    for (const job of jobs)
      ledger.reserve('compute_token', {
        amount: job.price * allShotsOf(job),
        reference: job.job_uuid,
        key_id: job.owner,
      })
  }

  async function store(submit: StoreJobsOptions): Promise<JobRow[]> {
    const { jobs } = submit
    if (jobs.length <= MAX_RESERVATIONS || jobs[0]!.price === 0) return insert(submit, () => reserve(jobs))
    try {
      await eachPiece(jobs, reserve)
      return await insert(submit, () => undefined)
    } catch (error) {
      await undo(() => release(jobs.map(({ job_uuid }) => job_uuid)))
      throw error
    }
  }

  async function insert({ jobs, statusOf, also }: StoreJobsOptions, reserveTokens: () => void): Promise<JobRow[]> {
    const pieces = piecesOf(jobs)
    const insertPiece = (piece: readonly NewJob[], is_staged: boolean) =>
      piece.map(job => table.insert(job, statusOf(job), is_staged))
    if (pieces.length === 1)
      return group.write(() => {
        reserveTokens()
        const rows = insertPiece(jobs, false)
        also()
        return rows
      })
    const letIndex = table.index.holdFrom(table.newest() + 1)
    const rows: JobRow[] = []
    try {
      for (const piece of pieces) rows.push(...(await group.write(() => insertPiece(piece, true))))
      await group.write(() => {
        table.unstage(rows.map(({ sequence }) => sequence))
        reserveTokens()
        also()
      })
      letIndex()
      return rows
    } catch (error) {
      // Where they cannot be removed they stay out of the index until the next start.
      await undo(async () => {
        for (const piece of pieces) await removePiece(piece)
        letIndex()
      })
      throw error
    }
  }

  const removePiece = (piece: readonly NewJob[]): Promise<void> =>
    group.write(() => {
      for (const { job_uuid } of piece) table.remove(job_uuid)
    })

  const release = (references: readonly string[]): Promise<void> =>
    eachPiece(references, piece => {
      for (const reference of piece) ledger.release(reference)
    })

  async function eachPiece<T>(all: readonly T[], work: (piece: readonly T[]) => void): Promise<void> {
    for (let from = 0; from < all.length; from += MAX_RESERVATIONS)
      await group.write(() => work(all.slice(from, from + MAX_RESERVATIONS)))
  }

  /** The caller of a submit does not wait for space. */
  async function undo(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      space.retryWhenFree(work, stopped).catch(() => undefined)
    }
  }

  return { store, releaseOrphans: () => release(orphans.all()) }
}

function piecesOf(jobs: readonly NewJob[]): NewJob[][] {
  const pieces: NewJob[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const job of jobs) {
    const last = pieces.at(-1)
    characters += job.circuit.length
    if (last && last.length < MAX_ROWS && characters <= MAX_CIRCUIT_CHARACTERS) last.push(job)
    else {
      pieces.push([job])
      characters = job.circuit.length
    }
  }
  return pieces
}
