/** Entries of a log that the stream brought, as many as are kept, and how they join the pages of the log. Pure. */

export interface SequencedEntry {
  readonly sequence: number
}

/** Maximum entries kept from the stream; older ones are dropped. */
export const MAX_RECEIVED = 2_000
/** So many entries newer than the pages have the pages fetched again, before any is dropped. */
const RENEWED_FROM = 1_500

export interface ReceivedEntries<T> {
  /** Newest first. */
  readonly entries: readonly T[]
  /** Sequence of the newest entry that was dropped; null where none was. */
  readonly dropped: number | null
  /** How many came, with those that were dropped. */
  readonly total: number
}

export const NONE_RECEIVED: ReceivedEntries<never> = { entries: [], dropped: null, total: 0 }

export function withEntry<T extends SequencedEntry>(received: ReceivedEntries<T>, entry: T): ReceivedEntries<T> {
  return joinedReceived({ entries: [entry], dropped: null, total: 1 }, received)
}

/** Entries that arrived one after the other: `later` during a pause, `earlier` before it. */
export function joinedReceived<T extends SequencedEntry>(
  later: ReceivedEntries<T>,
  earlier: ReceivedEntries<T>,
): ReceivedEntries<T> {
  const total = later.total + earlier.total
  // What was dropped of the later ones is missing between them and the earlier ones.
  if (later.dropped !== null) return { ...later, total }
  const all = [...later.entries, ...earlier.entries]
  return { entries: all.slice(0, MAX_RECEIVED), dropped: all[MAX_RECEIVED]?.sequence ?? earlier.dropped, total }
}

interface JoinedLog<T> {
  /** Newest first, without a gap: where entries between the stream's and the pages' were dropped, the pages are left out. */
  readonly entries: readonly T[]
  /** Whether the pages should be fetched again, as entries are missing or will be soon. */
  readonly isBehind: boolean
}

/** The log of the stream's entries that are newer than the pages, then the pages. */
export function joinedLog<T extends SequencedEntry>(received: ReceivedEntries<T>, pages: readonly T[]): JoinedLog<T> {
  const newest = pages[0]?.sequence ?? Number.NEGATIVE_INFINITY
  const newer = received.entries.filter(({ sequence }) => sequence > newest)
  const isTorn = received.dropped !== null && received.dropped > newest
  return { entries: isTorn ? newer : [...newer, ...pages], isBehind: isTorn || newer.length >= RENEWED_FROM }
}
