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
      /** Read back where safe; where unreachable the last that was known, which is as old as `read_at` says. */
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
  /** Whose lease it ended. */
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

/** `open=true`: unacknowledged alarms. */
export const AlarmQuery = z.object({ ...PageQuery, open: z.enum(['true', 'false']).optional() })
export type AlarmQuery = z.output<typeof AlarmQuery>
export const AlarmParam = z.object({ alarm_id: z.uuid() })

/** It stays until somebody acknowledges it. */
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
