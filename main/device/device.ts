/** The devices of a lab: each backend's sequencer with its arbiter, and what a lease checks, holds and watches. */

import type { MachineProgress } from '../contract/instruments/lab'
import { isoTime } from '../contract/model/iso-time'
import type { Instrument } from '../instruments/drivers/instrument'
import type { Registry } from '../instruments/registry/registry'
import type { Breach } from '../instruments/safety/preconditions'
import type { Logger } from '../log/log'
import type { SequencerAddress } from '../sequencer/host/sequencer'
import type { SequencerProfile } from '../sequencer/profile/profile'
import { type Arbiter, createArbiter, type Holder, type WorkLine } from './arbiter'
import { DeviceFailure, deviceFailureOf } from './failures'
import { type Traffic, tellHeldInstruments, watchInstruments } from './held-instruments'
import { checkedText } from './provenance'
import { beginSession, type DeviceSession, endWith } from './session'
import { SHARED_HOLDER, type SharedHolds, sharedHolds } from './shared-holds'

/** A sequencer as the lab profile names it, by its id in the registry. */
interface ConfiguredSequencer extends SequencerAddress {
  readonly id: string
  readonly label: string
  /** Live backends that it plays for. */
  readonly backend_ids: readonly string[]
  readonly profile: SequencerProfile
  /** Whether a twin stands behind it. */
  readonly simulated: boolean
  /** How qubits of a twin decay while they wait; null where a real chip does. */
  readonly decay: 'exact' | 'twirled' | null
  /** Named in records with their settings before and after. */
  readonly instruments: readonly { readonly id: string; readonly label: string }[]
}

/** Limits on readings, before a lease begins its work and while it goes on. */
interface Guards {
  /** What is not met now. */
  check(): Promise<readonly Breach[]>
  /** Told of what is no longer met for longer than it may, for this run or job; the answer ends the watch. */
  watch(onBreach: (breach: Breach) => void, work: string): () => void
}

export interface DeviceParts {
  readonly registry: Registry
  /** As the lab is now: read for each lease. */
  readonly sequencers: readonly ConfiguredSequencer[]
  readonly guards?: Guards
  readonly log: Pick<Logger, 'error'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told of leases and queues as they change. */
  readonly onLease?: (sequencer: string, lease: DeviceQueue) => void
  readonly onProgress?: (progress: MachineProgress) => void
  /** What goes to and from instruments; left out: nobody counts it. */
  readonly onTraffic?: (listener: (passed: Traffic) => void) => () => void
  /** What a run or job did to the machine, in a sentence, for the experiment log. */
  readonly onHappening?: (holder: Holder, sequencer: string, text: string) => void
  /** Told of work that broke off, once it has let go, and of its instruments that nobody else holds. */
  readonly onBrokenOff?: (work: string, instruments: readonly string[]) => void
}

interface DeviceQueue {
  readonly holder: Holder | null
  /** In the order in which they will be served. */
  readonly waiting: readonly Holder[]
}

interface LeaseOptions {
  /** Leaves the queue, or ends the work. */
  readonly signal?: AbortSignal | undefined
  /** Place in the queue whenever it changes: 1 is next, 0 has it. */
  readonly onPlace?: ((place: number) => void) | undefined
  readonly onProgress?: ((progress: MachineProgress) => void) | undefined
  /** Reads all settings before and after; left out for short work. */
  readonly snapshots?: boolean | undefined
}

export interface Device {
  /** Of the sequencer, in the registry. */
  readonly id: string
  readonly profile: SequencerProfile
  readonly simulated: boolean
  readonly decay: ConfiguredSequencer['decay']
  busy(): boolean
  /** A run or job has arrived that will ask for a lease: nobody who comes later has one before. Answers what says that it is over. */
  announce(line: WorkLine): () => void
  queue(): DeviceQueue
  /**
   * For a whole run or job: in the order of arrival, the entropy source behind everyone. Rejects with the signal's reason, or
   * with a DeviceFailure that names what is missing or not met, and where.
   */
  lease(holder: Holder, options?: LeaseOptions): Promise<DeviceSession>
  /** Of work that ended with the process before: its instruments go where the lab wants them then, once they are found. */
  abandoned(work: string): void
}

export interface Devices {
  /** Null for a backend that no sequencer plays for. */
  deviceOf(backend_id: string): Device | null
  list(): readonly Device[]
}

export function createDevices(parts: DeviceParts): Devices {
  const shared = sharedHolds(parts.registry)
  const known = new Map<string, Device>()
  /** One for each id, whatever becomes of its connection: the queue before it stays. */
  const deviceFor = (sequencer: ConfiguredSequencer): Device => {
    const device = known.get(sequencer.id) ?? createDevice(sequencer, parts, shared)
    known.set(sequencer.id, device)
    return device
  }
  return {
    deviceOf(backend_id) {
      const sequencer = parts.sequencers.find(({ backend_ids }) => backend_ids.includes(backend_id))
      return sequencer ? deviceFor(sequencer) : null
    },
    list: () => parts.sequencers.map(deviceFor),
  }
}

function createDevice(first: ConfiguredSequencer, parts: DeviceParts, shared: SharedHolds): Device {
  const { id } = first
  /** As the lab is now; what it was, once it has left the lab. */
  let last = first
  const latest = (): ConfiguredSequencer => {
    last = parts.sequencers.find(one => one.id === id) ?? last
    return last
  }
  const arbiter: Arbiter = createArbiter(() => parts.onLease?.(id, queue()))
  const queue = (): DeviceQueue => ({ holder: arbiter.holder(), waiting: arbiter.waiting() })
  const idsOf = (sequencer: ConfiguredSequencer) => [id, ...sequencer.instruments.map(one => one.id)]
  const brokenOff = (work: string, ids: readonly string[]): void => {
    const free = ids.filter(id => parts.registry.leases.holderOf(id) === null)
    parts.onBrokenOff?.(work, free)
  }
  return {
    id,
    get profile() {
      return latest().profile
    },
    get simulated() {
      return latest().simulated
    },
    get decay() {
      return latest().decay
    },
    busy: () => arbiter.holder() !== null,
    announce: arbiter.announce,
    queue,
    async lease(holder, options = {}) {
      const sequencer = latest()
      const ending = new AbortController()
      let begun = false
      const cancel = () => ending.abort(options.signal?.reason)
      const undo: (() => void)[] = [() => options.signal?.removeEventListener('abort', cancel)]
      const release = () => {
        const steps = undo.splice(0).reverse()
        for (const one of steps) one()
        if (steps.length > 0 && begun && hasBrokenOff(ending.signal)) brokenOff(holder.id, idsOf(sequencer))
      }
      if (options.signal?.aborted) cancel()
      options.signal?.addEventListener('abort', cancel, { once: true })
      try {
        const session = await leased({ sequencer, parts, shared, arbiter, holder, options, ending, undo, release })
        begun = true
        return session
      } catch (error) {
        release()
        if (options.signal?.aborted) throw options.signal.reason
        throw ending.signal.aborted ? ending.signal.reason : (deviceFailureOf(error) ?? error)
      }
    },
    abandoned(work) {
      const ids = idsOf(latest())
      const never = new AbortController().signal
      void lookedFor(parts.registry, ids, never).then(() => brokenOff(work, ids))
    },
  }
}

/** The safe state has been driven already, and who yields has set nothing. */
const hasBrokenOff = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DeviceFailure && ['safe_state', 'yielded'].includes(reason.code))

interface LeaseWork {
  readonly sequencer: ConfiguredSequencer
  readonly parts: DeviceParts
  readonly shared: SharedHolds
  readonly arbiter: Arbiter
  readonly holder: Holder
  readonly options: LeaseOptions
  readonly ending: AbortController
  /** What the release undoes, last first. */
  readonly undo: (() => void)[]
  readonly release: () => void
}

/** The registry looks for everything once after the start: work of the last process does not wait for anybody to submit it. */
const FIRST_LOOK_MS = 30_000

/** Waits for what nobody has looked for yet. */
async function lookedFor(registry: Registry, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const unknown = registry.list().filter(one => ids.includes(one.id) && one.instrument === null && one.problem === null)
  const stop = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  const looked = unknown.map(({ id }) => registry.whenReady(id, FIRST_LOOK_MS).catch(() => undefined))
  await Promise.race([Promise.all(looked), stop])
  signal.throwIfAborted()
}

/** Queue, leases, instruments, limits, settings, in this order; each step is undone by the release. */
async function leased(work: LeaseWork): Promise<DeviceSession> {
  const { sequencer, parts, shared, arbiter, holder, options, ending, undo, release } = work
  const { registry, guards, now } = parts
  const { signal } = ending
  const end = (code: 'safe_state' | 'instrument_lost' | 'limit_breached' | 'sensor_invalid' | 'yielded', why: string) =>
    endWith(ending, new DeviceFailure(code, why))
  const onProgress = (progress: MachineProgress) => {
    options.onProgress?.(progress)
    parts.onProgress?.(progress)
  }
  const stage = (phase: 'waiting' | 'checking' | 'done') =>
    onProgress({
      ...{ work: holder.id, kind: holder.kind, instrument_id: sequencer.id, simulated: sequencer.simulated, phase },
      ...{ batch: null, batches: null, bytes: 0, errors: [], at: isoTime(now()) },
    })
  stage('waiting')
  undo.push(() => stage('done'))
  const onYield = () => end('yielded', 'the entropy source gives the device to whoever waits for it')
  undo.push(await arbiter.turn(holder, { signal, onPlace: options.onPlace, onYield }))
  const onRevoked = () => end('safe_state', `the safe state took ${sequencer.label} away`)
  const lease = await registry.leases.acquire([sequencer.id], holder, { signal, onRevoked })
  undo.push(lease.release)
  const ids = sequencer.instruments.map(({ id }) => id)
  undo.push(
    await shared.join(ids, holder, { signal, onRevoked: id => end('safe_state', `the safe state took ${id} away`) }),
  )

  const all = [sequencer, ...sequencer.instruments]
  await lookedFor(
    registry,
    all.map(({ id }) => id),
    signal,
  )
  const instruments = all.map(({ id, label }) => presentInstrument(registry, id, { label, sequencer, holder }))
  undo.push(
    registry.onChange(id => {
      const instrument = instruments.find(one => one.id === id)
      if (!instrument?.failure) return
      const { message, remedy } = instrument.failure
      end('instrument_lost', `${id} was lost: ${message}; ${remedy}`)
    }),
  )
  stage('checking')
  const breaches = (await guards?.check()) ?? []
  if (breaches.length > 0) {
    const message = breaches.map(breach => breach.message).join('; ')
    throw new DeviceFailure('precondition_failed', message, {
      violations: breaches.map(({ code, message }) => ({ code, message })),
    })
  }
  if (guards) undo.push(guards.watch(({ code, message }) => end(code, message), holder.id))
  const others = instruments.slice(1).map((instrument, i) => ({ instrument, label: sequencer.instruments[i]!.label }))
  const { onTraffic = () => () => {} } = parts
  const held = tellHeldInstruments({ holder, instruments: instruments.slice(1), onTraffic, onProgress, now })
  undo.push(held.end)
  const watched = await watchInstruments(
    others,
    held,
    options.snapshots ? { actor: holder.label, work: holder.id } : null,
  )
  const onHappening = (text: string) => parts.onHappening?.(holder, sequencer.id, text)
  onHappening(checkedText(watched, guards !== undefined))
  return beginSession({
    registry,
    sequencer,
    profile: sequencer.profile,
    holder,
    watched,
    ending,
    now,
    onProgress,
    onHappening,
    release,
  })
}

/** Throws `instrument_missing`, naming which and why. */
function presentInstrument(
  registry: Registry,
  id: string,
  { label, sequencer, holder }: { label: string; sequencer: ConfiguredSequencer; holder: Holder },
): Instrument {
  try {
    return registry.use(id, id === sequencer.id ? holder.id : SHARED_HOLDER)
  } catch (error) {
    throw new DeviceFailure('instrument_missing', `${label} is not ready: ${(error as Error).message}`, {
      instrument: id,
    })
  }
}
