/** From a position in the queue to a session: turn, leases, instruments, limits, settings. */
import type { MachineProgress } from '../contract/instruments/lab'
import { isoTime } from '../contract/model/iso-time'
import type { Instrument } from '../instruments/drivers/instrument'
import type { Cause } from '../instruments/model/request'
import type { Registry } from '../instruments/registry/registry'
import type { Arbiter } from './arbiter'
import type { ConfiguredSequencer, DeviceParts, LeaseOptions } from './device-options'
import { DeviceFailure } from './failures'
import { reportHeldInstruments, watchInstruments } from './held-instruments'
import { outputsBeyondLimits } from './limited-outputs'
import type { Holder } from './order-of-arrival'
import { checkedText, knownInstrument, recordedInstrument, usedSequencer } from './provenance'
import { beginSession, type DeviceSession, endWith } from './session'
import { SHARED_HOLDER, type SharedHolds } from './shared-holds'

/** Work that asks for the device, and how it ends. */
export interface LeaseWork {
  readonly sequencer: ConfiguredSequencer
  readonly parts: DeviceParts
  readonly shared: SharedHolds
  readonly arbiter: Arbiter
  readonly holder: Holder
  readonly options: LeaseOptions
  readonly ending: AbortController
  /** Functions that the release calls, last first. */
  readonly undo: (() => void)[]
  readonly release: () => void
  readonly onBroken: (reason: unknown) => void
}

/**
 * Longest wait for the registry's first search, in milliseconds: work of the previous process may resume before that search is
 * over.
 */
const FIRST_LOOK_MS = 30_000

/** Waits for instruments that have not been searched for yet. */
async function lookedFor(registry: Registry, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const unknown = registry.list().filter(one => ids.includes(one.id) && one.instrument === null && one.problem === null)
  const looked = unknown.map(({ id }) => registry.whenReady(id, FIRST_LOOK_MS).catch(() => undefined))
  await untilAborted(Promise.all(looked), signal)
}

/** Holders in words, such as `flux-dac (key operator)`; null where only work on devices holds instruments, since it shares them. */
function heldByOthers({ leases }: Pick<Registry, 'leases'>, ids: readonly string[]): string | null {
  const held = ids.flatMap(id => {
    const holder = leases.holderOf(id)
    return holder === null || holder.id === SHARED_HOLDER ? [] : [`${id} (${holder.label})`]
  })
  return held.length === 0 ? null : held.join(', ')
}

/** Resolves once `done` does; rejects with the signal's reason if the signal aborts before. */
async function untilAborted(done: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const stop = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([done, stop])
  signal.throwIfAborted()
}

/** Ends the work. Only the first call has an effect: its reason is the cause of the rest. */
type EndWork = (
  code: 'safe_state' | 'instrument_lost' | 'limit_breached' | 'sensor_invalid' | 'yielded',
  why: string,
) => void

/** Turn, leases, instruments, limits, settings, in this order; each step is undone by the release. */
export async function leased(work: LeaseWork): Promise<DeviceSession> {
  const { sequencer, parts, holder, options, ending, undo, release, onBroken } = work
  const { registry, guards, now } = parts
  const end: EndWork = (code, why) => endWith(ending, new DeviceFailure(code, why))
  const onProgress = (progress: MachineProgress) => {
    options.onProgress?.(progress)
    parts.onProgress?.(progress)
  }
  const stage = (phase: 'waiting' | 'checking' | 'done') =>
    onProgress({
      work: holder.id,
      kind: holder.kind,
      instrument_id: sequencer.id,
      simulated: sequencer.simulated,
      phase,
      batch: null,
      batches: null,
      bytes: 0,
      errors: [],
      at: isoTime(now()),
    })
  stage('waiting')
  undo.push(() => stage('done'))
  await takeTurnAndLeases(work, end)
  const instruments = await connectedInstruments(work, end)
  stage('checking')
  const cause = { actor: holder.label, work: holder.id }
  await checkLimits(work, instruments, cause)
  if (guards) undo.push(guards.watch(({ code, message }) => end(code, message), holder.id))
  const others = instruments.slice(1).map((instrument, i) => {
    const { label, role } = sequencer.instruments[i]!
    return { instrument, label, role }
  })
  await options.onGranted?.({
    control_instruments: others.map(held => knownInstrument({ ...held, leased: true, start: null, errors_start: [] })),
    sequencers: [usedSequencer(recordedInstrument(instruments[0]!, sequencer.label), sequencer)],
  })
  ending.signal.throwIfAborted()
  const { onTraffic = () => () => {} } = parts
  const held = reportHeldInstruments({ holder, instruments: instruments.slice(1), onTraffic, onProgress, now })
  undo.push(held.end)
  const watched = await watchInstruments(others, held, options.snapshots ? cause : null)
  const onEvent = (text: string) => parts.onEvent?.(holder, sequencer.id, text)
  onEvent(checkedText(watched, guards !== undefined))
  return beginSession({
    registry,
    sequencer,
    profile: sequencer.profile,
    holder,
    watched,
    ending,
    now,
    onProgress,
    onEvent,
    onBroken,
    release,
  })
}

/** Takes the sequencer's turn and its lease, then the leases of its instruments, which all work on devices shares. */
async function takeTurnAndLeases(work: LeaseWork, end: EndWork): Promise<void> {
  const { sequencer, parts, shared, arbiter, holder, options, undo } = work
  const { registry } = parts
  const { signal } = work.ending
  const onYield = () => end('yielded', 'the entropy source gives the device to whoever waits for it')
  undo.push(await arbiter.turn(holder, { signal, onPosition: options.onPosition, onYield }))
  const ids = sequencer.instruments.map(({ id }) => id)
  if (parts.whenPendingDriven) await untilAborted(parts.whenPendingDriven([sequencer.id, ...ids]), signal)
  const held_by = heldByOthers(registry, [sequencer.id, ...ids])
  if (held_by !== null) options.onHeld?.(held_by)
  const onRevoked = () => end('safe_state', `the safe state took ${sequencer.label} away`)
  const lease = await registry.leases.acquire([sequencer.id], holder, { signal, onRevoked })
  undo.push(lease.release)
  undo.push(
    await shared.join(ids, holder, { signal, onRevoked: id => end('safe_state', `the safe state took ${id} away`) }),
  )
  if (held_by !== null) options.onHeld?.(null)
}

/** The connected instruments, the sequencer first; the loss of any ends the work. */
async function connectedInstruments(work: LeaseWork, end: EndWork): Promise<Instrument[]> {
  const { sequencer, parts, holder, undo } = work
  const { registry } = parts
  const all = [sequencer, ...sequencer.instruments]
  await lookedFor(
    registry,
    all.map(({ id }) => id),
    work.ending.signal,
  )
  const instruments = all.map(({ id, label }) => presentInstrument(registry, id, { label, sequencer, holder }))
  undo.push(
    registry.onChange(id => {
      const instrument = instruments.find(one => one.id === id)
      if (!instrument?.failure) return
      const { message, remedy } = instrument.failure
      // The message of a fault may begin with the instrument's id, which the sentence below names already.
      const why = message.startsWith(`${id}: `) ? message.slice(id.length + 2) : message
      end('instrument_lost', `${id} was lost: ${why}; ${remedy}`)
    }),
  )
  return instruments
}

/** Throws `precondition_failed`, with all that is not met. */
async function checkLimits(
  { sequencer, parts }: LeaseWork,
  instruments: readonly Instrument[],
  cause: Cause,
): Promise<void> {
  const limited = sequencer.instruments.map(({ outputs = [] }, at) => ({ instrument: instruments[at + 1]!, outputs }))
  const violations = [
    ...((await parts.guards?.check()) ?? []).map(({ code, message }) => ({ code, message })),
    ...(await outputsBeyondLimits(limited, cause)).map(message => ({ code: 'limit_breached', message })),
  ]
  if (violations.length > 0)
    throw new DeviceFailure('precondition_failed', violations.map(({ message }) => message).join('; '), { violations })
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
    const whichAreNeeded =
      id === sequencer.id
        ? ''
        : '. A run needs every instrument but those of the role other that no channel or precondition names'
    throw new DeviceFailure(
      'instrument_missing',
      `${label} is not ready: ${(error as Error).message}${whichAreNeeded}`,
      {
        instrument: id,
      },
    )
  }
}
