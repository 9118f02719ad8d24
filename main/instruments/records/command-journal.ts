import { type CommandLogEntry, hasOutcome } from '../../contract/instruments/command-log'
import { isoTime } from '../../contract/model/iso-time'
import type { Page } from '../../contract/model/page'
import type { CommandLog } from '../exchange/command-log'
import { type Journal, openJournal } from '../journal/journal'
import { FAULT_CODES } from '../model/fault'
import { Listeners } from '../model/listeners'
import { newestOf, type PageOfLog, pageOfJournal, type TimeSpan } from './pages'

/** Conditions of a search; all must hold. */
interface CommandSearch extends TimeSpan {
  readonly instrument_id?: string | undefined
  readonly direction?: CommandLogEntry['direction'] | undefined
  /** Anywhere in the text, whatever the case. */
  readonly text?: string | undefined
  /** `ok`, a fault's name, or `fault` for whatever has one. */
  readonly outcome?: string | undefined
}

export interface CommandJournal {
  /**
   * Newest first; the page may be short and yet have a cursor, where the log is long. Throws `invalid_request` for an invalid
   * cursor.
   */
  search(search: CommandSearch & PageOfLog): Promise<Page<CommandLogEntry>>
  /** The newest `limit` entries that fit, oldest first. */
  newest(search: CommandSearch, limit: number): Promise<CommandLogEntry[]>
  onEntry(listener: (entry: CommandLogEntry) => void): () => void
  close(): Promise<void>
}

export type CommandJournalFile = Journal<CommandLogEntry>
const DAY_MS = 86_400_000

export const openCommandJournal = (folder: string, onProblem: (message: string) => void): Promise<CommandJournalFile> =>
  openJournal({ folder, limitBytes: 1_000_000_000, keepMs: 30 * DAY_MS, onProblem })

type JournalledCommand = Parameters<Parameters<CommandLog['onEntry']>[0]>[0]

/** An entry of the log as it is kept and served. */
const commandEntry = ({ instrument, cause, at, ...entry }: JournalledCommand): CommandLogEntry => ({
  ...entry,
  at: isoTime(at),
  instrument_id: instrument,
  actor: cause?.actor ?? null,
  work: cause?.work ?? null,
})

/** Stores what is added to the log from now on. The log must count on from the journal's last entry. */
export function createCommandJournal(log: CommandLog, journal: CommandJournalFile): CommandJournal {
  const listeners = new Listeners<CommandLogEntry>()
  const stop = log.onEntry(noted => {
    const entry = commandEntry(noted)
    journal.append(entry, entry.work === null ? [] : [entry.work])
    listeners.notify(entry)
  })
  return {
    search: ({ limit, cursor, ...search }) => pageOfJournal(journal, searchOf(search), { limit, cursor }),
    newest: (search, limit) => newestOf(journal, searchOf(search), limit),
    onEntry: listeners.add,
    async close() {
      stop()
      await journal.flushed()
    },
  }
}

function searchOf({ instrument_id, direction, text, outcome, ...span }: CommandSearch) {
  const wanted = text?.toLowerCase()
  return {
    ...span,
    needle: instrument_id === undefined ? undefined : JSON.stringify(instrument_id),
    matches: (entry: CommandLogEntry): boolean =>
      (instrument_id === undefined || entry.instrument_id === instrument_id) &&
      (direction === undefined || entry.direction === direction) &&
      (wanted === undefined || entry.text.toLowerCase().includes(wanted)) &&
      (outcome === undefined || hasOutcome(entry, outcome)),
  }
}

/** Outcomes that can be searched for: `fault` is any fault, `earlier_error` an error in the queue before a set. */
export const SEARCHED_OUTCOMES: readonly string[] = ['ok', 'fault', 'earlier_error', ...FAULT_CODES]
