import { linesBackwards } from './lines-backwards'
import { type JournalFile, prune, segmentPath, segmentsOf, workPath } from './segments'
import { createLineWriter } from './writer'

/** An entry with a sequence number that counts up and its time as RFC 3339. */
interface JournalEntry {
  readonly sequence: number
  readonly at: string
}

export interface JournalSearch<Entry> {
  /** The entries of this run or job only; they are kept as long as it is. */
  readonly work?: string | undefined
  /** Milliseconds since 1970, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Below this sequence number: the `next` of the page before. */
  readonly before?: number | undefined
  readonly limit: number
  matches(entry: Entry): boolean
  /** Text that an entry must contain to be parsed. */
  readonly needle?: string | undefined
  /** Most bytes to look through; then `next` says where to go on. */
  readonly mostBytes?: number | undefined
}

interface JournalPage<Entry> {
  /** Newest first. */
  readonly items: Entry[]
  /** Null where nothing older is left. A page may be short, or empty, and yet have one. */
  readonly next: number | null
}

export interface Journal<Entry extends JournalEntry> {
  /** Number of the newest entry, those of earlier starts included; 0 where there is none. */
  readonly last: number
  /** Entries lost since the start because the disk failed. */
  readonly lost: number
  append(entry: Entry, works: readonly string[]): void
  search(search: JournalSearch<Entry>): Promise<JournalPage<Entry>>
  flushed(): Promise<void>
}

interface JournalOptions {
  readonly folder: string
  readonly limitBytes: number
  readonly keepMs: number
  readonly segmentBytes?: number
  readonly now?: () => number
  readonly onProblem?: (message: string) => void
}

const SEARCHED_BYTES = 64_000_000

/** Opens the journal in this folder to go on behind its entries, even where the last line is incomplete. */
export async function openJournal<Entry extends JournalEntry>({
  folder,
  limitBytes,
  keepMs,
  segmentBytes = 8_000_000,
  now = Date.now,
  onProblem = () => {},
}: JournalOptions): Promise<Journal<Entry>> {
  let segments: JournalFile[] = prune(segmentsOf(folder), { limitBytes, keepMs }, now())
  let last = await lastSequence<Entry>(segments)
  let current: string | null = null
  let written = 0
  const writer = createLineWriter(onProblem)

  const placeFor = (entry: Entry): string => {
    if (current !== null && written < segmentBytes) return current
    written = 0
    const since = Date.parse(entry.at)
    current = segmentPath(folder, entry.sequence, since)
    segments = prune([...segments, { path: current, first: entry.sequence, since }], { limitBytes, keepMs }, now())
    return current
  }

  return {
    get last() {
      return last
    },
    get lost() {
      return writer.lost
    },
    append(entry, works) {
      last = Math.max(last, entry.sequence)
      const { sequence, ...rest } = entry
      // The sequence number is first in the line: searches look at it without reading the rest.
      const line = JSON.stringify({ sequence, ...rest })
      writer.write(placeFor(entry), line)
      written += line.length + 1
      for (const work of works) writer.write(workPath(folder, work), line)
    },
    async search(search) {
      await writer.flushed()
      const paths =
        search.work === undefined
          ? segments.filter(isWithin(search)).map(({ path }) => path)
          : [workPath(folder, search.work)]
      return searchFiles(paths.reverse(), search)
    },
    flushed: writer.flushed,
  }
}

async function lastSequence<Entry extends JournalEntry>(segments: readonly JournalFile[]): Promise<number> {
  for (const { path, first } of segments.toReversed()) {
    for await (const lines of linesBackwards(path))
      for (const line of lines) {
        const entry = parsed<Entry>(line)
        if (entry) return entry.sequence
      }
    if (first > 0) return first
  }
  return 0
}

/** Entries of one moment may come in a little out of order. */
const DISORDER_MS = 60_000

/** Whether a segment may hold what is searched; its entries end where the next segment begins. */
const isWithin =
  <Entry>({ from, to, before }: JournalSearch<Entry>) =>
  ({ first, since }: JournalFile, index: number, all: readonly JournalFile[]): boolean => {
    const end = all[index + 1]?.since ?? Number.POSITIVE_INFINITY
    const isInTime =
      (to === undefined || since <= to + DISORDER_MS) && (from === undefined || end >= from - DISORDER_MS)
    return isInTime && (before === undefined || first < before)
  }

async function searchFiles<Entry extends JournalEntry>(
  paths: readonly string[],
  {
    matches,
    limit,
    before = Number.POSITIVE_INFINITY,
    from,
    to,
    needle,
    mostBytes = SEARCHED_BYTES,
  }: JournalSearch<Entry>,
): Promise<JournalPage<Entry>> {
  const items: Entry[] = []
  let looked = 0
  for (const path of paths)
    for await (const lines of linesBackwards(path)) {
      let reached = before
      for (const line of lines) {
        const sequence = sequenceOf(line)
        if (sequence === null || sequence >= before) continue
        reached = sequence
        looked += line.length
        const entry = needle === undefined || line.includes(needle) ? parsed<Entry>(line) : null
        if (!entry || !isBetween(Date.parse(entry.at), from, to) || !matches(entry)) continue
        items.push(entry)
        if (items.length === limit) return { items, next: sequence }
      }
      if (looked >= mostBytes) return { items, next: reached }
    }
  return { items, next: null }
}

const isBetween = (at: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) => at >= from && at <= to

/** Sequence number at the beginning of a line; null for what is no line of a journal. */
function sequenceOf(line: string): number | null {
  const [, digits] = /^\{"sequence":(\d{1,15}),/.exec(line) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Null for half a line, and for whatever else is no entry. */
function parsed<Entry extends JournalEntry>(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as Entry
    return Number.isInteger(entry?.sequence) ? entry : null
  } catch {
    return null
  }
}
