/** The streams that are served over WebSockets: each a route, the log behind it, and which events a listener gets. */
import type { Caller } from '../../contract/service/account'
import type { QueryOf, Route } from '../../contract/routes/definition'
import { routes } from '../../contract/routes'
import type { EventLog } from '../../events/event-log'
import type { LabAbout, LabEvents } from '../../events/lab-events'
import type { Events, JobAbout } from '../../jobs/events'

/** A log without its writing end. */
export type Listened = Pick<EventLog<unknown>, 'newest' | 'at' | 'reaches' | 'listen'>

export interface Feed {
  readonly route: Route
  readonly events: Listened
  readonly concerns: (about: unknown, caller: Caller, query: unknown) => boolean
}

/** The one place where what events are about is no longer named. */
const feed = <About, R extends Route>(
  route: R,
  events: Omit<EventLog<About>, 'publish'>,
  concerns: (about: About, caller: Caller, query: QueryOf<R>) => boolean,
): Feed => ({ route, events, concerns: concerns as Feed['concerns'] })

/** Jobs are their key's; the window sees all. */
export const jobFeed = (events: Omit<Events, 'publish'>): Feed =>
  feed<JobAbout, typeof routes.jobEvents>(
    routes.jobEvents,
    events,
    ({ owner, job_uuid }, caller, query) =>
      (caller.kind === 'session' || owner === caller.key_id) &&
      (query.job_uuid?.toLowerCase() ?? job_uuid) === job_uuid,
  )

/** Modules and runs are everybody's who has the role. */
export const labFeed = (events: Omit<LabEvents, 'publish'>): Feed =>
  feed<LabAbout, typeof routes.labEvents>(
    routes.labEvents,
    events,
    ({ backend_id, run_id }, _caller, query) =>
      (query.backend_id ?? backend_id) === backend_id && (query.run_id ?? run_id) === run_id,
  )
