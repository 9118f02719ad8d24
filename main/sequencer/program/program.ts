/**
 * `qseq/1`: what one sequencer plays, as plain data. Times are integers of nanoseconds, counted within a block from its
 * start. Nothing is padded: whatever has no place of its own does not happen.
 */
import { z } from 'zod'
import { QubitIndex } from '../../contract/model/primitives'
import { DD_SEQUENCES } from '../../contract/model/protocols'

export const PROGRAM_LIMITS = {
  blocks: 4_096,
  operations: 200_000,
  body: 20_000,
  /** Steps of one shot with every repeat written out. */
  steps: 500_000,
  slots: 131_072,
  registers: 4_096,
  shots: 2 ** 24,
  ns: 10 ** 12,
} as const

/** Printable ASCII, so that a text and its bytes are the same. */
const word = (most: number) =>
  z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII')
    .max(most)
const Name = word(64)
const Ns = z.int().min(0).max(PROGRAM_LIMITS.ns)
const Slot = z.int().min(0).max(PROGRAM_LIMITS.slots)
const Register = z
  .int()
  .min(0)
  .max(PROGRAM_LIMITS.registers - 1)

const timed = { at_ns: Ns, ns: Ns }

/**
 * `x90`: a quarter turn about X, or with `turns` 2 a half turn, as one pulse; `dd`: a decoupling pulse; `merged`: part of the
 * composite gates beside it, without length and error of its own. `vz`: a change of frame by `angle` radians. `cz`: `pulses`
 * lists qubits with one-qubit pulses of the gate's own that merge with no neighbour; left out, it has all of them.
 */
export const Operation = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('x90'),
    qubit: QubitIndex,
    ...timed,
    turns: z.literal(2).optional(),
    dd: z.literal(true).optional(),
    merged: z.literal(true).optional(),
  }),
  z.strictObject({ op: z.literal('vz'), qubit: QubitIndex, at_ns: Ns, angle: z.number().min(-7).max(7) }),
  z.strictObject({
    op: z.literal('cz'),
    qubits: z.tuple([QubitIndex, QubitIndex]),
    ...timed,
    pulses: z.array(QubitIndex).max(4).optional(),
  }),
  z.strictObject({ op: z.literal('measure'), qubit: QubitIndex, ...timed, slot: Slot }),
  z.strictObject({ op: z.literal('reset'), qubit: QubitIndex, ...timed }),
  z.strictObject({ op: z.literal('delay'), qubit: QubitIndex, ...timed }),
])
export type Operation = z.infer<typeof Operation>

/** Operations in order of time; those that begin together are applied in the order of the list. */
export const ProgramBlock = z.strictObject({
  name: Name,
  duration_ns: Ns,
  operations: z.array(Operation).max(PROGRAM_LIMITS.operations),
})
export type ProgramBlock = z.infer<typeof ProgramBlock>

/** Boolean registers start at 0; a slot that was not written reads 0. */
const LOGIC = ['xor', 'or', 'and', 'andnot'] as const

/**
 * `call` plays a block, its slots counted from `slot_offset`; with `if` only where the register holds 1, otherwise no time
 * passes. `set` and `logic` take no time. A repeat adds `slot_step` to every slot at each iteration; repeats do not nest.
 */
export const ProgramStep = z.union([
  z.strictObject({ call: Name, if: Register.optional(), slot_offset: Slot.optional() }),
  z.strictObject({ set: Register, value: z.union([z.literal(0), z.literal(1)]) }),
  z.strictObject({ logic: z.enum(LOGIC), register: Register, from: z.enum(['slot', 'register']), index: Slot }),
  z.strictObject({ mark: z.enum(['round_start', 'round_end']) }),
])
export type ProgramStep = z.infer<typeof ProgramStep>

export const Repeat = z.strictObject({
  repeat: z.int().min(0).max(1_000_000),
  slot_step: Slot,
  body: z.array(ProgramStep).max(PROGRAM_LIMITS.body),
})
export type Repeat = z.infer<typeof Repeat>

const Lines = z.strictObject({ qubit: QubitIndex, drive: Name, flux: Name, readout: Name })

const SlotGroup = z.strictObject({
  label: Name,
  names: z.array(Name).max(PROGRAM_LIMITS.slots),
  times: z.int().min(1).max(PROGRAM_LIMITS.slots),
})

export const SequencerProgram = z.strictObject({
  format: z.literal('qseq/1'),
  name: word(200),
  timing: z.literal('strict'),
  grid_ns: z.int().min(1).max(1_000),
  shots: z.int().min(1).max(PROGRAM_LIMITS.shots),
  /** Passes between a `round_start` and a `round_end` of one shot. */
  rounds: z.int().min(0).max(100_000),
  /** From the end of a measurement to the first operation that it decides; null: nothing is decided within a shot. */
  feedforward_latency_ns: Ns.nullable(),
  reset_method: word(100),
  lines: z.array(Lines).min(1).max(10_000),
  /** Durations of one-qubit operations, and of a CZ without one-qubit pulses of its own. */
  durations: z.strictObject({
    qubits: z.array(z.strictObject({ qubit: QubitIndex, x90_ns: Ns, measure_ns: Ns, reset_ns: Ns })).max(10_000),
    cz: z.array(z.strictObject({ qubits: z.tuple([QubitIndex, QubitIndex]), ns: Ns })).max(100_000),
  }),
  blocks: z.array(ProgramBlock).min(1).max(PROGRAM_LIMITS.blocks),
  body: z.array(z.union([Repeat, ProgramStep])).max(PROGRAM_LIMITS.body),
  registers: z.int().min(0).max(PROGRAM_LIMITS.registers),
  slots: z.int().min(1).max(PROGRAM_LIMITS.slots),
  /** Names of the slots in order; a group with `times` above 1 is numbered from 0. */
  slot_groups: z.array(SlotGroup).max(1_000),
  /** Waiting time of each data qubit in a round without a trigger. */
  idle: z.array(z.strictObject({ label: Name, qubit: QubitIndex, ns: Ns })).max(10_000),
  decoupling: z.strictObject({ sequence: z.enum(DD_SEQUENCES), pulses: z.int().min(1) }).nullable(),
  source: z.strictObject({ schedule_hash: Name, calibration_id: word(200) }),
})
export type SequencerProgram = z.infer<typeof SequencerProgram>

/** Every slot's name, e.g. `round3.a0`. */
export const slotNames = ({ slot_groups }: Pick<SequencerProgram, 'slot_groups'>): string[] =>
  slot_groups.flatMap(({ label, names, times }) =>
    Array.from({ length: times }, (_, i) => names.map(name => `${label}${times > 1 ? i : ''}.${name}`)).flat(),
  )

export const qubitsOf = (operation: Operation): readonly number[] =>
  operation.op === 'cz' ? operation.qubits : [operation.qubit]

/** A change of frame takes no time. */
export const lengthOf = (operation: Operation): number => (operation.op === 'vz' ? 0 : operation.ns)

export const operationEnd = (operation: Operation): number => operation.at_ns + lengthOf(operation)

/** For messages. */
export const describe = (operation: Operation): string =>
  `${operation.op} on ${qubitsOf(operation).join('-')} at ${operation.at_ns} ns`
