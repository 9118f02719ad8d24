/**
 * Counts of some of the classical bits, with intervals, as JSON and as CSV. All of it works in slices: a result may hold a
 * million outcomes.
 */

import { CONFIDENCE, wilsonLimits, Z95 } from '../../qec/statistics/intervals'
import type { Json } from '../../worker/json'
import { createYielder, type Yielder } from '../../worker/yielder'
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

/** Counts by bitstring, in ascending order of the bitstrings. */
async function marginal({ rows, counts, width }: Outcomes, clbits: readonly number[], yielder: Yielder) {
  const [found, text] = [new Map<string, number>(), Buffer.alloc(clbits.length)]
  for (let at = 0; at < counts.length; at++) {
    if (at % 128 === 0 && yielder.isDue()) await yielder.yieldNow(0)
    for (const [place, bit] of clbits.entries())
      text[clbits.length - 1 - place] = ZERO + ((rows[at * width + (bit >> 3)]! >> (bit & 7)) & 1)
    const key = text.toString('latin1')
    found.set(key, (found.get(key) ?? 0) + counts[at]!)
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

const totalOf = ({ counts }: Outcomes): number => counts.reduce((sum, count) => sum + count, 0)

/** `"10":5,"11":3` in braces. */
async function object<T>(entries: readonly T[], write: (entry: T) => string, yielder: Yielder): Promise<Uint8Array> {
  const parts: string[] = []
  for (const entry of entries) {
    if (parts.length % 256 === 0 && yielder.isDue()) await yielder.yieldNow(0)
    parts.push(write(entry))
  }
  return Buffer.from(`{${parts.join(',')}}`)
}

/** Marginals in the order of the groups. */
export async function marginalsOf(input: MarginalsInput): Promise<MarginalJson[]> {
  const yielder = createYielder()
  const outcomes = await outcomesOf(input.counts, input.num_clbits)
  const shots = totalOf(outcomes)
  const made: MarginalJson[] = []
  for (const { clbits } of input.groups) {
    const entries = await marginal(outcomes, clbits, yielder)
    const probability = ([bits, count]: readonly [string, number]) => {
      const [low, high] = wilsonLimits(count, shots, Z95)
      return `"${bits}":{"value":${count / shots},"low":${low},"high":${high}}`
    }
    made.push({
      counts: await object(entries, ([bits, count]) => `"${bits}":${count}`, yielder),
      probabilities: input.probabilities ? await object(entries, probability, yielder) : null,
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
export async function countsCsv(input: MarginalsInput): Promise<Uint8Array> {
  const yielder = createYielder()
  const outcomes = await outcomesOf(input.counts, input.num_clbits)
  const shots = totalOf(outcomes)
  const lines = [HEADER.join(',')]
  for (const { name, clbits } of input.groups) {
    const what = name ?? `bits ${clbits.toReversed().join(' ')}`
    for (const [bits, count] of await marginal(outcomes, clbits, yielder)) {
      if (lines.length % 256 === 0 && yielder.isDue()) await yielder.yieldNow(0)
      lines.push([what, bits, count, count / shots, ...wilsonLimits(count, shots, Z95)].join(','))
    }
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
