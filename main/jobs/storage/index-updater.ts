import type { Store } from '../../store/store'
import type { DeferredIndex } from './deferred-index'
import type { GroupCommit } from './group-commit'
import type { JobTable } from './job-table'

/** Maximum jobs outside the index, which lists check one by one, while more come in. */
const MAX_FRESH = 1024
/** Jobs indexed in one piece: about two milliseconds where all have names and tags. */
const PIECE = 32
const EVERY_MS = 250

/** Called at the start: removes jobs that the previous process left staged and indexes all others. */
export function completeIndex({ db }: Pick<Store, 'db'>, table: Pick<JobTable, 'index' | 'removeStaged'>): void {
  db.transaction(table.removeStaged).immediate()
  const next = db.transaction(() => table.index.indexNext(Number.MAX_SAFE_INTEGER)).immediate()
  if (next !== null) table.index.advanceTo(next)
}

interface IndexUpdaterOptions {
  readonly index: DeferredIndex
  /** Sequence of the newest job. */
  readonly newest: () => number
  readonly group: Pick<GroupCommit, 'writeDeferred'>
  readonly report: (error: unknown) => void
}

/** Indexes jobs in small pieces: all of them once no more come in, before that those beyond `MAX_FRESH`. */
export function startIndexUpdater({ index, newest, group, report }: IndexUpdaterOptions): { stop(): void } {
  let [seen, busy, stopped] = [newest(), false, false]

  async function indexPiece(): Promise<boolean> {
    const next = await group.writeDeferred(() => index.indexNext(PIECE))
    if (next !== null) index.advanceTo(next)
    return next !== null
  }

  async function update(): Promise<void> {
    if (busy) return
    busy = true
    try {
      const fresh = newest() === seen ? 0 : MAX_FRESH
      seen = newest()
      while (!stopped && newest() - index.first() >= fresh && (await indexPiece()));
    } catch (error) {
      report(error)
    } finally {
      busy = false
    }
  }

  const timer = setInterval(update, EVERY_MS).unref()
  return {
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}
