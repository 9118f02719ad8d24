/** Values of parameters, read and set. Units are those of the driver file: SI but for what gauges and meters show. */
import { z } from 'zod'
import { Timestamp } from '../model/primitives'

/** Id in the lab profile and in paths. `events` is reserved for the stream. */
export const InstrumentId = z
  .string()
  .regex(
    /^(?!events$)[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/,
    'lower-case letters, digits, dash and underscore, at most 40; not the word events',
  )
export const InstrumentParam = z.object({ instrument_id: InstrumentId })

export const ParameterName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'a lower-case letter, then lower-case letters, digits and _, at most 40 in all')
/** Null where the parameter belongs to the whole instrument. */
export const ChannelName = z.string().min(1).max(20).nullable()
export const ParameterParam = z.object({ instrument_id: InstrumentId, parameter: ParameterName })

export const ParameterValue = z.union([z.number(), z.boolean(), z.string().max(200)])
export type ParameterValue = z.infer<typeof ParameterValue>

/** A value with its time and the status that the instrument reports. */
export const ParameterReading = z.object({
  parameter: ParameterName,
  channel: ChannelName,
  /** Null wherever `status` is not `ok`. */
  value: ParameterValue.nullable(),
  unit: z.string().nullable(),
  /** `ok`, or what the instrument says, such as `sensor_error`. */
  status: z.string(),
  at: Timestamp,
})
export type ParameterReading = z.infer<typeof ParameterReading>

export const ReadQuery = z.object({ channel: z.string().min(1).max(20).optional() })

/** `fresh` is false where a run or somebody else holds the instrument: then it is the value that was read last. */
export const ReadReply = ParameterReading.extend({ simulated: z.boolean(), fresh: z.boolean() })
export type ReadReply = z.infer<typeof ReadReply>

export const SetParameter = z.strictObject({
  value: ParameterValue,
  channel: ChannelName.default(null),
})
export type SetParameter = z.output<typeof SetParameter>

export const SetReply = z.object({
  parameter: ParameterName,
  channel: ChannelName,
  unit: z.string().nullable(),
  old: ParameterValue.nullable(),
  requested: ParameterValue,
  /** Value read back from the instrument. */
  read_back: ParameterValue.nullable(),
  /** Errors that were in its queue before this set: something else caused them, and the value was set nevertheless. */
  earlier_errors: z.array(z.string()),
  /** Whether the value was reached in steps, as driver file or lab profile demand. */
  ramped: z.boolean(),
  simulated: z.boolean(),
  at: Timestamp,
})
export type SetReply = z.infer<typeof SetReply>

export const ConsoleLine = z.strictObject({
  /** A line of printable characters; for instruments that speak in reports, hexadecimal bytes such as `13 0c 03`. */
  text: z.string().min(1).max(1_000),
})
export const ConsoleReply = z.object({
  sent: z.string(),
  /** Null where no reply was expected. */
  reply: z.string().nullable(),
  latency_ms: z.number(),
  simulated: z.boolean(),
  at: Timestamp,
})
export type ConsoleReply = z.infer<typeof ConsoleReply>

/** `work`: readings of this run or job. Without `from`: the last hour, or with `work` all of its readings. */
export const ReadingsQuery = z.object({
  instrument_id: InstrumentId.optional(),
  parameter: ParameterName.optional(),
  channel: z.string().min(1).max(20).optional(),
  work: z.string().min(1).max(100).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** Most points of one series; more are thinned to the least and the largest of each interval. */
  points: z.coerce.number().int().min(2).max(5_000).default(500),
})
export type ReadingsQuery = z.output<typeof ReadingsQuery>

/** One parameter at one channel over time, oldest first. */
export const ReadingSeries = z.object({
  instrument_id: InstrumentId,
  label: z.string(),
  parameter: ParameterName,
  channel: ChannelName,
  unit: z.string().nullable(),
  simulated: z.boolean(),
  /** Limits of the preconditions on it. */
  below: z.number().nullable(),
  above: z.number().nullable(),
  points: z.array(z.object({ at: Timestamp, value: z.number().nullable(), status: z.string() })),
})
export type ReadingSeries = z.infer<typeof ReadingSeries>
