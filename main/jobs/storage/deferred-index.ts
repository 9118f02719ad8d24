import type { Store } from '../../store/store'

/** Sequences to a row of job_spans. */
export const SPAN = 1024
/** Fresh jobs that lists look at one by one, while more come in. */
const MOST_FRESH = 1024
/** Jobs shelved in one piece: some two milliseconds where all of them have names and tags. */
const SLICE = 32
const EVERY_MS = 250

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Puts jobs into the indices of lists, oldest first: many at a time, and after they were acknowledged, that costs a
 * fraction of what it costs one by one. Nothing here opens a transaction: the caller does.
 */
export function jobShelf({ db }: Pick<Store, 'db'>) {
  const shelved = db.prepare<[], number>('SELECT sequence FROM jobs WHERE fresh IS NULL ORDER BY sequence DESC LIMIT 1')
  const last = db.prepare<[number, number], number | null>(
    'SELECT max(sequence) FROM (SELECT sequence FROM jobs WHERE sequence >= ? ORDER BY sequence LIMIT ?)',
  )
  const ended = db.prepare<[Range]>('UPDATE jobs SET fresh = NULL WHERE sequence BETWEEN @from AND @to')
  const tags = db.prepare<[Range]>(`INSERT INTO job_tags (tag, owner, sequence, status, backend, mode)
    SELECT value, owner, sequence, status, backend, mode FROM jobs, json_each(jobs.tags)
    WHERE sequence BETWEEN @from AND @to AND tags <> '[]'`)
  const names = db.prepare<[Range]>(`INSERT INTO job_names (rowid, name)
    SELECT sequence, name FROM jobs WHERE sequence BETWEEN @from AND @to AND name IS NOT NULL`)
  const named = db.prepare<[Range], { sequence: number; name: string }>(
    'SELECT sequence, name FROM jobs WHERE sequence BETWEEN @from AND @to AND name IS NOT NULL',
  )
  const letters = db.prepare('INSERT INTO job_letters (rowid, grams) VALUES (?, ?)')
  const spans = db.prepare<[Range]>(`INSERT INTO job_spans
    SELECT sequence / ${SPAN}, min(created_at), max(created_at) FROM jobs
    WHERE sequence BETWEEN @from AND @to GROUP BY sequence / ${SPAN}
    ON CONFLICT (span) DO UPDATE SET
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`)
  let first = (shelved.pluck().get() ?? 0) + 1

  return {
    /** Every job below this sequence is shelved. What is above may be: a list looks at each of them. */
    first: (): number => first,
    /** Shelves the next `count` jobs; answers what `begin` is to be told once that is committed, null when there were none. */
    shelve(count: number): number | null {
      const to = last.pluck().get(first, count) ?? null
      if (to === null) return null
      const range = { from: first, to }
      ended.run(range)
      tags.run(range)
      names.run(range)
      for (const { sequence, name } of named.all(range)) letters.run(sequence, gramsOf(name))
      spans.run(range)
      return to + 1
    },
    begin(sequence: number): void {
      first = sequence
    },
  }
}
export type Shelf = ReturnType<typeof jobShelf>

/** Upper and lower case of ASCII are alike, as SQLite has them. */
const lower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** The token of one or two letters in job_letters. */
export const gramOf = (letters: string): string => `g${Buffer.from(lower(letters)).toString('hex')}`

function gramsOf(name: string): string {
  const letters = [...name]
  const grams = letters.flatMap((letter, at) => [letter, ...(at > 0 ? [letters[at - 1] + letter] : [])])
  return [...new Set(grams)].map(gramOf).join(' ')
}

export interface ShelvingParts {
  readonly shelf: Shelf
  /** Sequence of the newest job. */
  readonly newest: () => number
  /** Writes a piece with what is written next. */
  readonly join: (work: () => number | null) => Promise<number | null>
  readonly report: (error: unknown) => void
}

/** Shelves jobs in small pieces: all of them once no more come in, before that what exceeds a thousand. */
export function keepShelving({ shelf, newest, join, report }: ShelvingParts) {
  let [seen, busy, stopped] = [newest(), false, false]

  async function piece(): Promise<boolean> {
    const next = await join(() => shelf.shelve(SLICE))
    if (next !== null) shelf.begin(next)
    return next !== null
  }

  async function shelve(): Promise<void> {
    if (busy) return
    busy = true
    try {
      const keep = newest() === seen ? 0 : MOST_FRESH
      seen = newest()
      while (!stopped && newest() - shelf.first() >= keep && (await piece()));
    } catch (error) {
      report(error)
    } finally {
      busy = false
    }
  }

  const timer = setInterval(shelve, EVERY_MS).unref()
  return {
    stop(): void {
      stopped = true
      clearInterval(timer)
    },
  }
}
