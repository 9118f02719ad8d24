/** Settings of all instruments at one time: stored, compared, restored. */
import { z } from 'zod'
import { PageQuery, Timestamp } from '../model/primitives'
import { InstrumentProblem } from './instrument'
import { ChannelName, InstrumentId, ParameterName, ParameterReading, ParameterValue } from './reading'

export const SettingsParam = z.object({ snapshot_id: z.uuid() })
export const SettingsQuery = z.object(PageQuery)
export type SettingsQuery = z.output<typeof SettingsQuery>

/** All connected instruments unless some are named. */
export const TakeSettings = z.strictObject({
  label: z.string().trim().min(1).max(100),
  instruments: z.array(InstrumentId).min(1).max(100).optional(),
})
export type TakeSettings = z.output<typeof TakeSettings>

export const SettingsSummary = z.object({
  snapshot_id: z.uuid(),
  label: z.string(),
  at: Timestamp,
  actor: z.string(),
  instruments: z.array(InstrumentId),
  simulated: z.boolean(),
})
export type SettingsSummary = z.infer<typeof SettingsSummary>

export const SettingsSnapshot = SettingsSummary.extend({
  items: z.array(
    z.object({
      instrument_id: InstrumentId,
      driver: z.string(),
      driver_sha256: z.string(),
      serial_number: z.string().nullable(),
      simulated: z.boolean(),
      /** SHA-256 of all settable parameters: equal for equal settings. */
      settings_sha256: z.string().nullable(),
      readings: z.array(ParameterReading),
      /** Why it was not read. */
      problem: InstrumentProblem.nullable(),
    }),
  ),
})
export type SettingsSnapshot = z.infer<typeof SettingsSnapshot>

/** Without `with`, compares with the present settings. */
export const CompareQuery = z.object({ with: z.uuid().optional() })

export const SettingsDifference = z.object({
  instrument_id: InstrumentId,
  parameter: ParameterName,
  channel: ChannelName,
  label: z.string(),
  unit: z.string().nullable(),
  /** In this snapshot. */
  before: ParameterValue.nullable(),
  /** In the other snapshot, or now. */
  after: ParameterValue.nullable(),
  /** False for a read-only parameter. */
  settable: z.boolean(),
})

export type SettingsDifference = z.infer<typeof SettingsDifference>

export const CompareReply = z.object({
  snapshot_id: z.uuid(),
  /** Null: compared with the present settings. */
  with: z.uuid().nullable(),
  differences: z.array(SettingsDifference),
  /** Instruments that could not be compared, and why. */
  problems: z.array(InstrumentProblem.extend({ instrument_id: InstrumentId })),
})
export type CompareReply = z.infer<typeof CompareReply>

export const RestoreSettings = z.strictObject({
  /** Only report what would be set, and how long it would take. */
  dry_run: z.boolean(),
  instruments: z.array(InstrumentId).min(1).max(100).optional(),
})
export type RestoreSettings = z.output<typeof RestoreSettings>

export const RestoreReply = z.object({
  snapshot_id: z.uuid(),
  dry_run: z.boolean(),
  steps: z.array(
    z.object({
      instrument_id: InstrumentId,
      parameter: ParameterName,
      channel: ChannelName,
      unit: z.string().nullable(),
      from: ParameterValue.nullable(),
      to: ParameterValue,
      /** Seconds that its ramp takes. */
      ramp_s: z.number(),
      outcome: z.enum(['planned', 'set', 'failed', 'left']),
      problem: InstrumentProblem.nullable(),
    }),
  ),
  problems: z.array(InstrumentProblem.extend({ instrument_id: InstrumentId })),
})
export type RestoreReply = z.infer<typeof RestoreReply>
