import type { ExperimentLogEntry } from '../../contract/instruments/command-log'
import { isoTime } from '../../contract/model/iso-time'
import type { Page } from '../../contract/model/page'
import { openJournal } from '../journal/journal'
import { Listeners } from '../model/listeners'
import { newestOf, type PageOfLog, pageOfJournal, type TimeSpan } from './pages'

interface ExperimentSearch extends TimeSpan {
  readonly instrument_id?: string | undefined
  readonly event?: ExperimentLogEntry['event'] | undefined
  /** Anywhere in the sentence, whatever the case. */
  readonly text?: string | undefined
}

/** An event in one sentence; `text` must be understandable by itself. */
type NewExperimentEntry = Pick<ExperimentLogEntry, 'event' | 'text' | 'actor'> &
  Partial<Pick<ExperimentLogEntry, 'instrument_id' | 'simulated' | 'work' | 'details'>>

export interface ExperimentLog {
  /** `works`: runs and jobs that it concerns besides the one that caused it. */
  add(entry: NewExperimentEntry, works?: readonly string[]): ExperimentLogEntry
  /** Newest first; the page may be short and yet have a cursor. Throws `invalid_request` for an invalid cursor. */
  search(search: ExperimentSearch & PageOfLog): Promise<Page<ExperimentLogEntry>>
  /** The newest `limit` entries that fit, oldest first. */
  newest(search: ExperimentSearch, limit: number): Promise<ExperimentLogEntry[]>
  onEntry(listener: (entry: ExperimentLogEntry) => void): () => void
  flushed(): Promise<void>
}

interface LogOptions {
  readonly folder: string
  readonly now: () => number
  readonly onProblem: (message: string) => void
}

/** Milliseconds; longer than for the command log, as people ask years later what was done to the instruments. */
const KEPT_MS = 5 * 366 * 86_400_000
const LIMIT_BYTES = 500_000_000

export async function openExperimentLog({ folder, now, onProblem }: LogOptions): Promise<ExperimentLog> {
  const journal = await openJournal<ExperimentLogEntry>({
    folder,
    onProblem,
    now,
    limitBytes: LIMIT_BYTES,
    keepMs: KEPT_MS,
  })
  const listeners = new Listeners<ExperimentLogEntry>()
  return {
    add({ event, text, actor, instrument_id = null, simulated = false, work = null, details = {} }, works = []) {
      const sequence = journal.last + 1
      const own = { sequence, at: isoTime(now()), event, instrument_id, simulated, text, actor, work, details }
      const entry = works.length > 0 ? { ...own, concerns: [...works] } : own
      journal.append(entry, [...new Set([...(work === null ? [] : [work]), ...works])])
      listeners.notify(entry)
      return entry
    },
    search: ({ limit, cursor, ...search }) => pageOfJournal(journal, searchOf(search), { limit, cursor }),
    newest: (search, limit) => newestOf(journal, searchOf(search), limit),
    onEntry: listeners.add,
    flushed: journal.flushed,
  }
}

function searchOf({ instrument_id, event, text, ...span }: ExperimentSearch) {
  const wanted = text?.toLowerCase()
  return {
    ...span,
    matches: (entry: ExperimentLogEntry): boolean =>
      (instrument_id === undefined || entry.instrument_id === instrument_id) &&
      (event === undefined || entry.event === event) &&
      (wanted === undefined || entry.text.toLowerCase().includes(wanted)),
  }
}
