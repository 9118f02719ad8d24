import type { SampleFault } from '../../../contract/entropy/sample-fault'
import { creditOf } from '../../generation/assessment/credit'
import type { WindowOutcome } from '../../generation/health/monitor'
import { isQuantum, type SourceStatus } from '../../generation/policies/source-status'
import { assessmentCycle } from '../assessing/assessment-cycle'
import type { Assessor, SourceAssessment } from '../assessing/assessor'
import type { SourceDescription } from '../feeds/sample-feed'
import { createSampleReader } from '../feeds/sample-reader'
import { dailyUse } from './daily-use'
import type { KeptSetting, SourceSettings } from './source-settings'
import { sourceStock } from './source-stock'
import type { DrawLack, EntropySupplySource, SourceFailure, SourceRecord } from './supply-source'

export interface SourceOptions {
  readonly assessor: Assessor
  readonly settings: SourceSettings
  /** Told before anything else is served. */
  readonly onFailure: (source: EntropySupplySource, failure: SourceFailure) => void
  /** Told when what a source had in store is destroyed: what was seeded by it is worth no more. */
  readonly onDestroyed: (source_id: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
  /** How long after it begins to serve the full assessment begins; null: never. */
  readonly full_after_ms: number | null
}

const MAX_ALARMS = 50

/** One source from its first sample to the bytes it has in store. */
export function createSource(made: SourceDescription, options: SourceOptions): EntropySupplySource {
  const { settings, now } = options
  const { id, bits } = made
  let setting = settings.read(id)
  let [idle, closed] = [true, false]
  let assessed: SourceRecord['assessed'] = null
  let alarms: SourceRecord['alarms'] = []
  let faults: readonly SampleFault[] = []

  const claimed = () => setting.claimed ?? made.claimed
  const use = dailyUse({ source_id: id, settings, now })
  const stock = sourceStock(made, { claimed, onDestroyed: () => options.onDestroyed(id) })
  const health = () => (setting.latched_by === null ? stock.pool.monitor.state : 'latched')
  const isServing = () => setting.state === 'enabled' && health() !== 'latched'
  const wants = () => !idle && isServing() && (cycle.wanted || stock.wantsMore())
  const reader = createSampleReader({ open: made.open, wants, take })
  const cycle = assessmentCycle({ ...options, bits, claimed, feed: reader.feed, wake: reader.wake, adopt })

  function keep(next: Partial<KeptSetting>): void {
    const kept = { ...setting, ...next }
    settings.write(id, kept)
    setting = kept
  }

  function take(samples: Uint8Array): void {
    const rest = cycle.add(samples)
    if (rest.length > 0) for (const outcome of stock.add(rest)) note(outcome)
  }

  function note({ alarms: raised, state, discarded, latched_by }: WindowOutcome): void {
    const grave = raised.filter(({ level }) => level !== 'single')
    if (grave.length > 0)
      alarms = [...grave.map(alarm => ({ ...alarm, at: now() })).reverse(), ...alarms].slice(0, MAX_ALARMS)
    if (state === 'latched') latch(latched_by)
    else if (discarded !== null && state === 'restarting') options.onFailure(source, 'window_failed')
  }

  /** Holds until an operator's reset, over restarts of the service, too. */
  function latch(latched_by: KeptSetting['latched_by']): void {
    cycle.drop()
    setting = { ...setting, latched_by }
    try {
      settings.write(id, setting)
    } finally {
      options.onFailure(source, 'latched')
    }
  }

  /** Answers whether it is to be assessed again. */
  function adopt(found: SourceAssessment): boolean {
    const credit = creditOf(found.assessment, found.restart)
    assessed = { ...found, credit, at: now() }
    if (credit === null) return false
    if (credit.quarantine !== null || credit.h <= 0) {
      stock.revoke()
      options.onFailure(source, credit.quarantine ?? 'below_claim')
      return false
    }
    stock.credit(credit.h)
    reader.wake()
    return true
  }

  function begin(): void {
    assessed = null
    stock.begin()
    if (idle) cycle.drop()
    else cycle.begin()
  }

  function wake(): void {
    if (!idle || closed || setting.state !== 'enabled') return
    idle = false
    cycle.begin()
  }

  function change(next: Partial<KeptSetting>): void {
    const isNewClaim = next.claimed !== undefined && next.claimed !== setting.claimed
    const isNewState = next.state !== undefined && next.state !== setting.state
    keep(next)
    if (isNewState && setting.state !== 'enabled') {
      cycle.drop()
      stock.revoke()
    }
    if (isNewClaim || (isNewState && setting.state === 'enabled')) begin()
  }

  function setFaults(next: readonly SampleFault[]): void {
    const feed = reader.feed()
    if (feed.setFaults === null) throw new TypeError(`${id} is no twin`)
    feed.setFaults(next)
    faults = next
  }

  function isSettled(lack: DrawLack): boolean {
    if (closed || idle || !isServing() || reader.problem !== null) return true
    const { credited, pool, filled } = stock
    if (credited === null || pool.monitor.state === 'starting' || pool.figures().conditioned === 0) return false
    return filled || lack === 'source'
  }

  function status(): SourceStatus {
    const { credited, pool } = stock
    const { kind, physical_group, simulated, raw } = made
    const { bytes, raw_bits } = credited === null ? { bytes: 0, raw_bits: 0 } : pool.figures()
    const { budget_bytes_per_day: budget } = setting
    return {
      ...{ id, kind, physical_group, simulated, raw, setting: setting.state, bytes, raw_bits },
      health: credited === null && health() !== 'latched' ? 'starting' : health(),
      entropy: credited === null ? null : Math.min(1, credited / bits),
      provisional: assessed?.credit?.provisional ?? true,
      budget_left: budget === null ? null : Math.max(0, budget - use.today),
    }
  }

  /** What was taken is counted, and read after. */
  function counted(taken: Uint8Array, bytes: number): Uint8Array {
    use.count(bytes)
    reader.wake()
    return taken
  }

  const source: EntropySupplySource = {
    ...{ ...made, quantum: isQuantum(made.kind), status, wake, isSettled, change, setFaults },
    get claimed() {
      return claimed()
    },
    get pool() {
      return stock.pool
    },
    record: () => ({
      ...{ setting, assessed, idle, alarms, faults, used_today: use.today, read_problem: reader.problem },
    }),
    canPlayFaults: () => reader.feed().setFaults !== null,
    takeBytes: count => counted(stock.pool.takeBytes(count), count),
    takeBits: (count, bytes) => counted(stock.pool.takeBits(count), bytes),
    recordUse: use.record,
    rawBitsOf: count => Math.ceil((count * 576) / 64 / ((stock.credited ?? claimed()) / bits)),
    reset() {
      alarms = []
      keep({ latched_by: null })
      begin()
    },
    close() {
      closed = true
      cycle.close()
      reader.close()
      stock.pool.destroy()
    },
  }
  return source
}
