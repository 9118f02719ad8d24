import { creditOf } from '../../generation/assessment/credit'
import type { WindowOutcome } from '../../generation/health/monitor'
import type { SourceStatus } from '../../generation/policies/source-status'
import { assessmentCycle } from '../assessment/assessment-cycle'
import type { SourceAssessment } from '../assessment/assessment-tasks'
import type { Assessor } from '../assessment/assessor'
import type { SourceDescription } from '../feeds/sample-feed'
import { createSampleReader, type SampleReader } from '../feeds/sample-reader'
import type { HeldSetting } from './source-settings'
import { type SourceStock, sourceStock } from './source-stock'
import type { SourceFailure, SourceRecord } from './supply-source'

/** Where the samples of a source go: to its assessment, and through its health tests into its store. */
export interface SourceIntake {
  readonly stock: SourceStock
  readonly reader: SampleReader
  readonly assessed: SourceRecord['assessed']
  readonly alarms: SourceRecord['alarms']
  /** True until the source is first needed. */
  readonly idle: boolean
  readonly closed: boolean
  /** Bits a sample. */
  claimed(): number
  health(): SourceStatus['health']
  isServing(): boolean
  wake(): void
  /** Ends its credit; health tests and assessment begin anew. */
  begin(): void
  /** Ends its credit. */
  end(): void
  forgetAlarms(): void
  close(): void
}

export interface IntakeOptions {
  readonly assessor: Assessor
  /** Called when what a source had in store is destroyed: what was seeded by it is invalid. */
  readonly onDestroyed: (source_id: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
  /** How long after it begins to serve the full assessment begins; null: never. */
  readonly full_after_ms: number | null
}

interface HeldIntakeOptions extends IntakeOptions {
  readonly setting: HeldSetting
  readonly onFailure: (failure: SourceFailure) => void
}

const MAX_ALARMS = 50

/** The last alarms that discarded samples, newest first. */
function recentAlarms(now: () => number) {
  let all: SourceRecord['alarms'] = []
  return {
    get all() {
      return all
    },
    add(raised: WindowOutcome['alarms']): void {
      const grave = raised.filter(({ level }) => level !== 'single')
      if (grave.length > 0)
        all = [...grave.map(alarm => ({ ...alarm, at: now() })).reverse(), ...all].slice(0, MAX_ALARMS)
    },
    clear(): void {
      all = []
    },
  }
}

export function sourceIntake(made: SourceDescription, options: HeldIntakeOptions): SourceIntake {
  const { setting, onFailure, now } = options
  const { bits } = made
  let [idle, closed] = [true, false]
  let assessed: SourceRecord['assessed'] = null
  const recent = recentAlarms(now)

  const claimed = () => setting.now.claimed ?? made.claimed
  const stock = sourceStock(made, { claimed, onDestroyed: () => options.onDestroyed(made.id) })
  const health = () => (setting.now.latched_by === null ? stock.pool.monitor.state : 'latched')
  const isServing = () => setting.now.state === 'enabled' && health() !== 'latched'
  const wants = () => !idle && isServing() && (cycle.wanted || stock.wantsMore())
  const reader = createSampleReader({ open: made.open, wants, take })
  const cycle = assessmentCycle({ ...options, bits, claimed, feed: reader.feed, wake: reader.wake, adopt })

  function take(samples: Uint8Array): void {
    const rest = cycle.add(samples)
    if (rest.length > 0) for (const outcome of stock.add(rest)) note(outcome)
  }

  function note({ alarms, state, discarded, latched_by }: WindowOutcome): void {
    recent.add(alarms)
    if (state === 'latched') {
      cycle.drop()
      latch(latched_by, options)
    } else if (discarded !== null && state === 'restarting') onFailure('window_failed')
  }

  /** Returns whether it is to be assessed again. */
  function adopt(found: SourceAssessment): boolean {
    const credit = creditOf(found.assessment, found.restart)
    assessed = { ...found, credit, at: now() }
    if (credit === null) return false
    if (credit.quarantine !== null || credit.h <= 0) {
      stock.revoke()
      onFailure(credit.quarantine ?? 'below_claim')
      return false
    }
    stock.credit(credit.h)
    reader.wake()
    return true
  }

  return {
    stock,
    reader,
    claimed,
    health,
    isServing,
    get assessed() {
      return assessed
    },
    get alarms() {
      return recent.all
    },
    get idle() {
      return idle
    },
    get closed() {
      return closed
    },
    wake() {
      if (!idle || closed || setting.now.state !== 'enabled') return
      idle = false
      cycle.begin()
    },
    begin() {
      assessed = null
      stock.begin()
      if (idle) cycle.drop()
      else cycle.begin()
    },
    end() {
      cycle.drop()
      stock.revoke()
    },
    forgetAlarms: recent.clear,
    close() {
      closed = true
      cycle.close()
      reader.close()
      stock.pool.destroy()
    },
  }
}

/** Latches the source until an operator resets it, over restarts of the service, too. */
function latch(by: WindowOutcome['latched_by'], { setting, onFailure }: HeldIntakeOptions): void {
  try {
    setting.latch(by)
  } finally {
    onFailure('latched')
  }
}
