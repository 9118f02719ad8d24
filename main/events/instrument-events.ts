import type { InstrumentEvent } from '../contract/instruments/events'
import { createEventLog, type EventLog } from './event-log'

type LoggedInstrumentEvent = Exclude<InstrumentEvent, { type: 'hello' | 'reset' | 'heartbeat' | 'error' }>

export interface InstrumentAbout {
  /** Null for what concerns the whole lab. */
  readonly instrument_id: string | null
  /** The run or job that it belongs to. */
  readonly work: string | null
  /** A request or reply: only for those who want them. */
  readonly is_command: boolean
}

/** The last events of instruments, logs, alarms and what runs on the machine. */
export type InstrumentEvents = EventLog<LoggedInstrumentEvent, InstrumentAbout>

export const createInstrumentEvents = (now: () => number, kept?: number): InstrumentEvents =>
  createEventLog<LoggedInstrumentEvent, InstrumentAbout>(now, kept)
