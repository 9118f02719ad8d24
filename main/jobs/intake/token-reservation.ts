import type { Ledger } from '../../account/ledger'
import { isDiskFull } from '../../contract/model/disk-full'
import type { Store } from '../../store/store'
import type { NewJob } from '../model/job-row'
import type { GroupCommit } from '../storage/group-commit'

/** Reservations in one transaction; more would hold the event loop for longer than some milliseconds. */
const PIECE = 32

type Priced = Pick<NewJob, 'job_uuid' | 'owner' | 'price' | 'shots'>

/**
 * Tokens of the jobs of one submit. Those of few jobs are reserved in the transaction that accepts them; those of many in
 * some before it, so that none is long. Whatever then keeps the jobs from being accepted releases them again: if it is the
 * end of the process, `releaseOrphans` of the next; if it is a full disk, as soon as there is space.
 */
export interface Reservations {
  /**
   * Runs `accept`, which calls `reserveInTransaction` in its transaction. Rejects with all of the tokens released, or on a full
   * disk to be released once there is space.
   */
  reserveAround<T>(jobs: readonly Priced[], accept: () => Promise<T>): Promise<T>
  reserveInTransaction(jobs: readonly Priced[]): void
  /** What the last process had reserved for jobs that it did not come to accept. */
  releaseOrphans(): Promise<void>
}

export function createReservations(
  { db, space }: Pick<Store, 'db' | 'space'>,
  ledger: Ledger,
  group: GroupCommit,
  stopped?: AbortSignal,
): Reservations {
  const orphans = db
    .prepare<[], string>(
      `SELECT reference FROM ledger_holds WHERE unit = 'compute_token' AND reference NOT LIKE 'run:%'
      AND NOT EXISTS (SELECT 1 FROM jobs WHERE job_uuid = reference)`,
    )
    .pluck()

  const isLargeBatch = (jobs: readonly Priced[]): boolean => jobs.length > PIECE && jobs[0]!.price > 0

  function reserve(jobs: readonly Priced[]): void {
    for (const { job_uuid, owner, price, shots } of jobs)
      ledger.reserve('compute_token', price * shots, job_uuid, owner)
  }

  async function inPieces<T>(all: readonly T[], work: (piece: readonly T[]) => void): Promise<void> {
    for (let from = 0; from < all.length; from += PIECE) await group.write(() => work(all.slice(from, from + PIECE)))
  }

  const release = (references: readonly string[]): Promise<void> =>
    inPieces(references, piece => {
      for (const reference of piece) ledger.release(reference)
    })

  /** The caller of a submit does not wait for space. */
  async function releaseSoon(references: readonly string[]): Promise<void> {
    try {
      await release(references)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      space.retryWhenFree(() => release(references), stopped).catch(() => undefined)
    }
  }

  return {
    async reserveAround(jobs, accept) {
      if (!isLargeBatch(jobs)) return accept()
      try {
        await inPieces(jobs, reserve)
        return await accept()
      } catch (error) {
        await releaseSoon(jobs.map(({ job_uuid }) => job_uuid))
        throw error
      }
    },
    reserveInTransaction(jobs) {
      if (!isLargeBatch(jobs)) reserve(jobs)
    },
    releaseOrphans: () => release(orphans.all()),
  }
}
