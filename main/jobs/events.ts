import type { JobEvent } from '../contract/events'

type Framed = Extract<JobEvent, { job_uuid: string }>
/** Without what the log adds. */
export type NewEvent = Framed extends infer E ? (E extends Framed ? Omit<E, 'sequence' | 'at'> : never) : never

export interface KeptEvent {
  readonly sequence: number
  readonly owner: string | null
  readonly job_uuid: string
  /** The frame as JSON, made once for all who listen. */
  readonly text: string
}

/** Events kept for those who come back. */
export const KEPT_EVENTS = 10_000

/**
 * The last events in their order. Sequences start at the time of the start (in microseconds), so that they grow over
 * restarts without being stored, and are contiguous within one.
 */
export function createEvents(now: () => number, kept = KEPT_EVENTS) {
  const first = now() * 1000 + 1
  const ring: KeptEvent[] = []
  const listeners = new Set<() => void>()
  let next = first

  return {
    publish(event: NewEvent, owner: string | null): void {
      const sequence = next
      next += 1
      const frame = { ...event, sequence, at: new Date(now()).toISOString() }
      ring[(sequence - first) % kept] = { sequence, owner, job_uuid: event.job_uuid, text: JSON.stringify(frame) }
      for (const tell of listeners) tell()
    },
    /** The newest event's sequence; smaller than all of this process when there is none yet. */
    newest: (): number => next - 1,
    /** The event of this sequence; null when it is no longer kept or does not exist. */
    at(sequence: number): KeptEvent | null {
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
export type Events = ReturnType<typeof createEvents>
