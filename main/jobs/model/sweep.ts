/** Sweeps: one circuit for a table of parameters, executed row by row. */
import type { ParameterTable } from '../../circuits/parameters/bind'
import { splitMixAt } from '../../simulation/model/random'
import type { Json } from '../../worker/json'
import type { ExecutionContext } from './execution-request'
import type { ExecutionResult } from './execution-result'

/** Outcomes of a result in the order of their bitstrings, as rows of `width` bytes, each a shot in the format b8. */
export interface Outcomes {
  readonly rows: Uint8Array
  readonly counts: Uint32Array
  readonly width: number
}

/** Outcome of one row of a sweep. */
export interface RowOutcome {
  readonly engine: string
  /** Executed and charged. */
  readonly shots: number
  /** Executed and charged beside `shots`. */
  readonly overhead_shots: number
  /** For a circuit with loops: shots ended by a bound, which are counted nowhere. */
  readonly unfinished_shots?: number | undefined
  readonly outcomes: Outcomes
  /** JSON of the estimates beside or instead of counts; null for counts alone. */
  readonly estimates: Uint8Array | null
}

/** `seed` is that of the job; each row derives its own. */
export interface SweepRequest extends ExecutionContext {
  /** The circuit with expressions. */
  readonly json: Json
  readonly table: ParameterTable
  readonly num_clbits: number
  /** Rows of circuits with loops are executed one by one. */
  readonly has_loops: boolean
  /** Called with the next rows, in their order; awaited. */
  readonly onRows: (rows: readonly RowOutcome[]) => Promise<void>
}

/** A circuit with expressions for a whole table of parameters. */
export interface SweptCircuit extends Pick<SweepRequest, 'json' | 'table' | 'signal' | 'owner'> {
  /** How many such circuits are held in memory together; left out: this one. */
  readonly sharers?: number | undefined
}

/** What holds for all rows. */
export type SweepHeader = Pick<
  ExecutionResult,
  'noise' | 'calibration_id' | 'transpiled' | 'machine' | 'unfinished_shots'
>

/**
 * The seed of a row: the first 53 bits of output `row` (from 0) of SplitMix64 (Steele, Lea and Flood 2014) that starts at
 * the seed of the job. It is a valid seed of a job, so that one can repeat the row.
 */
export const rowSeed = (seed: number | bigint, row: number): number => Number(splitMixAt(BigInt(seed), row) >> 11n)
