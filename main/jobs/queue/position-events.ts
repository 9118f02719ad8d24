import type { QueuePlace } from '../../contract/jobs/status'
import type { JobEvents } from '../model/events'
import type { BackendQueues } from './backend-queues'

const EVERY_MS = 1_000
/** Of each queue. Further back a position changes with every start and tells nothing. */
const FRONT = 50

interface PositionEventsOptions {
  readonly queue: BackendQueues
  readonly events: JobEvents
  readonly placeOf: (backend: string, position: number) => QueuePlace
}

/** Publishes the positions at the front of the queues, as they change, once a second: every start moves everybody. */
export function publishQueuePositions({ queue, events, placeOf }: PositionEventsOptions) {
  let told = new Map<string, number>()

  function announce(): void {
    const now = new Map<string, number>()
    for (const { id, backend, owner } of queue.front(FRONT)) {
      const position = queue.position(id)!
      now.set(id, position)
      if (told.get(id) === position) continue
      events.publish(
        { type: 'queue', job_uuid: id, backend, queue: placeOf(backend, position) },
        { owner, job_uuid: id },
      )
    }
    told = now
  }

  const timer = setInterval(announce, EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
