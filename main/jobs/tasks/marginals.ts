/**
 * Counts of some of the classical bits, with intervals, as JSON and as CSV. A result may hold a million outcomes, so that
 * all of it passes checkpoints.
 */
import { sum } from '../../contract/numbers/arithmetic'
import { CONFIDENCE, wilsonLimits, Z95 } from '../../qec/statistics/intervals'
import { type Checkpoint, checkedOrder, eachChecked } from '../../worker/checkpoint'
import type { Json } from '../../worker/json'
import type { Outcomes } from '../model/sweep'
import { outcomesOf } from './outcome-table'

/** Bit i of a marginal's bitstrings, counted from the right, is classical bit `clbits[i]`. */
export interface BitGroup {
  /** Name of the register or registers; null for chosen bits and for all. */
  readonly name: string | null
  readonly clbits: readonly number[]
}

export interface MarginalsInput {
  /** JSON of the counts over all `num_clbits` bits. */
  readonly counts: Json
  readonly num_clbits: number
  readonly groups: readonly BitGroup[]
  /** Whether each count gets a probability with its interval. */
  readonly probabilities: boolean
}

/** JSON texts in UTF-8. */
export interface MarginalJson {
  readonly counts: Uint8Array
  readonly probabilities: Uint8Array | null
}

/** Method of the intervals, each for one outcome by itself. */
export const INTERVAL = { method: 'Wilson', confidence: CONFIDENCE } as const

const ZERO = '0'.charCodeAt(0)

/** A bitstring with its count. */
type Entry = readonly [bits: string, count: number]

/** Counts by bitstring, in ascending order of the bitstrings. */
function marginal(
  { rows, counts, width }: Outcomes,
  clbits: readonly number[],
  checkpoint: Checkpoint,
): readonly Entry[] {
  const [found, text] = [new Map<string, number>(), Buffer.alloc(clbits.length)]
  const add = (at: number): void => {
    for (let place = 0; place < clbits.length; place++) {
      const bit = clbits[place]!
      text[clbits.length - 1 - place] = ZERO + ((rows[at * width + (bit >> 3)]! >> (bit & 7)) & 1)
    }
    const key = text.toString('latin1')
    found.set(key, (found.get(key) ?? 0) + counts[at]!)
  }
  eachChecked({ count: counts.length, bits: clbits.length }, add, checkpoint)
  return [...found].sort(checkedOrder(([a], [b]) => (a < b ? -1 : 1), checkpoint))
}

const totalOf = ({ counts }: Outcomes): number => sum(counts)

/** `"10":5,"11":3` in braces. */
function object(entries: readonly Entry[], write: (entry: Entry) => string, checkpoint: Checkpoint): Uint8Array {
  const parts: string[] = []
  eachChecked(
    { count: entries.length, bits: entries[0]?.[0].length ?? 0 },
    at => parts.push(write(entries[at]!)),
    checkpoint,
  )
  return Buffer.from(`{${parts.join(',')}}`)
}

/** Marginals in the order of the groups. */
export function marginalsOf(input: MarginalsInput, checkpoint: Checkpoint): MarginalJson[] {
  const outcomes = outcomesOf(input.counts, input.num_clbits, checkpoint)
  const shots = totalOf(outcomes)
  const made: MarginalJson[] = []
  for (const { clbits } of input.groups) {
    const entries = marginal(outcomes, clbits, checkpoint)
    const probability = ([bits, count]: Entry) => {
      const [low, high] = wilsonLimits(count, shots, Z95)
      return `"${bits}":{"value":${count / shots},"low":${low},"high":${high}}`
    }
    made.push({
      counts: object(entries, ([bits, count]) => `"${bits}":${count}`, checkpoint),
      probabilities: input.probabilities ? object(entries, probability, checkpoint) : null,
    })
  }
  return made
}

const HEADER = [
  'register',
  'bitstring (left-most character = highest bit)',
  'count',
  'probability',
  `low (${INTERVAL.method} ${100 * CONFIDENCE} %)`,
  `high (${INTERVAL.method} ${100 * CONFIDENCE} %)`,
]

/**
 * A line for each outcome of each group (RFC 4180). The first column names the register, else the bits from the highest to the
 * lowest, as the bitstring has them.
 */
export function countsCsv(input: MarginalsInput, checkpoint: Checkpoint): Uint8Array {
  const outcomes = outcomesOf(input.counts, input.num_clbits, checkpoint)
  const shots = totalOf(outcomes)
  const lines = [HEADER.join(',')]
  for (const { name, clbits } of input.groups) {
    const what = name ?? `bits ${clbits.toReversed().join(' ')}`
    const entries = marginal(outcomes, clbits, checkpoint)
    const write = (at: number): void => {
      const [bits, count] = entries[at]!
      lines.push([what, bits, count, count / shots, ...wilsonLimits(count, shots, Z95)].join(','))
    }
    eachChecked({ count: entries.length, bits: clbits.length }, write, checkpoint)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
