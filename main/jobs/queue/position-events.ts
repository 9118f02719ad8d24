import type { QueuePlace } from '../../contract/jobs'
import type { Events } from '../events'
import type { Queue } from './backend-queues'

const EVERY_MS = 1_000
/** Of each line. Further back a place changes with every start and tells nothing. */
const FRONT = 50

interface AnnounceParts {
  readonly queue: Queue
  readonly events: Events
  readonly placeOf: (backend: string, position: number) => QueuePlace
}

/** Publishes the places at the front of the lines, as they change, once a second: every start moves everybody. */
export function announceQueues({ queue, events, placeOf }: AnnounceParts) {
  let told = new Map<string, number>()

  function announce(): void {
    const now = new Map<string, number>()
    for (const { id, backend, owner } of queue.front(FRONT)) {
      const position = queue.position(id)!
      now.set(id, position)
      if (told.get(id) === position) continue
      events.publish({ type: 'queue', job_uuid: id, backend, queue: placeOf(backend, position) }, owner)
    }
    told = now
  }

  const timer = setInterval(announce, EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
