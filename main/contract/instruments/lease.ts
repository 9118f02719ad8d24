/** Who holds an instrument, and who waits for it. */
import { z } from 'zod'
import { Timestamp } from '../model/primitives'
import { InstrumentId } from './reading'

const LeaseHolder = z.object({
  /** Id of the run (`run_id`) or of the job (`job_uuid`), or the caller. */
  holder_id: z.string(),
  kind: z.enum(['run', 'job', 'entropy', 'operator']),
  label: z.string(),
})

export const LeaseState = z.object({
  holder: LeaseHolder.nullable(),
  /** Runs and jobs on other devices of the lab that share the hold, oldest first; its settings cannot be changed meanwhile. */
  held_with: z.array(LeaseHolder),
  since: Timestamp.nullable(),
  /** An operator's lease ends by itself. */
  expires_at: Timestamp.nullable(),
  /** First come, first served. */
  queue: z.array(LeaseHolder),
})
export type LeaseState = z.infer<typeof LeaseState>

/** Taking a lease again, while holding it or waiting for it, only resets its end. */
export const TakeLease = z.strictObject({ minutes: z.number().min(0.1).max(480).default(30) })
export type TakeLease = z.output<typeof TakeLease>

export const LeaseReply = LeaseState.extend({
  instrument_id: InstrumentId,
  /** State of the caller's own lease. */
  yours: z.enum(['held', 'waiting', 'none']),
  /** Place in the queue, from 1; null unless waiting. */
  place: z.int().nullable(),
})
export type LeaseReply = z.infer<typeof LeaseReply>
