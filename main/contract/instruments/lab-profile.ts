/** The file format `pentad-lab/2`; `resources/labs/README.md` is its manual. */
import { z } from 'zod'
import { Name } from '../model/primitives'
import { ChannelName, InstrumentId, ParameterName, ParameterValue } from './reading'

const Path = z.string().min(1).max(1_000)

/** Connection of an instrument. Where `path` is null, the port is found by USB identity and serial number. */
export const InstrumentAddress = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('serial'), path: Path.nullable().default(null) }),
  z.strictObject({ kind: z.literal('hid'), path: Path.nullable().default(null) }),
  z.strictObject({
    kind: z.literal('tcp'),
    host: z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'a host name or an address'),
    port: z.int().min(1).max(65_535),
    /** True where a simulation answers there. */
    simulated: z.boolean().default(false),
  }),
  /** `name` is unique in the lab; the driver determines the simulated model. */
  z.strictObject({ kind: z.literal('twin'), name: Name }),
])
export type InstrumentAddress = z.infer<typeof InstrumentAddress>

const INSTRUMENT_ROLES = [
  'flux_bias',
  'attenuator',
  'switch',
  'microwave_source',
  'current_source',
  'thermometer',
  'gauge',
  'entropy_source',
  'other',
] as const
export const InstrumentRole = z.enum(INSTRUMENT_ROLES)

/** Proposed role of an instrument in a lab, by the role in its driver file. Sequencers have no role. */
export const PROPOSED_ROLES = {
  voltage_source: 'flux_bias',
  current_source: 'current_source',
  attenuator: 'attenuator',
  switch: 'switch',
  signal_generator: 'microwave_source',
  thermometer: 'thermometer',
  gauge: 'gauge',
  entropy_source: 'entropy_source',
} as const satisfies Record<string, z.infer<typeof InstrumentRole>>

export const proposedRole = (driverRole: string): z.infer<typeof InstrumentRole> =>
  (PROPOSED_ROLES as Readonly<Record<string, z.infer<typeof InstrumentRole>>>)[driverRole] ?? 'other'

const Label = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'one line without control characters')
/** As an instrument reports it: none reports control characters. */
const SerialNumber = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'one line without control characters')
const common = {
  id: InstrumentId,
  label: Label,
  driver: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case letters, digits and hyphens'),
  /** Serial number that the instrument, or else USB, reports. Null: any instrument that answers. */
  serial_number: SerialNumber.nullable().default(null),
  address: InstrumentAddress,
  /** Numbers that replace those of the driver file, such as a slot. */
  options: z.record(ParameterName, z.int().min(0).max(255)).optional(),
}

export const LabInstrument = z.strictObject({ ...common, role: InstrumentRole.default('other') })
export type LabInstrument = z.infer<typeof LabInstrument>

export const LabSequencer = z.strictObject({
  ...common,
  driver: common.driver.default('pentad-sequencer'),
  /** The device that it drives. */
  device_id: Name,
  /** Path of a sequencer profile, relative to the lab file. */
  profile: Path,
  /**
   * How idle qubits of a twin decay: by the Pauli channel that is the decay's twirl, or exactly, by quantum trajectories of the
   * state vector. A real chip decays by itself.
   */
  decay: z.enum(['twirled', 'exact']).default('twirled'),
})

const Policy = z.enum(['hold', 'safe'])

export type LabSequencer = z.infer<typeof LabSequencer>

/** One output or sensor, with its limits in this lab. */
export const LabChannel = z.strictObject({
  /** Id used by crosstalk and run records. */
  id: InstrumentId,
  instrument: InstrumentId,
  parameter: ParameterName,
  channel: ChannelName.default(null),
  label: Label,
  role: z.enum(['flux_bias', 'drive', 'readout', 'temperature', 'pressure', 'other']).default('other'),
  /** The device that it leads to, and the index of the qubit on its chip. */
  device_id: Name.nullable().default(null),
  qubit: z.int().min(0).max(9_999).nullable().default(null),
  /** Unit, as in the driver file. */
  unit: z.string().max(12).nullable().default(null),
  /** Limits of the lab, within the driver's range. */
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  /** Units a second; null: the driver's ramp. */
  ramp_per_s: z.number().positive().nullable().default(null),
  safe_value: ParameterValue.optional(),
  on_quit: Policy.optional(),
  on_abort: Policy.optional(),
  on_link_lost: Policy.optional(),
})
export type LabChannel = z.infer<typeof LabChannel>

/** Voltages = matrix × fluxes + offsets; rows and columns in the order of `channels`. */
export const FluxCrosstalk = z.strictObject({
  channels: z.array(InstrumentId).min(1).max(200),
  /** Volts for each Φ0. */
  matrix_v_per_phi0: z.array(z.array(z.number()).max(200)).max(200),
  offsets_v: z.array(z.number()).max(200).optional(),
})
export type FluxCrosstalk = z.infer<typeof FluxCrosstalk>

/** A reading that a run needs, before it and while it goes on. */
export const LabPrecondition = z.strictObject({
  id: InstrumentId,
  label: Label,
  instrument: InstrumentId,
  parameter: ParameterName,
  channel: ChannelName.default(null),
  /** The reading must lie below this. */
  below: z.number().nullable().default(null),
  above: z.number().nullable().default(null),
  unit: z.string().max(12).nullable().default(null),
  /** A reading older than this counts as missing. */
  max_age_s: z.number().positive().max(86_400).default(60),
  /** How long a breach lasts before it ends a run. */
  for_s: z.number().min(0).max(86_400).default(0),
})
export type LabPrecondition = z.infer<typeof LabPrecondition>

const sourceFields = {
  /** Short name for draws. */
  name: z.string().regex(/^src-[a-z]$/, 'src-a to src-z'),
  label: Label,
  /** Part of its full id. */
  serial: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'letters, digits, dot, dash and underscore'),
  /** Sources that may fail together share a group; left out: a group of its own. */
  physical_group: Name.optional(),
  /** Min-entropy that is claimed, bits a sample. */
  claimed: z.number().positive().max(8),
}
const InstrumentSource = { ...sourceFields, instrument: InstrumentId, raw: z.boolean().default(false) }

/** A source of random bytes. */
export const LabEntropySource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('photon_arrival'),
    ...sourceFields,
    address: z.strictObject({ kind: z.literal('twin') }),
  }),
  z.strictObject({
    kind: z.literal('homodyne'),
    ...sourceFields,
    address: z.strictObject({ kind: z.literal('twin') }),
  }),
  z.strictObject({ kind: z.literal('true_rng'), ...InstrumentSource }),
  z.strictObject({ kind: z.literal('one_rng'), ...InstrumentSource }),
  /** Qubits in superposition, measured by jobs of the key `owner`, which pays for them; null: not measured. */
  z.strictObject({
    kind: z.literal('qubit'),
    ...sourceFields,
    backend: Name,
    owner: z.string().min(1).max(100).nullable(),
    shots_per_day: z.int().min(1).max(1e9),
  }),
  /** The operating system's hardware generator; what it does to its samples is not known. */
  z.strictObject({ kind: z.literal('system'), ...sourceFields, path: Path.default('/dev/hwrng') }),
])
export type LabEntropySource = z.infer<typeof LabEntropySource>

export const LabProfile = z.strictObject({
  format: z.literal('pentad-lab/2'),
  name: z.string().min(1).max(100),
  description: z.string().max(2_000),
  /** Paths of device profile files, relative to the lab file's folder. */
  devices: z.array(Path).max(100),
  /** The account holder may help themselves to compute tokens. */
  may_purchase: z.boolean().default(false),
  /** A folder with driver files of the lab's own. */
  drivers: Path.optional(),
  sequencers: z.array(LabSequencer).max(100).default([]),
  instruments: z.array(LabInstrument).max(100).default([]),
  channels: z.array(LabChannel).max(1_000).default([]),
  crosstalk: FluxCrosstalk.optional(),
  preconditions: z.array(LabPrecondition).max(100).default([]),
  entropy: z
    .strictObject({
      /** Whether simulated sources serve draws of the policy `default`. */
      simulated_by_default: z.boolean().default(false),
      sources: z.array(LabEntropySource).max(26).default([]),
    })
    .default({ simulated_by_default: false, sources: [] }),
})
export type LabProfile = z.infer<typeof LabProfile>
