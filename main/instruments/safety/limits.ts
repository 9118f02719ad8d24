/** The preconditions of runs while the service runs: polled, checked before a run, watched through it. */
import type { LabPrecondition } from '../../contract/instruments/lab-profile'
import type { Instrument } from '../drivers/instrument'
import { isFault } from '../model/fault'
import { Listeners } from '../model/listeners'
import type { InstrumentReading } from '../model/request'
import { SERVICE } from '../records/follow'
import type { LabRecords } from '../records/lab-records'
import type { Registry } from '../registry/registry'
import { isSimulatedStatus } from '../registry/slots'
import { type Breach, checkPrecondition, createLimitWatch, type LimitWatch } from './preconditions'

/** One precondition and how it stands; `breach` is null where it is met. */
interface LimitState {
  readonly precondition: LabPrecondition
  readonly reading: InstrumentReading | null
  readonly breach: Breach | null
  readonly simulated: boolean
}

export interface RunLimits {
  /** Reads every sensor anew and returns the breaches; none where a run may begin. Never rejects for a fault of an instrument. */
  check(): Promise<Breach[]>
  /** States by the last readings, without a query. */
  states(): LimitState[]
  /**
   * Reports once each breach that lasted longer than its `for_s`, from now until the returned function is called, and raises an
   * alarm for it; readings and events meanwhile are kept with `work`.
   */
  watch(onBreach: (breach: Breach) => void, work?: string): () => void
  /** Called when a precondition is met again, or no longer met. */
  onChange(listener: (state: LimitState) => void): () => void
  start(): void
  close(): void
}

interface LimitsOptions {
  readonly registry: Registry
  /** Preconditions of the current lab profile. */
  readonly preconditions: () => readonly LabPrecondition[]
  readonly records: Pick<LabRecords, 'experiment' | 'alarms' | 'works' | 'begin'>
  readonly now?: () => number
  /**
   * Milliseconds between two readings of a sensor while something is watched, five times as long otherwise; at most half of
   * `max_age_s`.
   */
  readonly pollMs?: number
}

interface Watcher {
  readonly work: string | null
  readonly watch: LimitWatch
  onBreach(breach: Breach): void
}

export function createRunLimits(options: LimitsOptions): RunLimits {
  const { registry, preconditions, records, now = Date.now, pollMs = 1_000 } = options
  const watchers = new Set<Watcher>()
  const sensors = createSensors(registry, now)
  const history = createLimitHistory(records)
  let timer: NodeJS.Timeout | null = null
  let unlisten: (() => void) | null = null
  const states = () => preconditions().map(sensors.stateOf)

  function tick(): void {
    const interval = watchers.size > 0 ? pollMs : 5 * pollMs
    for (const one of preconditions()) sensors.readWhenDue(one, Math.min(interval, 500 * one.max_age_s) - pollMs / 10)
    judge()
  }

  function judge(): void {
    const found = states()
    for (const state of found) history.change(state, isSought(state))
    for (const watcher of watchers) reportBreaches(watcher, found)
  }

  /** Judges a value that is read between two checks, by any caller: it may end a breach, or begin one. */
  function judgeReading(id: string, { parameter, channel }: InstrumentReading): void {
    const isOf = (one: LabPrecondition) =>
      one.instrument === id && one.parameter === parameter && one.channel === channel
    if (preconditions().some(isOf)) judge()
  }

  /**
   * Whether the instrument is still looked for, or the sensor read for the first time: it is not known yet whether it can be read.
   */
  function isSought({ precondition }: LimitState): boolean {
    const status = registry.list().find(({ id }) => id === precondition.instrument)
    if (!status || status.problem !== null) return false
    return status.instrument === null || !sensors.wasRead(precondition)
  }

  function reportBreaches({ watch, work, onBreach }: Watcher, found: readonly LimitState[]): void {
    const breaches = found.flatMap(({ breach }) => breach ?? [])
    for (const breach of watch.look(breaches, now())) {
      const state = found.find(({ precondition }) => precondition.id === breach.precondition.id)
      history.raise(breach, work, state?.simulated ?? false)
      onBreach(breach)
    }
  }

  return {
    async check() {
      await Promise.all(preconditions().map(sensors.read))
      const found = states()
      for (const state of found) history.change(state)
      return found.flatMap(({ breach }) => breach ?? [])
    },
    states,
    watch(onBreach, work) {
      const watcher: Watcher = { work: work ?? null, watch: createLimitWatch(), onBreach }
      watchers.add(watcher)
      const end = work === undefined ? () => {} : records.begin(work)
      return () => {
        watchers.delete(watcher)
        end()
      }
    },
    onChange: history.onChange,
    start() {
      timer ??= setInterval(tick, pollMs)
      timer.unref()
      unlisten ??= registry.onReading(judgeReading)
    },
    close() {
      if (timer) clearInterval(timer)
      timer = null
      unlisten?.()
      unlisten = null
    },
  }
}

/** The sensors that preconditions name. */
interface Sensors {
  /** Reads a sensor, whoever holds its lease: reading changes nothing, and a run that holds the sensor needs it most. */
  read(precondition: LabPrecondition): Promise<void>
  /** Reads a sensor that was not read for `interval_ms` milliseconds. */
  readWhenDue(precondition: LabPrecondition, interval_ms: number): void
  /** Whether a read has come to its end, with a reading or without. */
  wasRead(precondition: LabPrecondition): boolean
  /** The state by the last reading. */
  stateOf(precondition: LabPrecondition): LimitState
}

function createSensors(registry: Registry, now: () => number): Sensors {
  /** Readings under way: one that hangs does not delay those of other sensors. */
  const reading = new Map<string, Promise<void>>()
  const readAt = new Map<string, number>()
  const answered = new Set<string>()
  const statusOf = (id: string) => registry.list().find(one => one.id === id)
  const missingWhy = (id: string): string | null => {
    const status = statusOf(id)
    if (!status) return `there is no instrument ${id} in the lab profile`
    return status.instrument ? null : (status.problem?.message ?? `it is ${status.state}`)
  }
  function read(precondition: LabPrecondition): Promise<void> {
    const key = keyOf(precondition)
    const running = reading.get(key)
    if (running) return running
    const instrument = statusOf(precondition.instrument)?.instrument
    if (!instrument) return Promise.resolve()
    readAt.set(key, now())
    const begun = readingOf(instrument, precondition).finally(() => {
      reading.delete(key)
      answered.add(key)
    })
    reading.set(key, begun)
    return begun
  }
  return {
    read,
    readWhenDue(precondition, interval_ms) {
      const last = readAt.get(keyOf(precondition)) ?? Number.NEGATIVE_INFINITY
      if (now() >= last + interval_ms) void read(precondition)
    },
    wasRead: precondition => answered.has(keyOf(precondition)),
    stateOf(precondition) {
      const { instrument: id, parameter, channel } = precondition
      const latest = registry.latest(id, parameter, channel)
      const status = statusOf(id)
      return {
        precondition,
        reading: latest,
        breach: checkPrecondition(precondition, { reading: latest, now: now(), missing: missingWhy(id) }),
        simulated: status !== undefined && isSimulatedStatus(status),
      }
    },
  }
}

const keyOf = ({ instrument, parameter, channel }: LabPrecondition): string =>
  JSON.stringify([instrument, parameter, channel])

/** Reads a sensor and ignores its faults: its last reading then becomes too old, which is a breach. */
async function readingOf(instrument: Instrument, { parameter, channel }: LabPrecondition): Promise<void> {
  try {
    await instrument.read(parameter, { channel, cause: SERVICE })
  } catch (error) {
    if (!isFault(error)) throw error
  }
}

/** Writes changes of preconditions to the records, and reports them to listeners. */
interface LimitHistory extends Pick<RunLimits, 'onChange'> {
  /** Reports a state that differs from the one before to listeners, and writes it down unless it is provisional. */
  change(state: LimitState, isProvisional?: boolean): void
  /** Raises an alarm, and writes a line to the experiment log of `work`. */
  raise(breach: Breach, work: string | null, simulated: boolean): void
}

function createLimitHistory(records: LimitsOptions['records']): LimitHistory {
  const listeners = new Listeners<LimitState>()
  const [reported, written] = [new Map<string, string>(), new Map<string, string>()]
  const hasChanged = (known: Map<string, string>, id: string, status: string): boolean => {
    const before = known.get(id) ?? 'met'
    known.set(id, status)
    return status !== before
  }
  return {
    onChange: listeners.add,
    change(state, isProvisional = false) {
      const { precondition, breach, simulated } = state
      const status = breach?.code ?? 'met'
      if (hasChanged(reported, precondition.id, status)) listeners.notify(state)
      if (isProvisional || !hasChanged(written, precondition.id, status)) return
      records.experiment.add(
        {
          event: 'limit',
          instrument_id: precondition.instrument,
          simulated,
          actor: SERVICE.actor,
          text: breach ? breach.message : `${precondition.label} is met again`,
          details: { precondition: precondition.id, status },
        },
        [...records.works],
      )
    },
    raise({ precondition: { id, instrument }, code, message }, work, simulated) {
      records.alarms.raise({ code, message, work, simulated, instrument_id: instrument, precondition_id: id })
      records.experiment.add({
        event: 'alarm',
        instrument_id: instrument,
        simulated,
        text: message,
        actor: SERVICE.actor,
        work,
        details: { precondition: id, code },
      })
    },
  }
}
