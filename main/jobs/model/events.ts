import type { JobEvent } from '../../contract/jobs/events'
import type { EventLog } from '../../events/event-log'

export interface JobAbout {
  readonly owner: string | null
  readonly job_uuid: string
}

/** The last events of all jobs. */
export type JobEvents = EventLog<Extract<JobEvent, { job_uuid: string }>, JobAbout>
