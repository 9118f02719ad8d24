import type { SampleFault } from '../../../contract/entropy/sample-fault'
import { isQuantum, type SourceStatus } from '../../generation/policies/source-status'
import type { SourceDescription } from '../feeds/sample-feed'
import { type DailyUse, dailyUse } from './daily-use'
import { type IntakeOptions, type SourceIntake, sourceIntake } from './source-intake'
import { type HeldSetting, heldSetting, type KeptSetting, type SourceSettings } from './source-settings'
import type { DrawLack, EntropySupplySource, SourceFailure } from './supply-source'

export interface SourceOptions extends IntakeOptions {
  readonly settings: SourceSettings
  /** Called before anything else is served. */
  readonly onFailure: (source: EntropySupplySource, failure: SourceFailure) => void
}

/** One source from its first sample to the bytes it has in store. */
export function createSource(made: SourceDescription, options: SourceOptions): EntropySupplySource {
  const { settings, now } = options
  const { id, bits } = made
  const setting = heldSetting(id, settings)
  const use = dailyUse({ source_id: id, settings, now })
  const intake = sourceIntake(made, { ...options, setting, onFailure: failure => options.onFailure(source, failure) })
  const { stock, reader } = intake
  let faults: readonly SampleFault[] = []

  /** Counts the bytes taken, then reads new ones. */
  function counted(taken: Uint8Array, bytes: number): Uint8Array {
    use.count(bytes)
    reader.wake()
    return taken
  }

  const source: EntropySupplySource = {
    ...made,
    quantum: isQuantum(made.kind),
    wake: intake.wake,
    get claimed() {
      return intake.claimed()
    },
    get pool() {
      return stock.pool
    },
    status: () => statusOf(made, { intake, setting, use }),
    record: () => ({
      setting: setting.now,
      assessed: intake.assessed,
      idle: intake.idle,
      alarms: intake.alarms,
      faults,
      used_today: use.today,
      read_problem: reader.problem,
    }),
    isSettled: lack => isSettled(intake, lack),
    takeBytes: count => counted(stock.pool.takeBytes(count), count),
    takeBits: (count, bytes) => counted(stock.pool.takeBits(count), bytes),
    recordUse: use.record,
    rawBitsOf: count => Math.ceil((count * 576) / 64 / ((stock.credited ?? intake.claimed()) / bits)),
    change: next => change({ intake, setting }, next),
    reset() {
      intake.forgetAlarms()
      setting.keep({ latched_by: null })
      intake.begin()
    },
    canPlayFaults: () => reader.feed().setFaults !== null,
    setFaults(next) {
      const feed = reader.feed()
      if (feed.setFaults === null) throw new TypeError(`${id} is no twin`)
      feed.setFaults(next)
      faults = next
    },
    close: intake.close,
  }
  return source
}

interface SourceParts {
  readonly intake: SourceIntake
  readonly setting: HeldSetting
  readonly use: DailyUse
}

function statusOf(
  { id, kind, physical_group, simulated, raw, bits }: SourceDescription,
  { intake, setting, use }: SourceParts,
): SourceStatus {
  const { credited, pool } = intake.stock
  const { bytes, raw_bits } = credited === null ? { bytes: 0, raw_bits: 0 } : pool.figures()
  const { state, budget_bytes_per_day: budget } = setting.now
  const health = intake.health()
  return {
    id,
    kind,
    physical_group,
    simulated,
    raw,
    setting: state,
    bytes,
    raw_bits,
    health: credited === null && health !== 'latched' ? 'starting' : health,
    entropy: credited === null ? null : Math.min(1, credited / bits),
    provisional: intake.assessed?.credit?.provisional ?? true,
    budget_left: budget === null ? null : Math.max(0, budget - use.today),
  }
}

/** A new claim, or a source that is enabled again, begins anew. */
function change({ intake, setting }: Omit<SourceParts, 'use'>, next: Partial<KeptSetting>): void {
  const before = setting.now
  setting.keep(next)
  const { state, claimed } = setting.now
  const isNewState = state !== before.state
  if (isNewState && state !== 'enabled') intake.end()
  if (claimed !== before.claimed || (isNewState && state === 'enabled')) intake.begin()
}

function isSettled({ closed, idle, isServing, reader, stock }: SourceIntake, lack: DrawLack): boolean {
  if (closed || idle || !isServing() || reader.problem !== null) return true
  const { credited, pool, filled } = stock
  if (credited === null || pool.monitor.state === 'starting' || pool.figures().conditioned === 0) return false
  return filled || lack === 'source'
}
