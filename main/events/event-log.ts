import { isoTime } from '../contract/model/iso-time'

interface KeptEvent<About> {
  readonly sequence: number
  /** What the event concerns; readers filter by it. */
  readonly about: About
  /** The frame as JSON, serialized once for all listeners. */
  readonly text: string
}

/** The reading end of a log. */
export interface EventReader<About> {
  /** Sequence of the newest event; before the first event, one less than the sequence it will get. */
  newest(): number
  /** The event of this sequence; null when it is no longer kept or does not exist. */
  at(sequence: number): KeptEvent<About> | null
  /** Whether every event after `sequence` is still kept. */
  reaches(sequence: number): boolean
  /** Calls `called` after each event; returns the function that ends the subscription. */
  listen(called: () => void): () => void
}

/** An event before the log adds its sequence and time. */
export type NewEvent<Event> = Event extends unknown ? Omit<Event, 'sequence' | 'at'> : never

export interface EventLog<Event, About> extends EventReader<About> {
  /** The frame gets its sequence and time here. */
  publish(event: NewEvent<Event>, about: About): void
}

/** Number of events kept for clients that reconnect. */
export const KEPT_EVENTS = 10_000

/**
 * Ring buffer of the newest events in order. Sequences start at the process's start time in microseconds, so that they
 * grow across restarts without being stored; within one process they are contiguous.
 */
export function createEventLog<Event, About>(now: () => number, kept = KEPT_EVENTS): EventLog<Event, About> {
  const first = now() * 1000 + 1
  const ring: KeptEvent<About>[] = []
  const listeners = new Set<() => void>()
  let next = first

  return {
    publish(event, about) {
      const sequence = next
      next += 1
      const frame = { ...event, sequence, at: isoTime(now()) }
      ring[(sequence - first) % kept] = { sequence, about, text: JSON.stringify(frame) }
      for (const listener of listeners) listener()
    },
    newest: () => next - 1,
    at(sequence) {
      const event = sequence >= first ? ring[(sequence - first) % kept] : undefined
      return event?.sequence === sequence ? event : null
    },
    reaches: sequence => sequence >= Math.max(first, next - kept) - 1 && sequence < next,
    listen(called) {
      listeners.add(called)
      return () => void listeners.delete(called)
    },
  }
}
