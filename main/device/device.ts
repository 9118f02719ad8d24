/** The devices of a lab: each backend's sequencer with its arbiter, and who has it. */
import type { SequencerProfile } from '../sequencer/profile/profile'
import { type Arbiter, createArbiter, type QueuedWork, type WorkKind } from './arbiter'
import type { ConfiguredSequencer, DeviceParts, DeviceQueue, LeaseOptions } from './device-options'
import { DeviceFailure, deviceFailureOf, endText } from './failures'
import { type LeaseWork, leased } from './lease'
import type { Holder } from './order-of-arrival'
import type { DeviceSession } from './session'
import { type SharedHolds, sharedHolds } from './shared-holds'

export interface Device {
  /** Id of the sequencer in the registry. */
  readonly id: string
  readonly profile: SequencerProfile
  readonly simulated: boolean
  readonly decay: ConfiguredSequencer['decay']
  busy(): boolean
  /**
   * Announces a run or job that will ask for a lease; work announced later is served later. Returns a function to call when it is
   * over.
   */
  announce(kind: WorkKind): () => void
  queue(): DeviceQueue
  /** Where a run or job that waits in its own queue stands among all that has arrived for the device: 1 is next. */
  positionOf(kind: WorkKind, waiting: QueuedWork): number
  /**
   * Leases the device for a whole run or job, in the order of arrival, entropy sources last. Rejects with the signal's reason, or
   * with a DeviceFailure that names what is missing or not met.
   */
  lease(holder: Holder, options?: LeaseOptions): Promise<DeviceSession>
  /**
   * Reports work that the previous process left unfinished, so that its instruments are set to the values that the lab wants after
   * an abort. Returns a function to call if the work turns out to be complete: nothing is set then.
   */
  abandoned(work: string): () => void
}

export interface Devices {
  /** Null for a backend without a sequencer. */
  deviceOf(backend_id: string): Device | null
  list(): readonly Device[]
}

export function createDevices(parts: DeviceParts): Devices {
  const shared = sharedHolds(parts.registry)
  const known = new Map<string, Device>()
  /** One device for each id: its queue outlives its connection. */
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
  /** The sequencer as the lab has it now, or as it was before it left the lab. */
  let last = first
  const latest = (): ConfiguredSequencer => {
    last = parts.sequencers.find(one => one.id === id) ?? last
    return last
  }
  const arbiter: Arbiter = createArbiter(() => parts.onLease?.(id, queue()))
  const queue = (): DeviceQueue => ({ holder: arbiter.holder(), waiting: arbiter.waiting() })
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
    positionOf: arbiter.positionOf,
    queue,
    lease: (holder, options = {}) => lease({ sequencer: latest(), parts, shared, arbiter, holder, options }),
    abandoned(work) {
      parts.onDrivePending?.(work, idsOf(latest()))
      return () => parts.onDriveCleared?.(work)
    },
  }
}

const idsOf = ({ id, instruments }: ConfiguredSequencer) => [id, ...instruments.map(one => one.id)]

/** Leases the device. Once the work has begun, its end is reported by `onDriveCleared` or `onBrokenOff`. */
async function lease(
  asked: Pick<LeaseWork, 'sequencer' | 'parts' | 'shared' | 'arbiter' | 'holder' | 'options'>,
): Promise<DeviceSession> {
  const { sequencer, parts, holder, options } = asked
  const ending = new AbortController()
  let begun = false
  const cancel = () => ending.abort(options.signal?.reason)
  let isReported = false
  /** Reports only the first reason, which is the cause of the rest. */
  const onBroken = (reason: unknown) => {
    if (!isReported) parts.onEvent?.(holder, sequencer.id, endText(begun ? 'during' : 'before', reason))
    isReported = true
  }
  ending.signal.addEventListener('abort', () => begun && onBroken(ending.signal.reason))
  const undo: (() => void)[] = [() => options.signal?.removeEventListener('abort', cancel)]
  const release = () => {
    const steps = undo.splice(0).reverse()
    for (const one of steps) one()
    if (steps.length === 0 || !begun) return
    if (hasBrokenOff(ending.signal)) reportBrokenOff(parts, holder.id, idsOf(sequencer))
    else parts.onDriveCleared?.(holder.id)
  }
  const onGranted: LeaseOptions['onGranted'] = async known => {
    await options.onGranted?.(known)
    parts.onDrivePending?.(holder.id, idsOf(sequencer))
    begun = true
  }
  if (options.signal?.aborted) cancel()
  options.signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await leased({ ...asked, options: { ...options, onGranted }, ending, undo, release, onBroken })
  } catch (error) {
    release()
    const { signal } = options.signal?.aborted ? { signal: options.signal } : ending
    const reason = signal.aborted ? signal.reason : (deviceFailureOf(error) ?? error)
    onBroken(reason)
    throw reason
  }
}

function reportBrokenOff({ registry, onBrokenOff }: DeviceParts, work: string, ids: readonly string[]): void {
  onBrokenOff?.(
    work,
    ids.filter(id => registry.leases.holderOf(id) === null),
  )
}

/** False after a safe state, which is driven already, and for an entropy source that yields, since it has set nothing. */
const hasBrokenOff = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DeviceFailure && ['safe_state', 'yielded'].includes(reason.code))
