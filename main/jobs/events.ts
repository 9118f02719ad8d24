import type { JobEvent } from '../contract/jobs/events'
import { createEventLog } from '../events/event-log'

type Framed = Extract<JobEvent, { job_uuid: string }>
/** Without what the log adds. */
export type NewEvent = Framed extends infer E ? (E extends Framed ? Omit<E, 'sequence' | 'at'> : never) : never

export interface JobAbout {
  readonly owner: string | null
  readonly job_uuid: string
}

/** The last events of all jobs, see `createEventLog`. */
export function createEvents(now: () => number, kept?: number) {
  const log = createEventLog<JobAbout>(now, kept)
  const publish = (event: NewEvent, owner: string | null): void =>
    log.publish(event, { owner, job_uuid: event.job_uuid })
  return { ...log, publish }
}
export type Events = ReturnType<typeof createEvents>
