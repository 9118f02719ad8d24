/** Applies the filters of a log to entries from the stream; the service filters the entries that it lists. */
import {
  type CommandLogEntry,
  type ExperimentLogEntry,
  hasOutcome,
} from '../../../../main/contract/instruments/command-log'

export interface CommandFilter {
  readonly work?: string
  readonly instrument_id?: string
  readonly text?: string
  readonly direction?: CommandLogEntry['direction']
  /** `ok`, a fault's name, or `fault` for any fault. */
  readonly outcome?: string
}

const contains = (text: string, part: string | undefined) =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase())

export const passesCommandFilter = (entry: CommandLogEntry, filter: CommandFilter): boolean =>
  (filter.work === undefined || entry.work === filter.work) &&
  (filter.instrument_id === undefined || entry.instrument_id === filter.instrument_id) &&
  (filter.direction === undefined || entry.direction === filter.direction) &&
  contains(entry.text, filter.text) &&
  (filter.outcome === undefined || hasOutcome(entry, filter.outcome))

interface ExperimentFilter {
  readonly work?: string
  readonly instrument_id?: string
  readonly event?: ExperimentLogEntry['event']
  readonly text?: string
}

export const passesExperimentFilter = (entry: ExperimentLogEntry, filter: ExperimentFilter): boolean =>
  (filter.work === undefined || entry.work === filter.work || entry.concerns?.includes(filter.work) === true) &&
  (filter.instrument_id === undefined || entry.instrument_id === filter.instrument_id) &&
  (filter.event === undefined || entry.event === filter.event) &&
  contains(entry.text, filter.text)
