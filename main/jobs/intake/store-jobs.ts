/**
 * Admits the jobs of a submit: checks how many a key may have open, stores all or none with their tokens reserved, and
 * queues them.
 */
import type { Ledger } from '../../account/ledger'
import type { JobStatus } from '../../contract/jobs/status'
import { isDiskFull } from '../../contract/model/disk-full'
import { AppError } from '../../contract/model/errors'
import type { GroupCommit } from '../../store/group-commit'
import type { Store } from '../../store/store'
import { createYielder } from '../../worker/yielder'
import { allShotsOf, type JobRow, type NewJob } from '../model/job'
import type { BackendQueues } from '../queue/backend-queues'
import type { JobTable } from '../storage/job-table'

/**
 * Maximum rows and characters of circuits in one transaction; more would hold the event loop for longer than a few
 * milliseconds.
 */
const MAX_ROWS = 64
const MAX_CIRCUIT_CHARACTERS = 2 ** 19
/** Maximum reservations in one transaction, for the same reason. */
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
  /** Called within the transaction that inserts the row. */
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
  /** Releases tokens that the previous process reserved for jobs that it never stored. */
  releaseOrphans(): Promise<void>
}

export function createJobStore(options: JobStoreOptions): JobStore {
  const { store, table, group, stopped } = options
  const tokens = createReservations(options)

  async function storeJobs(submit: StoreJobsOptions): Promise<JobRow[]> {
    const { jobs } = submit
    if (jobs.length <= MAX_RESERVATIONS || jobs[0]!.price === 0) return insert(submit, () => tokens.reserve(jobs))
    try {
      await tokens.reserveInPieces(jobs)
      return await insert(submit, () => undefined)
    } catch (error) {
      await undo(() => tokens.release(jobs.map(({ job_uuid }) => job_uuid)))
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
      // Rows that cannot be removed stay out of the index until the next start.
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

  /** Undoes at once, or on a full disk later: the caller of a submit does not wait for space. */
  async function undo(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      store.space.retryWhenFree(work, stopped).catch(() => undefined)
    }
  }

  return { store: storeJobs, releaseOrphans: () => tokens.release(tokens.orphans()) }
}

interface Reservations {
  /** Part of a transaction. */
  reserve(jobs: readonly NewJob[]): void
  /** In transactions of their own, each short. */
  reserveInPieces(jobs: readonly NewJob[]): Promise<void>
  release(references: readonly string[]): Promise<void>
  /** Ids of jobs that tokens are reserved for and that are not stored. */
  orphans(): string[]
}

/** The tokens of jobs, reserved under their ids. */
function createReservations({ store: { db }, ledger, group }: JobStoreOptions): Reservations {
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

  async function inPieces<T>(all: readonly T[], work: (piece: readonly T[]) => void): Promise<void> {
    for (let from = 0; from < all.length; from += MAX_RESERVATIONS)
      await group.write(() => work(all.slice(from, from + MAX_RESERVATIONS)))
  }

  return {
    reserve,
    reserveInPieces: jobs => inPieces(jobs, reserve),
    release: references =>
      inPieces(references, piece => {
        for (const reference of piece) ledger.release(reference)
      }),
    orphans: () => orphans.all(),
  }
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

interface Admission {
  /** Throws `queue_full` where the owner would have more jobs open than a key may. */
  refuseOverfull(owner: string | null, jobs: number): void
  /** The jobs of one submit; `also` is part of their transaction. */
  storeAndQueue(jobs: readonly NewJob[], also: () => void): Promise<void>
}

export interface AdmissionOptions {
  readonly jobStore: Pick<JobStore, 'store'>
  readonly queue: BackendQueues
  /** Jobs one key may have open at once. */
  readonly queue_limit: number
  /** Called with each job when it is on the disk, before it is queued. */
  readonly onStored: (row: JobRow) => void
}

/** Jobs of a submit that are written in one turn of the event loop, and queued in the turn in which they were committed. */
export const SMALL_BATCH = 32

export function createAdmission({ jobStore, queue, queue_limit, onStored }: AdmissionOptions): Admission {
  /** Jobs of each owner that are being stored. */
  const pending = new Map<string | null, number>()
  const count = (owner: string | null, by: number) => pending.set(owner, (pending.get(owner) ?? 0) + by)

  function refuseOverfull(owner: string | null, jobs: number): void {
    const open = queue.openOf(owner) + (pending.get(owner) ?? 0)
    if (open + jobs <= queue_limit) return
    throw new AppError('queue_full', `${open} jobs of this key are open; at most ${queue_limit} may be`, {
      details: { limit: queue_limit, open },
    })
  }

  /** Called within the transaction. A job with others before it is WAITING at once. */
  const statusOf = ({ backend }: NewJob): JobStatus => (queue.isFull(backend) ? 'WAITING' : 'PENDING')

  async function storeAndQueue(jobs: readonly NewJob[], also: () => void): Promise<void> {
    const { owner } = jobs[0]!
    refuseOverfull(owner, jobs.length)
    count(owner, jobs.length)
    let left = jobs.length
    try {
      const rows = await jobStore.store({ jobs, statusOf, also })
      const yielder = createYielder()
      for (const [at, row] of rows.entries()) {
        // The transaction of a batch was long enough for one turn.
        if (at === SMALL_BATCH || yielder.isDue()) await yielder.yieldNow(0)
        onStored(row)
        queue.add(row)
        count(owner, -1)
        left -= 1
      }
    } finally {
      count(owner, -left)
    }
  }

  return { refuseOverfull, storeAndQueue }
}
