/** The result of a circuit job. */
import { z } from 'zod'
import { Name, Probability, Timestamp } from '../model/primitives'
import { UsedSequencer } from '../runs/machine'
import { Wait } from './circuit-job'
import { Expectations, MeasuredGroup, MitigatedCounts } from './observables'
import { JobStatus, StatusReason } from './status'
import { NoiseKind } from './submit'
import { RowIndex } from './sweep'

/** A classical register of the circuit: bit i of it is classical bit `clbits[i]`. */
export const ResultRegister = z.object({ name: z.string(), clbits: z.array(z.int()) })
export type ResultRegister = z.infer<typeof ResultRegister>

/** Share of the shots with an interval that holds for this outcome by itself, not for all outcomes at once. */
export const OutcomeProbability = z.object({ value: Probability, low: Probability, high: Probability })

const Counts = z.record(z.string(), z.int())
const Probabilities = z.record(z.string(), OutcomeProbability)

export const JobResult = z.object({
  job_uuid: z.uuid(),
  /** With row=n: which row of a sweep it is, and its values by name. */
  row: z.int().optional(),
  parameters: z.record(z.string(), z.number()).optional(),
  /** Executed shots that are in the counts. */
  shots: z.int(),
  /** Further shots that were executed and charged: those of a pilot and of circuits that measured the readout confusion. */
  overhead_shots: z.int(),
  /** Bitstring to count; the left-most character is the highest classical bit. */
  counts: Counts,
  /** Only with probabilities=true. */
  probabilities: Probabilities.optional(),
  /** Method and confidence of the intervals of the probabilities. */
  interval: z.object({ method: z.string(), confidence: z.number() }).optional(),
  /** Where bits were chosen: the classical bit of each character of a bitstring, the right-most first. */
  clbits: z.array(z.int()).optional(),
  /** With registers=true: the counts of each classical register by itself. */
  by_register: z.array(ResultRegister.extend({ counts: Counts, probabilities: Probabilities.optional() })).optional(),
  /** Registers as the circuit declares them; without any, a single one named c. */
  registers: z.array(ResultRegister),
  /** With format=memory: the bitstring of each shot. */
  memory: z.array(z.string()).optional(),
  /** Characters of a bitstring of `counts`. */
  num_clbits: z.int(),
  bit_order: z.literal('left-most character = highest classical bit'),
  /**
   * Order of the shots in memory and b8. executed: the order of execution, stored with the result of a device; Clifford circuits
   * are executed again from their seed for it. drawn: the engine only counted, and the shots are independent, in an order drawn
   * from the seed. Where only counts are read, the order that is known without executing again.
   */
  shot_order: z.enum(['executed', 'drawn']),
  seed: z.int(),
  engine: z.string(),
  noise: NoiseKind,
  calibration_id: Name.nullable(),
  simulated: z.boolean(),
  /**
   * Shots that were measured but neither counted nor charged: bins without an outcome, and decisions that the shot's own bits
   * contradict.
   */
  lost_shots: z.int(),
  /** For a circuit with loops: shots that were executed but not counted, because a loop was not over after max_iterations. */
  unfinished_shots: z.int().optional(),
  /** Sequencers that measured it, as they identify themselves; none for an engine. */
  sequencers: z.array(UsedSequencer),
  /** For a job with observables; its counts are those of the groups. */
  ...Expectations.partial().shape,
  /** Beside counts, with readout mitigation. */
  mitigated_counts: MitigatedCounts.optional(),
})
export type JobResult = z.infer<typeof JobResult>

const yes = z
  .enum(['true', 'false'])
  .default('false')
  .transform(text => text === 'true')

/** Numbers of classical bits, of which a circuit has at most 10,000. */
const BIT_LIST = /^\d{1,4}(?:,\d{1,4})*$/

/**
 * counts and memory: JSON. b8 is answered with the bytes of `…/result/b8` for scripts that ask this way; the OpenAPI document
 * lists only the text formats. Bits are chosen by `register` or `clbits`, for counts and csv.
 */
export const ResultQuery = z.object({
  wait: Wait,
  format: z
    .enum(['counts', 'memory', 'b8', 'csv'])
    .meta({
      enum: ['counts', 'memory', 'csv'],
      description:
        'Left out: counts, or csv where the client would rather have text/csv. Each shot as bytes: …/result/b8',
    })
    .optional(),
  register: z
    .string()
    .min(1)
    .max(2_000)
    .transform(text => text.split(','))
    .meta({
      type: 'string',
      description:
        'Classical registers by name, with commas between: counts over their bits, those of the first on the right',
    })
    .optional(),
  clbits: z
    .string()
    .max(50_000)
    .regex(BIT_LIST, 'numbers of classical bits with commas between, such as 0,3')
    .transform(text => text.split(',').map(Number))
    .meta({
      type: 'string',
      description: 'Classical bits with commas between: counts over them, the first on the right',
    })
    .optional(),
  registers: yes.describe('The counts of each register by itself, too'),
  probabilities: yes.describe('A probability with its interval beside each count'),
  row: RowIndex.describe('Of a sweep: which row, from 0. Needed there, refused elsewhere').optional(),
})
export type ResultQuery = z.output<typeof ResultQuery>

export const ShotsQuery = ResultQuery.pick({ wait: true, row: true })
export type ShotsQuery = z.output<typeof ShotsQuery>

/** Complete batches, in the order in which they were measured. */
const WholeBatches = z.array(
  z.object({
    shots: z.int(),
    lost: z.object({ invalid: z.int(), feedback_mismatch: z.int() }),
    unfinished_shots: z.int(),
    program_sha256: z.string(),
    measured_at: Timestamp,
  }),
)

/** Measurements of a further circuit of the job, besides the submitted one. */
export const PartialPart = z.object({
  /**
   * `pilot 3`, `values 3`: what group 3 of the observables measures; `confusion 0`, `confusion 1`: all qubits prepared in 0, or
   * in 1.
   */
  part: z.string(),
  /** The group of observables, as in the complete result. */
  group: MeasuredGroup.pick({ paulis: true, basis_change: true, measured_qubits: true }).optional(),
  shots: z.int(),
  counts: Counts,
  lost_shots: z.int(),
  unfinished_shots: z.int(),
  batches: WholeBatches,
})
export type PartialPart = z.infer<typeof PartialPart>

/**
 * Results so far of a job on a device that is not over or was aborted, from its complete batches. Shots, counts and batches are
 * those of the submitted circuit; other circuits of the job are in `parts`.
 */
export const PartialJobResult = z.object({
  job_uuid: z.uuid(),
  complete: z.literal(false),
  status: JobStatus,
  status_reason: StatusReason.nullable(),
  /** Row of a sweep that the counts belong to. */
  row: z.int().optional(),
  /** Valid shots so far, and shots as submitted; both of the row, for a sweep. */
  shots: z.int(),
  planned_shots: z.int(),
  /** Shots of all rows and parts, which an abort now would charge. */
  measured_shots: z.int(),
  counts: Counts,
  num_clbits: z.int(),
  bit_order: z.literal('left-most character = highest classical bit'),
  lost_shots: z.int(),
  unfinished_shots: z.int(),
  /** null before the first batch. */
  engine: z.string().nullable(),
  calibration_id: Name.nullable(),
  simulated: z.boolean(),
  batches: WholeBatches,
  /** For expectation values and mitigated counts; the values are calculated from all shots at the end. */
  parts: z.array(PartialPart).optional(),
})
export type PartialJobResult = z.infer<typeof PartialJobResult>

/** Answer for a job that has its complete result, as it may have ended since the client last looked. */
const WholeJobResult = z.object({
  job_uuid: z.uuid(),
  complete: z.literal(true),
  status: z.literal('COMPLETED'),
})

export const PartialResultReply = z.union([PartialJobResult, WholeJobResult])
export type PartialResultReply = z.infer<typeof PartialResultReply>

export const PartialResultQuery = z.object({
  /** Row of a sweep, from 0. Required for a sweep, refused otherwise. */
  row: RowIndex.optional(),
})
export type PartialResultQuery = z.output<typeof PartialResultQuery>
