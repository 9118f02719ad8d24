import { isoTime } from '../../contract/model/iso-time'
import { openJournal } from '../journal/journal'
import type { InstrumentReading } from '../model/request'
import type { TimeSpan } from './pages'
import { thinned } from './thinned'

interface KeptReading {
  readonly sequence: number
  readonly at: string
  readonly instrument_id: string
  readonly parameter: string
  readonly channel: string | null
  readonly unit: string | null
  /** Null where the sensor gave none; `status` says why. */
  readonly value: number | null
  readonly status: string
  readonly simulated: boolean
}

/** One parameter at one channel over time, oldest first. */
interface ReadingTrace {
  readonly instrument_id: string
  readonly parameter: string
  readonly channel: string | null
  readonly unit: string | null
  /** True if any of its points is from a twin. */
  readonly simulated: boolean
  readonly points: readonly { readonly at: string; readonly value: number | null; readonly status: string }[]
}

interface TraceSearch extends TimeSpan {
  readonly instrument_id?: string | undefined
  readonly parameter?: string | undefined
  readonly channel?: string | undefined
  /** Most points of one trace; more are thinned to the least and the largest of each interval. */
  readonly points: number
}

export interface ReadingsHistory {
  /** Keeps a reading unless one of the same channel was kept less than half a second ago. Returns whether it did. */
  add(instrument: string, reading: InstrumentReading, from: { simulated: boolean; works: readonly string[] }): boolean
  traces(search: TraceSearch): Promise<ReadingTrace[]>
  flushed(): Promise<void>
}

interface HistoryOptions {
  readonly folder: string
  readonly now: () => number
  readonly onProblem: (message: string) => void
}

const MIN_INTERVAL_MS = 500
const KEPT_MS = 30 * 86_400_000
const LIMIT_BYTES = 500_000_000
/** Most readings that are read for one answer: the newest. */
const MAX_READ = 500_000
const AT_ONCE = 1_000

export async function openReadingsHistory({ folder, now, onProblem }: HistoryOptions): Promise<ReadingsHistory> {
  const journal = await openJournal<KeptReading>({
    folder,
    onProblem,
    now,
    limitBytes: LIMIT_BYTES,
    keepMs: KEPT_MS,
  })
  const keptAt = new Map<string, number>()
  return {
    add(instrument_id, { parameter, channel, value, unit, status, at }, { simulated, works }) {
      const isNumber = typeof value === 'number'
      if (!isNumber && status === 'ok') return false
      // The first of each run is kept, however near to the one before.
      const key = keyOf({ instrument_id, parameter, channel }) + works.join()
      const last = keptAt.get(key)
      if (last !== undefined && at >= last && at - last < MIN_INTERVAL_MS) return false
      keptAt.set(key, at)
      const kept = { instrument_id, parameter, channel, unit, value: isNumber ? value : null, status, simulated }
      journal.append({ sequence: journal.last + 1, at: isoTime(at), ...kept }, works)
      return true
    },
    async traces({ instrument_id, parameter, channel, points, ...span }) {
      const traces = new Map<string, KeptReading[]>()
      let before: number | undefined
      let count = 0
      do {
        const { items, next } = await journal.search({
          ...span,
          before,
          limit: AT_ONCE,
          matches: one =>
            (instrument_id === undefined || one.instrument_id === instrument_id) &&
            (parameter === undefined || one.parameter === parameter) &&
            (channel === undefined || one.channel === channel),
        })
        for (const one of items) grouped(traces, keyOf(one)).push(one)
        count += items.length
        before = next ?? undefined
      } while (before !== undefined && count < MAX_READ)
      return [...traces.values()].map(found => traceOf(found.reverse(), points))
    },
    flushed: journal.flushed,
  }
}

const keyOf = ({ instrument_id, parameter, channel }: Pick<KeptReading, 'instrument_id' | 'parameter' | 'channel'>) =>
  JSON.stringify([instrument_id, parameter, channel])

function traceOf(readings: readonly KeptReading[], points: number): ReadingTrace {
  const { instrument_id, parameter, channel, unit } = readings.at(-1)!
  return {
    instrument_id,
    parameter,
    channel,
    unit,
    simulated: readings.some(one => one.simulated),
    points: thinned(readings, points).map(({ at, value, status }) => ({ at, value, status })),
  }
}

function grouped<T>(groups: Map<string, T[]>, key: string): T[] {
  const group = groups.get(key) ?? []
  groups.set(key, group)
  return group
}
