import type { Store } from '../../store/store'

/**
 * Runs `work` in one transaction and resolves with its answer once that is on the disk: then, and not before, may it be
 * told. The transaction itself is over when this returns; the wait leaves the event loop free.
 */
export async function commitDurably<T>({ deferred }: Pick<Store, 'deferred'>, work: () => T): Promise<T> {
  const answer = deferred.commit(work)
  await deferred.flushed()
  return answer
}
