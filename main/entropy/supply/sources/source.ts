import type { SampleFault } from '../../../contract/entropy/sample-fault'
import { creditOf } from '../../generation/assessment/credit'
import { healthCutoffs } from '../../generation/health/cutoffs'
import type { WindowOutcome } from '../../generation/health/monitor'
import { isQuantum } from '../../generation/policies/source-status'
import { createSourcePool, type SourcePool } from '../../generation/pool/source-pool'
import type { Assessor, SourceAssessment } from '../assessing/assessor'
import { restartMatrix } from '../assessing/restart-matrix'
import { collectSamples, type SampleCollection } from '../assessing/sample-collection'
import type { SourceDescription } from '../feeds/sample-feed'
import { createSampleReader } from '../feeds/sample-reader'
import type { SourceSettings } from './source-settings'
import type { AssessedSource, EntropySupplySource, SourceFailure } from './supply-source'

export interface SourceOptions {
  readonly assessor: Assessor
  readonly settings: SourceSettings
  /** Told before anything else is served. */
  readonly onFailure: (source: EntropySupplySource, failure: SourceFailure) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
  /** How long after it begins to serve the full assessment begins; null: never. */
  readonly full_after_ms: number | null
}

const [PROVISIONAL, FULL, DAY_MS] = [100_000, 1_000_000, 86_400_000]
/** After an assessment that could not be carried out. */
const AGAIN_MS = 60_000
const MAX_ALARMS = 50

/** One source from its first sample to the bytes it has in store. */
export function createSource(made: SourceDescription, options: SourceOptions): EntropySupplySource {
  const { settings, now, assessor, report } = options
  const { id, bits, stock } = made
  let setting = settings.read(id)
  let assessed: AssessedSource | null = null
  let collection: SampleCollection | null = null
  let [idle, closed, assessing] = [true, false, false]
  /** How often it has begun reading: an assessment of samples from before the last time is dropped. */
  let beginnings = 0
  let alarms: EntropySupplySource['alarms'] = []
  let faults: readonly SampleFault[] = []
  /** Drawn and not yet in the table. */
  const pending = { day: '', bytes: 0 }
  let timer: NodeJS.Timeout | null = null

  const claimed = () => setting.claimed ?? made.claimed
  const newPool = (entropy: number): SourcePool =>
    createSourcePool({
      ...{ bits, entropy, cutoffs: healthCutoffs(2 ** bits, claimed()), low: stock.low, high: stock.high },
      raw_samples: Math.ceil(stock.raw_bits / bits),
    })
  let pool = newPool(claimed())
  let credited: number | null = null

  const isServing = () => setting.state === 'enabled' && pool.monitor.state !== 'latched'
  const wants = () => {
    if (idle || !isServing()) return false
    if (collection?.wanted) return true
    if (credited === null) return false
    const { state, raw_bits } = pool.figures()
    return state === 'low' || pool.monitor.state !== 'healthy' || raw_bits < stock.raw_bits / 2 || topping
  }
  /** Raw bits are filled to the end once they have fallen below half. */
  let topping = false
  /** Whether bytes and raw bits were complete once since it began. */
  let filled = false

  function take(samples: Uint8Array): void {
    const rest = collection?.wanted ? collection.add(samples) : samples
    if (rest.length === 0) return
    const outcomes = pool.add(rest)
    const { raw_bits, state } = pool.figures()
    filled ||= state === 'full' && raw_bits >= stock.raw_bits
    topping = raw_bits < stock.raw_bits / 2 || (topping && raw_bits < stock.raw_bits)
    for (const outcome of outcomes) note(outcome)
  }

  function note({ alarms: raised, state, discarded }: WindowOutcome): void {
    const grave = raised.filter(({ level }) => level !== 'single')
    if (grave.length > 0)
      alarms = [...grave.map(alarm => ({ ...alarm, at: now() })).reverse(), ...alarms].slice(0, MAX_ALARMS)
    if (state === 'latched') options.onFailure(source, 'latched')
    else if (discarded !== null && state === 'restarting') options.onFailure(source, 'window_failed')
  }

  function collect(count: number): void {
    if (assessing || collection?.wanted) return
    collection = collectSamples(count, samples => void assess(samples))
    reader.wake()
  }

  async function assess(samples: Uint8Array): Promise<void> {
    assessing = true
    const [full, beginning] = [samples.length >= FULL, beginnings]
    const isOutdated = () => closed || beginning !== beginnings
    try {
      const { afterRestart } = reader.feed()
      const restarts = full ? await restartMatrix({ afterRestart, given_up: isOutdated, report }) : null
      const found = await assessor({ samples, bits, claimed: claimed(), full, restarts })
      if (!isOutdated()) adopt(found)
    } catch (error) {
      if (!isOutdated()) failedToAssess(error, samples.length)
    } finally {
      assessing = false
      if (!closed && beginning !== beginnings) collect(PROVISIONAL)
    }
  }

  function failedToAssess(error: unknown, samples: number): void {
    report(error)
    schedule(AGAIN_MS, samples)
  }

  function adopt(found: SourceAssessment): void {
    const credit = creditOf(found.assessment, found.restart)
    assessed = { ...found, credit, at: now() }
    if (credit === null) return
    if (credit.quarantine !== null || credit.h <= 0) {
      credited = null
      pool.destroy()
      options.onFailure(source, credit.quarantine ?? 'below_claim')
      return
    }
    // What was conditioned under a higher credit is not of full entropy under a lower one.
    if (credited === null || credit.h < credited) {
      pool.destroy()
      pool = newPool(credit.h)
      credited = credit.h
    }
    schedule(found.assessment.samples >= FULL ? DAY_MS : options.full_after_ms)
    reader.wake()
  }

  function schedule(ms: number | null, samples = FULL): void {
    if (timer) clearTimeout(timer)
    timer = ms === null || closed ? null : setTimeout(() => collect(samples), ms).unref()
  }

  const reader = createSampleReader({ open: made.open, wants, take })

  const begin = () => {
    beginnings += 1
    filled = false
    credited = null
    assessed = null
    pool.destroy()
    pool = newPool(claimed())
    collection = null
    if (!idle) collect(PROVISIONAL)
  }

  const today = () => new Date(now()).toISOString().slice(0, 10)
  const usedToday = () => settings.used(id, today()) + (pending.day === today() ? pending.bytes : 0)
  const counted = (bytes: number) => {
    if (pending.day !== today()) Object.assign(pending, { day: today(), bytes: 0 })
    pending.bytes += bytes
  }

  const source: EntropySupplySource = {
    ...made,
    get claimed() {
      return claimed()
    },
    quantum: isQuantum(made.kind),
    status: () => ({
      ...{ id, kind: made.kind, physical_group: made.physical_group, simulated: made.simulated, raw: made.raw },
      ...{
        setting: setting.state,
        health: credited === null && pool.monitor.state !== 'latched' ? 'starting' : pool.monitor.state,
      },
      entropy: credited === null ? null : Math.min(1, credited / bits),
      provisional: assessed?.credit?.provisional ?? true,
      bytes: credited === null ? 0 : pool.figures().bytes,
      raw_bits: credited === null ? 0 : pool.figures().raw_bits,
      budget_left:
        setting.budget_bytes_per_day === null ? null : Math.max(0, setting.budget_bytes_per_day - usedToday()),
    }),
    get pool() {
      return pool
    },
    get assessed() {
      return assessed
    },
    get setting() {
      return setting
    },
    get idle() {
      return idle
    },
    get can_play_faults() {
      return reader.feed().setFaults !== null
    },
    get read_problem() {
      return reader.problem
    },
    get alarms() {
      return alarms
    },
    get faults() {
      return faults
    },
    get used_today() {
      return usedToday()
    },
    wake() {
      if (!idle || closed || setting.state !== 'enabled') return
      idle = false
      collect(PROVISIONAL)
    },
    isSettled(lack) {
      if (closed || idle || !isServing() || reader.problem !== null) return true
      if (credited === null || pool.monitor.state === 'starting' || pool.figures().conditioned === 0) return false
      return filled || lack === 'source'
    },
    takeBytes(count) {
      const taken = pool.takeBytes(count)
      counted(count)
      reader.wake()
      return taken
    },
    takeBits(count, bytes) {
      const taken = pool.takeBits(count)
      counted(bytes)
      reader.wake()
      return taken
    },
    recordUse(count) {
      settings.use(id, today(), count)
      if (pending.day === today()) pending.bytes -= count
    },
    rawBitsOf: count => Math.ceil((count * 576) / 64 / ((credited ?? claimed()) / bits)),
    change(next) {
      const isNewClaim = next.claimed !== undefined && next.claimed !== setting.claimed
      const isNewState = next.state !== undefined && next.state !== setting.state
      setting = { ...setting, ...next }
      settings.write(id, setting)
      if (isNewState && setting.state !== 'enabled') pool.destroy()
      if (isNewClaim || (isNewState && setting.state === 'enabled')) begin()
    },
    reset() {
      alarms = []
      begin()
    },
    setFaults(next) {
      const { setFaults } = reader.feed()
      if (setFaults === null) throw new TypeError(`${id} is no twin`)
      setFaults(next)
      faults = next
    },
    close() {
      closed = true
      if (timer) clearTimeout(timer)
      reader.close()
      pool.destroy()
    },
  }
  return source
}
