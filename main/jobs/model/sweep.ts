/** Sweeps: one circuit for a table of parameters, executed row by row. */
import { splitMixAt } from '../../simulation/model/random'

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

/**
 * The seed of a row: the first 53 bits of output `row` (from 0) of SplitMix64 (Steele, Lea and Flood 2014) that starts at
 * the seed of the job. It is a valid seed of a job, so that one can repeat the row.
 */
export const rowSeed = (seed: number | bigint, row: number): number => Number(splitMixAt(BigInt(seed), row) >> 11n)
