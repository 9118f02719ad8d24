import type { GroupCommit } from '../../store/group-commit'
import type { Store } from '../../store/store'

/** Number of sequences in one row of job_spans. */
export const SPAN = 1024
/** Maximum jobs outside the index, which lists check one by one, while more come in. */
const MAX_FRESH = 1024
/** Jobs indexed in one piece: about two milliseconds where all have names and tags. */
const PIECE = 32
const EVERY_MS = 250

interface SequenceRange {
  readonly from: number
  readonly to: number
}

/**
 * Puts jobs into the indices of lists, oldest first, after they were acknowledged: many at a time cost a fraction of what
 * they cost one by one. Nothing here opens a transaction: the caller does.
 */
export interface DeferredIndex {
  /**
   * Leaves jobs from this sequence on out of the index, as their batch is not complete yet, until the returned function is
   * called.
   */
  holdFrom(sequence: number): () => void
  /** Every job below this sequence is indexed. Jobs from it on may be; a list checks each of them. */
  first(): number
  /** Indexes the next `count` jobs; returns the argument of `advanceTo` once that is committed, null when there were none. */
  indexNext(count: number): number | null
  advanceTo(sequence: number): void
}

export function createDeferredIndex({ db }: Pick<Store, 'db'>): DeferredIndex {
  const indexed = db.prepare<[], number>('SELECT sequence FROM jobs WHERE fresh IS NULL ORDER BY sequence DESC LIMIT 1')
  const last = db.prepare<[number, number], number | null>(
    'SELECT max(sequence) FROM (SELECT sequence FROM jobs WHERE sequence >= ? ORDER BY sequence LIMIT ?)',
  )
  const ended = db.prepare<[SequenceRange]>('UPDATE jobs SET fresh = NULL WHERE sequence BETWEEN @from AND @to')
  const tags = db.prepare<[SequenceRange]>(`INSERT INTO job_tags (tag, owner, sequence, status, backend, mode)
    SELECT value, owner, sequence, status, backend, mode FROM jobs, json_each(jobs.tags)
    WHERE sequence BETWEEN @from AND @to AND tags <> '[]'`)
  const names = db.prepare<[SequenceRange]>(`INSERT INTO job_names (rowid, name)
    SELECT sequence, name FROM jobs WHERE sequence BETWEEN @from AND @to AND name IS NOT NULL`)
  const named = db.prepare<[SequenceRange], { sequence: number; name: string }>(
    'SELECT sequence, name FROM jobs WHERE sequence BETWEEN @from AND @to AND name IS NOT NULL',
  )
  const letters = db.prepare('INSERT INTO job_letters (rowid, grams) VALUES (?, ?)')
  const spans = db.prepare<[SequenceRange]>(`INSERT INTO job_spans
    SELECT sequence / ${SPAN}, min(created_at), max(created_at) FROM jobs
    WHERE sequence BETWEEN @from AND @to GROUP BY sequence / ${SPAN}
    ON CONFLICT (span) DO UPDATE SET
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`)
  const held = new Set<number>()
  let first = (indexed.pluck().get() ?? 0) + 1

  return {
    holdFrom(sequence) {
      held.add(sequence)
      return () => void held.delete(sequence)
    },
    first: () => first,
    indexNext(count) {
      const to = Math.min(last.pluck().get(first, count) ?? 0, Math.min(...held) - 1)
      if (to < first) return null
      const range = { from: first, to }
      ended.run(range)
      tags.run(range)
      names.run(range)
      for (const { sequence, name } of named.all(range)) letters.run(sequence, gramsOf(name))
      spans.run(range)
      return to + 1
    },
    advanceTo(sequence) {
      first = sequence
    },
  }
}

interface OpenedTable {
  readonly index: DeferredIndex
  removeStaged(): void
}

/** Called at the start: removes jobs that the previous process left staged and indexes all others. */
export function completeIndex({ db }: Pick<Store, 'db'>, { index, removeStaged }: OpenedTable): void {
  db.transaction(removeStaged).immediate()
  const next = db.transaction(() => index.indexNext(Number.MAX_SAFE_INTEGER)).immediate()
  if (next !== null) index.advanceTo(next)
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

/** Lower case of ASCII letters only, as SQLite's `lower`. */
const lower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** The token of one or two letters in job_letters. */
export const gramOf = (letters: string): string => `g${Buffer.from(lower(letters)).toString('hex')}`

function gramsOf(name: string): string {
  const letters = [...name]
  const grams = letters.flatMap((letter, at) => [letter, ...(at > 0 ? [letters[at - 1] + letter] : [])])
  return [...new Set(grams)].map(gramOf).join(' ')
}
