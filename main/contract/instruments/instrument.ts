/** Instruments of the lab as lists and forms show them. */
import { z } from 'zod'
import { Timestamp } from '../model/primitives'
import { InstrumentAddress, InstrumentRole, LabChannel, LabInstrument } from './lab-profile'
import { LeaseState } from './lease'
import { ChannelName, InstrumentId, ParameterName, ParameterReading, ParameterValue } from './reading'

/** What is wrong, and what the person at the rack can do about it. */
export const InstrumentProblem = z.object({
  /** A name such as `port_missing`, `unplugged`, `identity_mismatch`. */
  fault: z.string(),
  message: z.string(),
  remedy: z.string(),
})
export type InstrumentProblem = z.infer<typeof InstrumentProblem>

/** Whether the outputs are at their safe values. */
export const SafeStatus = z.object({
  /** none: no output has a safe value; unknown: not driven to them since it was connected, or set to another value since. */
  status: z.enum(['none', 'unknown', 'safe', 'held', 'unreachable']),
  at: Timestamp.nullable(),
})
export type SafeStatus = z.infer<typeof SafeStatus>

export const InstrumentSummary = z.object({
  instrument_id: InstrumentId,
  label: z.string(),
  role: z.union([InstrumentRole, z.literal('sequencer')]),
  driver: z.string(),
  vendor: z.string().nullable(),
  model: z.string().nullable(),
  /** Serial number reported by the instrument, or by USB; null until it was queried. */
  serial_number: z.string().nullable(),
  /** Serial number that the lab profile asks for. */
  expected_serial_number: z.string().nullable(),
  firmware: z.string().nullable(),
  address: InstrumentAddress,
  /** `/dev/ttyACM0`, `twin:dac`; null while it is not connected. */
  port: z.string().nullable(),
  /** Everything it says is labelled SIMULATED. */
  simulated: z.boolean(),
  state: z.enum(['absent', 'connecting', 'ready', 'lost']),
  problem: InstrumentProblem.nullable(),
  lease: LeaseState,
  safe_state: SafeStatus,
  /** Requests that wait for the line. */
  queued: z.int(),
  /** Entries of its error queue when it was connected. */
  found_errors: z.array(z.string()),
})
export type InstrumentSummary = z.infer<typeof InstrumentSummary>

export const InstrumentList = z.object({
  items: z.array(InstrumentSummary),
  /** Why ports of a kind cannot be listed on this computer. */
  problems: z.array(InstrumentProblem),
})
export type InstrumentList = z.infer<typeof InstrumentList>

/** What a form needs to ask for a value. */
export const ValueForm = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('number'),
    unit: z.string().nullable(),
    /** Range from the driver file. */
    range: z.tuple([z.number(), z.number()]),
    /** Spacing of the values that it accepts. */
    step: z.number().nullable(),
    decimals: z.int().nullable(),
    /** The parameter whose setting may narrow the range, such as `range`. */
    narrowed_by: z.string().nullable(),
  }),
  z.object({ type: z.literal('choice'), choices: z.array(z.string()) }),
  z.object({ type: z.literal('boolean') }),
  z.object({ type: z.literal('text') }),
])
export type ValueForm = z.infer<typeof ValueForm>

export const ParameterForm = z.object({
  parameter: ParameterName,
  label: z.string(),
  value: ValueForm,
  access: z.enum(['read', 'read_write']),
  /** Ramp of an output, from the driver file. */
  ramp: z.object({ step: z.number(), interval_ms: z.number() }).nullable(),
  safe_value: ParameterValue.nullable(),
  /** A single entry, with channel null, where the parameter has no channels. */
  channels: z.array(
    z.object({
      channel: ChannelName,
      /** The channel's entry in the lab profile. */
      lab: LabChannel.nullable(),
      /** Range allowed by driver and lab profile together; null for values that are not numbers. */
      limits: z.tuple([z.number(), z.number()]).nullable(),
      latest: ParameterReading.nullable(),
    }),
  ),
})
export type ParameterForm = z.infer<typeof ParameterForm>

export const InstrumentDetail = InstrumentSummary.extend({
  manual: z.string(),
  driver_sha256: z.string().nullable(),
  options: z.record(z.string(), z.int()),
  console: z.object({
    kind: z.enum(['text', 'hex', 'none']),
    /** What to type; where no value can be set, the reason and an alternative. */
    hint: z.string(),
  }),
  parameters: z.array(ParameterForm),
})
export type InstrumentDetail = z.infer<typeof InstrumentDetail>

export const AddInstrument = LabInstrument
export type AddInstrument = z.output<typeof AddInstrument>

/** Fields that are left out stay as they are. */
export const InstrumentChange = z.strictObject({
  label: LabInstrument.shape.label.optional(),
  role: InstrumentRole.optional(),
  serial_number: LabInstrument.shape.serial_number.unwrap().optional(),
  address: InstrumentAddress.optional(),
  options: z.record(ParameterName, z.int().min(0).max(255)).optional(),
})
export type InstrumentChange = z.output<typeof InstrumentChange>

export const EditInstrument = InstrumentChange.refine(
  change => Object.values(change).some(value => value !== undefined),
  'name at least one field to change',
)
export type EditInstrument = z.output<typeof EditInstrument>
