export interface KeptEvent<About> {
  readonly sequence: number
  /** Whom and what it concerns. */
  readonly about: About
  /** The frame as JSON, made once for all who listen. */
  readonly text: string
}

/** Events kept for those who come back. */
export const KEPT_EVENTS = 10_000

/**
 * The last events in their order. Sequences start at the time of the start (in microseconds), so that they grow over
 * restarts without being stored, and are contiguous within one.
 */
export function createEventLog<About>(now: () => number, kept = KEPT_EVENTS) {
  const first = now() * 1000 + 1
  const ring: KeptEvent<About>[] = []
  const listeners = new Set<() => void>()
  let next = first

  return {
    /** The frame gets its sequence and time here. */
    publish(event: object, about: About): void {
      const sequence = next
      next += 1
      const frame = { ...event, sequence, at: new Date(now()).toISOString() }
      ring[(sequence - first) % kept] = { sequence, about, text: JSON.stringify(frame) }
      for (const tell of listeners) tell()
    },
    /** The newest event's sequence; smaller than all of this process when there is none yet. */
    newest: (): number => next - 1,
    /** The event of this sequence; null when it is no longer kept or does not exist. */
    at(sequence: number): KeptEvent<About> | null {
      const event = sequence >= first ? ring[(sequence - first) % kept] : undefined
      return event?.sequence === sequence ? event : null
    },
    /** Whether every event after `sequence` is still kept. */
    reaches: (sequence: number): boolean => sequence >= Math.max(first, next - kept) - 1 && sequence < next,
    /** Told after each event. Answers the function that ends it. */
    listen(tell: () => void): () => void {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
}
export type EventLog<About> = ReturnType<typeof createEventLog<About>>
