/** Many transactions of all kinds on all instruments while the line misbehaves at random. */

import { seededRandom } from '../../../main/circuits/model/seeded-random'
import { isFault } from '../../../main/instruments/model/fault'
import type { InstrumentValue } from '../../../main/instruments/model/reading'
import type { LineFault } from '../../../main/twins/faults/line-fault'
import { type Connected, connect } from './connected'
import { type Instrument as Row, TABLE } from './table'

const FAULTS: readonly LineFault[] = [
  { kind: 'delay', ms: 5 },
  { kind: 'delay', ms: 90 },
  { kind: 'drop' },
  { kind: 'duplicate' },
  { kind: 'garbage', bytes: 1 },
  { kind: 'garbage', bytes: 5 },
  { kind: 'split' },
  { kind: 'wrong_echo' },
  { kind: 'stale', instead: true },
  { kind: 'stale', instead: false },
  { kind: 'unsolicited', text: '0.125\r\n' },
  { kind: 'block_length', by: 2 },
  { kind: 'ignore_set' },
  { kind: 'clamp_set' },
  { kind: 'truncate', bytes: 2 },
  { kind: 'unplug', bytes: 5 },
]

export interface Tally {
  readonly transactions: number
  readonly faults: Readonly<Record<string, number>>
  /** Values that the instrument did not have, of which there must be none. */
  readonly wrong: readonly string[]
  readonly stuck: readonly string[]
}

/** Each instrument its share, all at the same time; a share of faults, and of lines that are plugged in again. */
export async function mixedTransactions({
  transactions,
  seed,
}: {
  transactions: number
  seed: number
}): Promise<Tally> {
  const rows = TABLE.filter(({ setting }) => setting !== null)
  const faults: Record<string, number> = {}
  const [wrong, stuck]: [string[], string[]] = [[], []]
  let count = 0
  const one = async (row: Row, share: number, own: number) => {
    const random = seededRandom(own)
    const { parameter, channel = null, values } = row.setting!
    let line: Connected = await connect(row, { seed: own })
    /** What the instrument may have; more than one after a set that nobody could confirm. */
    let possible: InstrumentValue[] | null = null
    for (let index = 0; index < share; index += 1) {
      if (line.instrument.failure) {
        line = await connect(row, { seed: own + index })
        possible = null
      }
      const isReport = row.driver.startsWith('mini') || row.driver.startsWith('vaunix')
      const fault = FAULTS[Math.floor(random() * FAULTS.length)]!
      if (random() < 0.15 && !(isReport && fault.kind === 'split')) line.twin.inject(fault)
      const wanted = values[random() < 0.5 ? 0 : 1]
      const isSet = random() < 0.4
      count += 1
      try {
        const value = isSet
          ? (await line.instrument.set(parameter, wanted, { channel })).read_back
          : (await line.instrument.get(parameter, { channel })).value
        const allowed: InstrumentValue[] | null = isSet ? [wanted] : possible
        if (allowed && !allowed.some(one => equal(one, value)))
          wrong.push(`${row.driver} ${index}: ${value} instead of ${allowed.join(' or ')} (seed ${own})`)
        possible = value === null ? possible : [value]
      } catch (error) {
        if (!isFault(error)) throw error
        faults[error.fault] = (faults[error.fault] ?? 0) + 1
        // A set that failed may have taken effect, in whole or clamped: the next clean reading tells.
        if (isSet) possible = null
      }
      if (line.instrument.queued > 0) stuck.push(`${row.driver} ${index}`)
    }
    await line.instrument.close()
  }
  const share = Math.ceil(transactions / rows.length)
  await Promise.all(rows.map((row, index) => one(row, share, seed + 1_000 * index)))
  return { transactions: count, faults, wrong, stuck }
}

const equal = (one: InstrumentValue, other: InstrumentValue | null) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= 1e-3 * Math.max(1e-3, Math.abs(one))
    : one === other
