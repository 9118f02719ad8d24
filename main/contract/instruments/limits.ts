/** Safe states, preconditions of runs, and alarms. */
import { z } from 'zod'
import { PageQuery, Timestamp } from '../model/primitives'
import { InstrumentProblem } from './instrument'
import { LabPrecondition } from './lab-profile'
import { ChannelName, InstrumentId, ParameterName, ParameterReading, ParameterValue } from './reading'

export const SafeStateReply = z.object({
  items: z.array(
    z.object({
      instrument_id: InstrumentId,
      label: z.string(),
      simulated: z.boolean(),
      /** held: it has no safe value. */
      outcome: z.enum(['safe', 'held', 'unreachable']),
      /** Values read back where safe; where unreachable, the last known values, with their time in `read_at`. */
      values: z.array(
        z.object({
          parameter: ParameterName,
          channel: ChannelName,
          value: ParameterValue.nullable(),
          unit: z.string().nullable(),
          /** When it was read; null where it never was. */
          read_at: Timestamp.nullable(),
        }),
      ),
      problem: InstrumentProblem.nullable(),
    }),
  ),
  /** Holders whose lease it ended. */
  ended: z.array(z.string()),
  at: Timestamp,
})
export type SafeStateReply = z.infer<typeof SafeStateReply>

export const PreconditionState = LabPrecondition.extend({
  simulated: z.boolean(),
  status: z.enum(['met', 'limit_breached', 'sensor_invalid']),
  /** Description of the breach with figures; null where the limit is met. */
  message: z.string().nullable(),
  reading: ParameterReading.nullable(),
})
export type PreconditionState = z.infer<typeof PreconditionState>

/** An output that the lab keeps within limits; no run or job on a device starts while one stands beyond them. */
const OutputLimitState = z.object({
  /** As in the lab profile. */
  id: InstrumentId,
  label: z.string(),
  instrument: InstrumentId,
  parameter: ParameterName,
  channel: ChannelName,
  unit: z.string().nullable(),
  /** Null: no limit on that side. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  simulated: z.boolean(),
  /** `not_read`: nobody knows its value yet; a run reads it before it starts. */
  status: z.enum(['ok', 'beyond', 'not_read']),
  /** Value and limits of an output beyond its limits; null otherwise. */
  message: z.string().nullable(),
  reading: ParameterReading.nullable(),
})
export type OutputLimitState = z.infer<typeof OutputLimitState>

/** `outputs` are read anew; where somebody holds the instrument, the last reading is given. */
export const NeedsOfRuns = z.object({ items: z.array(PreconditionState), outputs: z.array(OutputLimitState) })

/** `open=true`: unacknowledged alarms. */
export const AlarmQuery = z.object({ ...PageQuery, open: z.enum(['true', 'false']).optional() })
export type AlarmQuery = z.output<typeof AlarmQuery>
export const AlarmParam = z.object({ alarm_id: z.uuid() })

/** An alarm stays open until somebody acknowledges it. */
export const Alarm = z.object({
  alarm_id: z.uuid(),
  at: Timestamp,
  /** `limit_breached`, `sensor_invalid`, `instrument_lost`, `safe_state`. */
  code: z.string(),
  message: z.string(),
  instrument_id: z.string().nullable(),
  precondition_id: z.string().nullable(),
  simulated: z.boolean(),
  /** The run or job that it ended. */
  work: z.string().nullable(),
  acknowledged_at: Timestamp.nullable(),
  acknowledged_by: z.string().nullable(),
})
export type Alarm = z.infer<typeof Alarm>
