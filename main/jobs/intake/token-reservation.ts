import type { Ledger } from '../../account/ledger'
import type { Store } from '../../store/store'
import type { GroupCommit } from '../storage/group-commit'
import type { NewJob } from '../storage/job-table'

/** Reservations in one transaction; more would hold the event loop for longer than 20 ms. */
const PIECE = 128

type Priced = Pick<NewJob, 'job_uuid' | 'owner' | 'price' | 'shots'>

/**
 * Tokens of the jobs of one submit. Those of few jobs are reserved in the transaction that accepts them; those of many in
 * some before it, so that none is long. Whatever then keeps the jobs from being accepted releases them again: if it is the
 * end of the process, `releaseOrphans` of the next.
 */
export function createReservations({ db }: Pick<Store, 'db'>, ledger: Ledger, group: GroupCommit) {
  const orphans = db
    .prepare<[], string>(
      `SELECT reference FROM ledger_holds WHERE unit = 'compute_token'
      AND NOT EXISTS (SELECT 1 FROM jobs WHERE job_uuid = reference)`,
    )
    .pluck()

  const areLong = (jobs: readonly Priced[]): boolean => jobs.length > PIECE && jobs[0]!.price > 0

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

  return {
    /** Runs `accept`, which calls `within` in its transaction. Rejects with all of the tokens released. */
    async around<T>(jobs: readonly Priced[], accept: () => Promise<T>): Promise<T> {
      if (!areLong(jobs)) return accept()
      try {
        await inPieces(jobs, reserve)
        return await accept()
      } catch (error) {
        await release(jobs.map(({ job_uuid }) => job_uuid))
        throw error
      }
    },
    within(jobs: readonly Priced[]): void {
      if (!areLong(jobs)) reserve(jobs)
    },
    /** What the last process had reserved for jobs that it did not come to accept. */
    releaseOrphans: (): Promise<void> => release(orphans.all()),
  }
}
export type Reservations = ReturnType<typeof createReservations>
