import { type Page, positionBefore } from '../../contract/model/page'
import type { Journal, JournalSearch } from '../journal/journal'

/** `from` and `to` are milliseconds since 1970, both included; `work` searches what is kept with a run or job. */
export interface TimeSpan {
  readonly work?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Without a cursor, from the newest. */
export interface PageOfLog {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Newest first. A page may be short, or empty, and yet have a next one. */
export async function pageOfJournal<Entry extends { sequence: number; at: string }>(
  journal: Journal<Entry>,
  search: Omit<JournalSearch<Entry>, 'limit' | 'before'>,
  { limit, cursor }: PageOfLog,
): Promise<Page<Entry>> {
  const { items, next } = await journal.search({ ...search, limit, before: positionBefore(cursor) })
  return { items, next_cursor: next === null ? null : String(next) }
}

/** The newest `limit` entries that fit, oldest first, however long the journal is. */
export async function newestOf<Entry extends { sequence: number; at: string }>(
  journal: Journal<Entry>,
  search: Omit<JournalSearch<Entry>, 'limit' | 'before'>,
  limit: number,
): Promise<Entry[]> {
  const found: Entry[] = []
  let before: number | undefined
  do {
    const { items, next } = await journal.search({ ...search, before, limit: limit - found.length })
    for (const item of items) found.push(item)
    before = next ?? undefined
  } while (before !== undefined && found.length < limit)
  return found.reverse()
}
