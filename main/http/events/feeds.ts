/** The streams served over WebSockets: each has a route, an event log, and a filter per listener. */
import type { WebSocket } from 'ws'
import { routes } from '../../contract/routes'
import type { QueryOf, Route } from '../../contract/routes/definition'
import type { Caller } from '../../contract/service/account'
import type { Draws } from '../../entropy/supply/draws/draws'
import type { EventReader } from '../../events/event-log'
import type { InstrumentAbout } from '../../events/instrument-events'
import type { LabAbout } from '../../events/lab-events'
import type { JobAbout } from '../../jobs/model/job'
import { openFrameStream } from './frame-stream'
import type { ReadableLog, Stream } from './stream'

export interface Feed {
  readonly route: Route
  readonly events: ReadableLog
  readonly isFor: (about: unknown, caller: Caller, query: unknown) => boolean
}

/** A stream that is made for each listener, without a shared log. */
export interface Channel {
  readonly route: Route
  open(connection: ChannelConnection): Stream
}

export interface ChannelConnection {
  readonly websocket: WebSocket
  /** Null only where the route is public. */
  readonly caller: Caller | null
  /** The query as the route's schema parsed it. */
  readonly query: unknown
  /** Whether the caller's credentials are still valid. */
  readonly permitted: () => boolean
}

/** Frames of random bytes, drawn separately for each listener. */
export const entropyChannel = (draws: Pick<Draws, 'frame'>, report: (error: unknown) => void): Channel => ({
  route: routes.streamEntropy,
  open({ websocket, caller, query, permitted }) {
    const { interval_ms, ...request } = query as QueryOf<typeof routes.streamEntropy>
    return openFrameStream({ websocket, interval_ms, permitted, report, make: () => draws.frame(request, caller!) })
  },
})

/** Erases the type of the events' subjects; done only here. */
const feed = <About, R extends Route>(
  route: R,
  events: EventReader<About>,
  isFor: (about: About, caller: Caller, query: QueryOf<R>) => boolean,
): Feed => ({ route, events, isFor: isFor as Feed['isFor'] })

/** An API key receives the events of its own jobs, the window those of all. */
export const jobFeed = (events: EventReader<JobAbout>): Feed =>
  feed<JobAbout, typeof routes.jobEvents>(
    routes.jobEvents,
    events,
    ({ owner, job_uuid, batch_id = null }, caller, query) =>
      (caller.kind === 'session' || owner === caller.key_id) &&
      (query.job_uuid?.toLowerCase() ?? job_uuid) === job_uuid &&
      (query.batch_id?.toLowerCase() ?? batch_id) === batch_id,
  )

/** Every caller with the role receives the events of all modules and runs. */
export const labFeed = (events: EventReader<LabAbout>): Feed =>
  feed<LabAbout, typeof routes.labEvents>(
    routes.labEvents,
    events,
    ({ backend_id, run_id }, _caller, query) =>
      (query.backend_id ?? backend_id) === backend_id && (query.run_id ?? run_id) === run_id,
  )

/** Every caller receives the events of all instruments; commands and replies only with `log` in the query. */
export const instrumentFeed = (events: EventReader<InstrumentAbout>): Feed =>
  feed<InstrumentAbout, typeof routes.instrumentEvents>(
    routes.instrumentEvents,
    events,
    ({ instrument_id, work, is_command }, _caller, query) =>
      (instrument_id === null || (query.instrument_id ?? instrument_id) === instrument_id) &&
      (work === null || (query.work ?? work) === work) &&
      (!is_command || query.log),
  )
