/** Frames of the events stream, WebSocket text messages of one JSON object each. The client sends nothing. */
import { z } from 'zod'
import { Name, Timestamp } from '../model/primitives'
import { JobStatus, QueuePlace, StatusReason } from './status'

/**
 * `after`: the sequence of the last event that was seen; what came since is sent first. Left out: only what comes from now on.
 * Sequence numbers grow, also across restarts of the service, and have gaps for events of other keys.
 */
export const EventsQuery = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .describe('Sequence of the last event that was seen: what came since is sent first')
    .optional(),
  job_uuid: z.uuid().describe('Only this job').optional(),
  batch_id: z.uuid().describe('Only jobs of this batch').optional(),
})
export type EventsQuery = z.output<typeof EventsQuery>

/** Fields of every event of a job; `batch_id` only for jobs of a batch. */
const event = { sequence: z.int(), at: Timestamp, job_uuid: z.uuid(), batch_id: z.uuid().optional(), backend: Name }

/** Why the service closes the stream. */
export const STREAM_ERRORS = ['slow_consumer', 'unauthenticated', 'shutting_down', 'unexpected_message'] as const

export const JobEvent = z.discriminatedUnion('type', [
  /** The first frame. `sequence` is the newest event so far. */
  z.object({ type: z.literal('hello'), sequence: z.int(), heartbeat_s: z.number() }),
  z.object({ type: z.literal('status'), ...event, status: JobStatus, status_reason: StatusReason.nullable() }),
  /** At most once a second, for the front of each queue. */
  z.object({ type: z.literal('queue'), ...event, queue: QueuePlace }),
  /** `fraction` from 0 to 1, at most about ten times a second. */
  z.object({ type: z.literal('progress'), ...event, fraction: z.number() }),
  z.object({ type: z.literal('deleted'), ...event }),
  /** Events after `after` are no longer stored (or the service restarted): fetch the jobs anew, then go on from `sequence`. */
  z.object({ type: z.literal('reset'), sequence: z.int() }),
  z.object({ type: z.literal('heartbeat'), sequence: z.int(), at: Timestamp }),
  /** The last frame before the service closes the stream. */
  z.object({ type: z.literal('error'), error: z.enum(STREAM_ERRORS), detail: z.string() }),
])
export type JobEvent = z.infer<typeof JobEvent>
