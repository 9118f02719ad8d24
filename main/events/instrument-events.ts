import type { InstrumentEvent } from '../contract/instruments/events'
import { createEventLog, type EventLog } from './event-log'

type LoggedInstrumentEvent = Exclude<InstrumentEvent, { type: 'hello' | 'reset' | 'heartbeat' | 'error' }>

export interface InstrumentAbout {
  /** Null for an event of the whole lab. */
  readonly instrument_id: string | null
  /** Id of the run or job that the event belongs to. */
  readonly work: string | null
  /** Whether it is a command or its reply, which only clients that asked for them receive. */
  readonly is_command: boolean
}

/** The newest events of instruments, logs, alarms and the work on the machine. */
export type InstrumentEvents = EventLog<LoggedInstrumentEvent, InstrumentAbout>

export const createInstrumentEvents = (now: () => number, kept?: number): InstrumentEvents =>
  createEventLog<LoggedInstrumentEvent, InstrumentAbout>(now, kept)
