/** Safe states without a button: at quitting, after a run that broke off, and once a lost link is back. */
import { atSafeValuesText, notReachedText, valuesTogether } from '../../contract/instruments/value-text'
import type { Cause } from '../model/request'
import { SERVICE } from '../records/follow'
import type { LabRecords } from '../records/lab-records'
import type { Registry } from '../registry/registry'
import { isSimulatedStatus } from '../registry/slots'
import { createDrivesUnderLease } from './drives-under-lease'
import type { ChannelPolicy, Occasion, SafeOutcome } from './safe-states'

export interface AutomaticSafeStates {
  /**
   * Drives `on_quit` before ports close, after the drives of `on_abort` that have begun. Always resolves, within the ramp time and
   * 5 s of each.
   */
  quit(): Promise<SafeOutcome[]>
  /** Drives `on_abort` of these instruments after the run or job has released them. Always resolves. */
  aborted(work: string, instruments: readonly string[]): Promise<SafeOutcome[]>
  /**
   * Notes that work sets these instruments, or did in the previous process: unless `clearPending` or `aborted` follows,
   * `drivePending` drives them.
   */
  addPending(work: string, instruments: readonly string[]): void
  /** Notes that work leaves its instruments as they are. */
  clearPending(work: string): void
  /**
   * To be called once, at the start: drives the instruments of work that a kill broke off once they are found, except those that
   * other work holds.
   */
  drivePending(): Promise<void>
  /** Resolves once `drivePending` has nothing left to do with these instruments. */
  whenPendingDriven(instruments: readonly string[]): Promise<void>
  /** Stops looking for links that come back. */
  close(): void
}

/**
 * Instruments of work that is under way, or that broke off and whose `on_abort` drive is not done yet; the list outlives the
 * process.
 */
export interface PendingDrives {
  add(work: string, instruments: readonly string[]): void
  clear(work: string): void
  list(): ReadonlyMap<string, readonly string[]>
}

interface PendingDrive {
  readonly instruments: readonly string[]
  readonly done: Promise<void>
}

interface AutomaticParts {
  readonly registry: Registry
  /** Policies of the current lab profile. */
  readonly policies: () => readonly ChannelPolicy[]
  readonly records: Pick<LabRecords, 'experiment' | 'alarms'>
  readonly pending: PendingDrives
}

/** Milliseconds to wait for an instrument at the start; one that is still missing is reported as unreachable. */
const FIRST_LOOK_MS = 30_000

const REASONS = {
  on_quit: 'The service stops',
  on_abort: 'The run broke off',
  on_link_lost: 'The link was lost',
} as const

export function createAutomaticSafeStates({
  registry,
  policies,
  records,
  pending,
}: AutomaticParts): AutomaticSafeStates {
  const held = createDrivesUnderLease(registry)
  const drive = async (occasion: Exclude<Occasion, 'button'>, cause: Cause, instruments: readonly string[]) => {
    const known = registry.list().flatMap(({ id }) => (instruments.includes(id) ? [id] : []))
    const drives = known.map(id => held.drive(id, { policies: policies(), occasion, cause }))
    const outcomes = (await Promise.all(drives)).flat()
    for (const outcome of outcomes) report(outcome, REASONS[occasion], cause)
    return outcomes
  }
  const report = ({ instrument, outcome, values, problem }: SafeOutcome, reason: string, cause: Cause) => {
    if (outcome === 'held') return
    const status = registry.list().find(({ id }) => id === instrument)
    const label = status?.label ?? instrument
    const simulated = status !== undefined && isSimulatedStatus(status)
    const text =
      outcome === 'safe'
        ? `${reason}: ${atSafeValuesText(label, values)}`
        : `${reason}: ${label} is unreachable (${problem?.message}); ${notReachedText(values, valuesTogether(values))}`
    const about = { instrument_id: instrument, simulated, work: cause.work }
    records.experiment.add({ ...about, event: 'safe_state', text, actor: cause.actor, details: { outcome } })
    if (outcome === 'unreachable') records.alarms.raise({ ...about, code: 'safe_state', message: text })
  }

  const lost = new Set<string>()
  /** Instruments that this service has reached: it has never set any other. */
  const reached = new Set(registry.list().flatMap(({ id, state }) => (state === 'ready' ? [id] : [])))
  const stop = registry.onChange(id => {
    const state = registry.list().find(one => one.id === id)?.state
    if (state === 'lost') lost.add(id)
    if (state === 'ready') reached.add(id)
    if (state === undefined) reached.delete(id)
    if (state === 'ready' && lost.delete(id)) void drive('on_link_lost', SERVICE, [id])
  })
  let closed = false
  const driving = new Map<string, Promise<SafeOutcome[]>>()
  const driveAndClear = async (work: string, instruments: readonly string[]) => {
    const outcomes = await drive('on_abort', { actor: SERVICE.actor, work }, instruments)
    if (!closed) pending.clear(work)
    return outcomes
  }
  /** Drives once at a time for each run or job. */
  const aborted = (work: string, instruments: readonly string[]) => {
    pending.add(work, instruments)
    const drive = driving.get(work) ?? driveAndClear(work, instruments).finally(() => driving.delete(work))
    driving.set(work, drive)
    return drive
  }
  const driveOnceReady = async (work: string, instruments: readonly string[]) => {
    const known = instruments.filter(id => registry.list().some(one => one.id === id))
    await Promise.all(known.map(id => registry.whenReady(id, FIRST_LOOK_MS).catch(() => undefined)))
    if (!closed && pending.list().has(work)) await aborted(work, known.filter(held.isFree))
  }
  let begin: (left: PendingDrive[]) => void = () => {}
  const begun = new Promise<PendingDrive[]>(resolve => {
    begin = resolve
  })
  return {
    addPending: pending.add,
    clearPending: pending.clear,
    async drivePending() {
      const all = [...pending.list()].map(([work, instruments]) => ({
        instruments,
        done: driveOnceReady(work, instruments),
      }))
      begin(all)
      await Promise.all(all.map(({ done }) => done))
    },
    async whenPendingDriven(ids) {
      const theirs = (await begun).filter(({ instruments }) => instruments.some(id => ids.includes(id)))
      await Promise.all(theirs.map(({ done }) => done))
    },
    aborted,
    async quit() {
      // The stop may have broken off work a moment ago: the drives of that work are completed first, ramps included.
      await Promise.all(driving.values())
      return drive('on_quit', SERVICE, [...reached])
    },
    close() {
      closed = true
      stop()
    },
  }
}
