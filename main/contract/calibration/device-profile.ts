/** Devices, in Pentad's own format: sites, couplings, limits, and the values assumed where none is published. */
import { z } from 'zod'
import { Name, Probability, QubitIndex } from '../model/primitives'

const Label = z.string().min(1).max(32)

const Positive = z.number().positive()

/** A site or edge below one of these disqualifies every layout that uses it. Fidelities and microseconds. */
export const Thresholds = z.strictObject({
  fidelity_1q: Probability,
  readout_fidelity: Probability,
  cz_fidelity: Probability,
  reset_fidelity: Probability,
  t1_us: z.number().min(0),
  t2_us: z.number().min(0),
})
export type Thresholds = z.infer<typeof Thresholds>

/** A reset that is a readout and, where it reads 1, a pulse: its figures follow from those of the qubit. */
export const MEASURE_AND_FLIP = 'measure_and_flip'

/** Values used where the device publishes none; every use raises the warning `assumed_value`. */
export const AssumedValues = z.strictObject({
  gate_1q_length_ns: Positive,
  /** Length of one native two-qubit gate, whichever gate that is. */
  cz_length_ns: Positive,
  readout_length_ns: Positive,
  /** A number for every qubit, or `measure_and_flip`: each qubit's readout, the feed-forward latency and its pulse. */
  reset_length_ns: z.union([Positive, z.literal(MEASURE_AND_FLIP)]),
  /** A number for every qubit, or `measure_and_flip`: each qubit's readout fidelity times that of its pulse. */
  reset_fidelity: z.union([Probability, z.literal(MEASURE_AND_FLIP)]),
  /** T2 under dynamical decoupling over the published T2, where no echo figure is published; left out: no gain is assumed. */
  dd_t2_factor: z.number().min(1).optional(),
  /** Where these values come from; texts about the values themselves are made from the rules of `assumed-figures.ts`. */
  basis: z.string().min(1).max(1_000),
})
export type AssumedValues = z.infer<typeof AssumedValues>

/**
 * Where the feed-forward latency comes from: the time from the end of a measurement to the first operation that its outcome
 * decides.
 */
export const FEEDFORWARD_BASES = ['published', 'measured', 'assumed'] as const

export const FEEDFORWARD = {
  /** null: the device has no feed-forward, and only the protocol `cyclic-window` is offered. */
  feedforward_latency_ns: z.number().min(0).max(1e9).nullable().optional(),
  /** `assumed` where left out. */
  feedforward_latency_basis: z.enum(FEEDFORWARD_BASES).optional(),
}

export const DeviceProfile = z.strictObject({
  format: z.literal('pentad-device/1'),
  device_id: Name,
  name: z.string().min(1).max(100),
  description: z.string().max(2_000),
  topology: z.string().min(1).max(100),
  /** The gate that schedules are written in. Where a pair publishes no CZ of its own, `CZ_RECIPES` says which gates make one. */
  two_qubit_gate: z.literal('cz'),
  /** x and y place the qubit on the map (arbitrary units, y down). */
  qubits: z
    .array(z.strictObject({ index: QubitIndex, label: Label, x: z.number(), y: z.number() }))
    .min(1)
    .max(10_000),
  couplings: z.array(z.tuple([QubitIndex, QubitIndex])).max(100_000),
  chiplets: z
    .array(z.strictObject({ chiplet_id: Name, qubits: z.array(QubitIndex).min(1) }))
    .min(1)
    .max(1_000),
  assumed: AssumedValues,
  reset_method: z.string().min(1).max(100),
  thresholds: Thresholds,
  /** Profiles of earlier versions leave these out; their latency is assumed. */
  ...FEEDFORWARD,
  /** In files of earlier versions; false means the same as a latency of null. */
  feedforward: z.boolean().optional(),
  /** Older than this many hours, a snapshot raises `stale_calibration`. */
  stale_after_hours: z.number().positive(),
  token_price_per_shot: z.number().min(0),
  /** Snapshot files beside the profile, oldest first. */
  calibrations: z.array(z.string().min(1).max(200)).min(1),
})
export type DeviceProfile = z.infer<typeof DeviceProfile>
