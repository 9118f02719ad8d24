/** Frames of the stream of instruments, WebSocket text messages of one JSON object each. The client sends nothing. */
import { z } from 'zod'
import { Timestamp } from '../model/primitives'
import { CommandLogEntry, ExperimentLogEntry } from './command-log'
import { InstrumentSummary } from './instrument'
import { MachineProgress } from './lab'
import { Alarm, PreconditionState } from './limits'
import { InstrumentId, ParameterReading } from './reading'

/**
 * `after`: as in the job events. `log`: also frames of type `command`, one for every request and reply. `work`: only frames of
 * this run or job, and those that belong to none.
 */
export const InstrumentEventsQuery = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  instrument_id: InstrumentId.optional(),
  work: z.string().min(1).max(100).optional(),
  log: z
    .enum(['true', 'false'])
    .default('false')
    .transform(text => text === 'true'),
})
export type InstrumentEventsQuery = z.output<typeof InstrumentEventsQuery>

const event = { sequence: z.int(), at: Timestamp }

export const InstrumentEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), sequence: z.int(), heartbeat_s: z.number() }),
  /** The instrument connected, was lost, was leased or released, or got another label. */
  z.object({ type: z.literal('instrument'), ...event, instrument: InstrumentSummary }),
  z.object({ type: z.literal('removed'), ...event, instrument_id: InstrumentId }),
  /** At most 2 a second for each parameter and channel. */
  z.object({
    type: z.literal('reading'),
    ...event,
    instrument_id: InstrumentId,
    simulated: z.boolean(),
    reading: ParameterReading,
  }),
  z.object({ type: z.literal('command'), ...event, entry: CommandLogEntry }),
  z.object({ type: z.literal('experiment'), ...event, entry: ExperimentLogEntry }),
  z.object({ type: z.literal('machine'), ...event, progress: MachineProgress }),
  /** An alarm was raised or acknowledged. */
  z.object({ type: z.literal('alarm'), ...event, alarm: Alarm }),
  z.object({ type: z.literal('precondition'), ...event, precondition: PreconditionState }),
  /** The lab profile changed: fetch it and the list anew. */
  z.object({ type: z.literal('lab'), ...event }),
  z.object({ type: z.literal('reset'), sequence: z.int() }),
  z.object({ type: z.literal('heartbeat'), sequence: z.int(), at: Timestamp }),
  z.object({ type: z.literal('error'), error: z.string(), detail: z.string() }),
])
export type InstrumentEvent = z.infer<typeof InstrumentEvent>
