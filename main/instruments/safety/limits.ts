/** The preconditions of runs while the service runs: polled, checked before a run, watched through it. */

import type { LabPrecondition } from '../../contract/instruments/lab-profile'
import { isFault } from '../model/fault'
import { Listeners } from '../model/listeners'
import type { InstrumentReading } from '../model/reading'
import { SERVICE } from '../records/follow'
import type { LabRecords } from '../records/lab-records'
import type { Registry } from '../registry/registry'
import { type Breach, checkPrecondition, createLimitWatch } from './preconditions'

/** One precondition and how it stands; `breach` is null where it is met. */
interface LimitState {
  readonly precondition: LabPrecondition
  readonly reading: InstrumentReading | null
  readonly breach: Breach | null
  readonly simulated: boolean
}

export interface RunLimits {
  /** Reads every sensor anew; what is not met, empty where a run may begin. Never rejects for a fault of an instrument. */
  check(): Promise<Breach[]>
  /** By the last readings; nothing is asked. */
  states(): LimitState[]
  /**
   * Tells once of each breach that lasted longer than its `for_s`, from now until the answer is called, and raises an alarm of
   * it; readings and events meanwhile are kept with `work`.
   */
  watch(onBreach: (breach: Breach) => void, work?: string): () => void
  /** A precondition is met, or no longer. */
  onChange(listener: (state: LimitState) => void): () => void
  start(): void
  close(): void
}

interface LimitsOptions {
  readonly registry: Registry
  /** Of the lab profile as it is now. */
  readonly preconditions: () => readonly LabPrecondition[]
  readonly records: Pick<LabRecords, 'experiment' | 'alarms' | 'works' | 'begin'>
  readonly now?: () => number
  /** Between two looks while something is watched; five times as long otherwise. Half of `max_age_s` is the most in any case. */
  readonly pollMs?: number
}

interface Watcher {
  readonly work: string | null
  readonly watch: ReturnType<typeof createLimitWatch>
  onBreach(breach: Breach): void
}

export function createRunLimits({
  registry,
  preconditions,
  records,
  now = Date.now,
  pollMs = 1_000,
}: LimitsOptions): RunLimits {
  const watchers = new Set<Watcher>()
  const listeners = new Listeners<LimitState>()
  /** Places that are being read: one that hangs does not keep the others from being read. */
  const reading = new Map<string, Promise<void>>()
  const askedAt = new Map<string, number>()
  const statuses = new Map<string, string>()
  let timer: NodeJS.Timeout | null = null

  const statusOf = (id: string) => registry.list().find(one => one.id === id)
  const missingWhy = (id: string): string | null => {
    const status = statusOf(id)
    if (!status) return `there is no instrument ${id} in the lab profile`
    return status.instrument ? null : (status.problem?.message ?? `it is ${status.state}`)
  }
  const stateOf = (precondition: LabPrecondition): LimitState => {
    const { instrument: id, parameter, channel } = precondition
    const latest = registry.latest(id, parameter, channel)
    const status = statusOf(id)
    return {
      ...{ precondition, reading: latest },
      breach: checkPrecondition(precondition, latest, now(), missingWhy(id)),
      simulated: status?.instrument?.connection.simulated ?? status?.address.kind === 'twin',
    }
  }
  /** Its own reading goes past leases: it changes nothing, and a run that holds the sensor needs it most. */
  const read = ({ instrument: id, parameter, channel }: LabPrecondition): Promise<void> => {
    const key = JSON.stringify([id, parameter, channel])
    const running = reading.get(key)
    if (running) return running
    const instrument = statusOf(id)?.instrument
    if (!instrument) return Promise.resolve()
    askedAt.set(key, now())
    const asked = instrument
      .get(parameter, { channel, cause: SERVICE })
      .then(
        () => {},
        // It stays unread and grows old, which is a breach of its own.
        error => {
          if (!isFault(error)) throw error
        },
      )
      .finally(() => reading.delete(key))
    reading.set(key, asked)
    return asked
  }
  const tellChange = (state: LimitState) => {
    const { precondition, breach, simulated } = state
    const status = breach?.code ?? 'met'
    const before = statuses.get(precondition.id) ?? 'met'
    statuses.set(precondition.id, status)
    if (status === before) return
    records.experiment.add(
      {
        ...{ event: 'limit', instrument_id: precondition.instrument, simulated, actor: SERVICE.actor },
        text: breach ? breach.message : `${precondition.label} is met again`,
        details: { precondition: precondition.id, status },
      },
      [...records.works],
    )
    listeners.tell(state)
  }
  const look = (states: readonly LimitState[]) => {
    for (const state of states) tellChange(state)
    const breaches = states.flatMap(({ breach }) => breach ?? [])
    for (const { watch, work, onBreach } of watchers)
      for (const breach of watch.look(breaches, now())) {
        raise(breach, work)
        onBreach(breach)
      }
  }
  const raise = ({ precondition: { id, instrument }, code, message }: Breach, work: string | null) => {
    const { simulated } = states().find(({ precondition }) => precondition.id === id) ?? { simulated: false }
    records.alarms.raise({ ...{ code, message, work, simulated }, instrument_id: instrument, precondition_id: id })
    records.experiment.add({
      ...{ event: 'alarm', instrument_id: instrument, simulated, text: message, actor: SERVICE.actor, work },
      details: { precondition: id, code },
    })
  }
  const states = () => preconditions().map(stateOf)
  const tick = () => {
    const interval = watchers.size > 0 ? pollMs : 5 * pollMs
    for (const one of preconditions()) {
      const key = JSON.stringify([one.instrument, one.parameter, one.channel])
      const due = (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) + Math.min(interval, 500 * one.max_age_s)
      if (now() >= due - pollMs / 10) void read(one)
    }
    look(states())
  }

  return {
    async check() {
      await Promise.all(preconditions().map(read))
      const found = states()
      for (const state of found) tellChange(state)
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
    onChange: listeners.add,
    start() {
      timer ??= setInterval(tick, pollMs)
      timer.unref()
    },
    close() {
      if (timer) clearInterval(timer)
      timer = null
    },
  }
}
