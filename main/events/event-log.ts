import { isoTime } from '../contract/model/iso-time'

interface KeptEvent<About> {
  readonly sequence: number
  /** Whom and what it concerns. */
  readonly about: About
  /** The frame as JSON, made once for all who listen. */
  readonly text: string
}

/** The reading end of a log. */
export interface EventReader<About> {
  /** The newest event's sequence; smaller than all of this process when there is none yet. */
  newest(): number
  /** The event of this sequence; null when it is no longer kept or does not exist. */
  at(sequence: number): KeptEvent<About> | null
  /** Whether every event after `sequence` is still kept. */
  reaches(sequence: number): boolean
  /** `called` after each event; returns the function that ends it. */
  listen(called: () => void): () => void
}

/** An event without what the log adds. */
export type NewEvent<Event> = Event extends unknown ? Omit<Event, 'sequence' | 'at'> : never

export interface EventLog<Event, About> extends EventReader<About> {
  /** The frame gets its sequence and time here. */
  publish(event: NewEvent<Event>, about: About): void
}

/** Events kept for those who come back. */
export const KEPT_EVENTS = 10_000

/**
 * The last events in their order. Sequences start at the time of the start (in microseconds), so that they grow over
 * restarts without being stored, and are contiguous within one.
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
