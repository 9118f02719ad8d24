/** Results of a sweep: a page of rows with their counts and values, or one event or one value over all rows. */
import { z } from 'zod'
import { PageQuery, page } from '../model/primitives'
import { Wait } from './circuit-job'
import { ExpectationValue, MitigatedCounts, ReachedTarget } from './observables'
import { MAX_ROWS } from './parameters'

export const RowIndex = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_ROWS - 1)

/** Values by the names of the parameters. */
const Values = z.record(z.string(), z.number())

const row = { row: z.int(), parameters: Values, shots: z.int(), unfinished_shots: z.int().optional() }

export const SweepRow = z.object({
  ...row,
  /** A job of this circuit with the row's values, this seed and the same options has the same counts. */
  seed: z.int(),
  engine: z.string(),
  /** Bitstring to count; the left-most character is the highest classical bit. */
  counts: z.record(z.string(), z.int()),
  /** Executed and charged beside `shots`; left out where there are none. */
  overhead_shots: z.int().optional(),
  /** With observables, in place of counts; the result of a single row also has the measured groups. */
  expectation_values: z.array(ExpectationValue).optional(),
  covariance: z.array(z.array(z.number())).optional(),
  /** Set where the job has a target error. */
  target: ReachedTarget.optional(),
  /** Beside counts, with readout mitigation. */
  mitigated_counts: MitigatedCounts.optional(),
})
export type SweepRow = z.infer<typeof SweepRow>

/** Rows in their order. A page ends early where its counts are many. */
export const SweepRowsQuery = z.object({ ...PageQuery, wait: Wait })
export type SweepRowsQuery = z.output<typeof SweepRowsQuery>
export const SweepRows = page(SweepRow)
export type SweepRows = z.infer<typeof SweepRows>

/**
 * The event whose share of the shots is asked for: `outcome`, a bitstring in which x is either bit; or `parity`, the classical
 * bits of which an odd number is 1, such as `0,1`. Exactly one of them.
 */
export const SweepSeriesQuery = z
  .object({
    outcome: z
      .string()
      .min(1)
      .max(10_000)
      .regex(/^[01xX]+$/, 'characters 0, 1 and x')
      .describe('A bitstring, the left-most character the highest classical bit; x is either. This or parity')
      .optional(),
    parity: z
      .string()
      .max(60_000)
      .regex(/^\d{1,4}(,\d{1,4})*$/, 'classical bits separated by commas, such as 0,1')
      .describe('Classical bits with commas between, of which an odd number is 1. This or outcome')
      .optional(),
    wait: Wait,
  })
  .refine(({ outcome, parity }) => (outcome === undefined) !== (parity === undefined), {
    path: ['outcome'],
    error: 'give either outcome or parity',
  })
export type SweepSeriesQuery = z.output<typeof SweepSeriesQuery>

/** Fields at the beginning of each row of a sweep's results. */
const ROW = {
  row: z.int(),
  /** In the order of `names`. */
  values: z.array(z.number()),
}

export const SweepSeries = z.object({
  job_uuid: z.uuid(),
  /** The event in words. */
  event: z.string(),
  names: z.array(z.string()),
  /** Confidence of the intervals from low to high. */
  confidence: z.number(),
  method: z.string(),
  /** All rows in their order. */
  rows: z.array(
    z.object({
      ...ROW,
      shots: z.int(),
      hits: z.int(),
      /** hits / shots; null without shots. */
      probability: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    }),
  ),
})
export type SweepSeries = z.infer<typeof SweepSeries>

export const SweepValuesQuery = z.object({
  name: z
    .string()
    .min(1)
    .max(100)
    .describe(
      'Which observable, or which bitstring of mitigated counts. Left out: the first as JSON, all of them as CSV',
    )
    .optional(),
  format: z
    .enum(['json', 'csv'])
    .describe('Left out: json, or csv where the client would rather have text/csv')
    .optional(),
  wait: Wait,
})
export type SweepValuesQuery = z.output<typeof SweepValuesQuery>

export const SweepValues = z.object({
  job_uuid: z.uuid(),
  /** The observable or bitstring whose values these are. */
  name: z.string(),
  /** All names that may be requested. */
  choices: z.array(z.string()),
  /** Names of the parameters. */
  names: z.array(z.string()),
  label: ExpectationValue.shape.label,
  /** Confidence of the intervals from low to high; exact values have none. */
  confidence: z.number(),
  method: z.string(),
  /** All rows in their order. */
  rows: z.array(
    z.object({
      ...ROW,
      /** Without the shots of pilots and of readout confusion. */
      shots: z.int(),
      value: z.number(),
      standard_error: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
})
export type SweepValues = z.infer<typeof SweepValues>
