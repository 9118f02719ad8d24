import { isoTime } from '../../contract/model/iso-time'
import type { Instrument } from '../drivers/instrument'
import { parameterNamed, unitOf } from '../drivers/parameter-spec'
import type { DriverFile } from '../drivers/schema'
import { InstrumentError, isFault } from '../model/fault'
import type { Cause, InstrumentValue } from '../model/request'
import type { Registry } from '../registry/registry'
import { rampTogether } from './ramp'

/** The button drives everything that has a safe value; the others follow each channel's own policy. */
export type Occasion = 'button' | 'on_quit' | 'on_abort' | 'on_link_lost'

/** Policy of the lab profile for one channel, which replaces the driver file's. */
export interface ChannelPolicy {
  readonly instrument: string
  readonly parameter: string
  readonly channel: string | null
  readonly safe_value?: InstrumentValue
  readonly on_quit?: 'hold' | 'safe'
  readonly on_abort?: 'hold' | 'safe'
  readonly on_link_lost?: 'hold' | 'safe'
  readonly ramp?: { readonly step: number; readonly interval_ms: number }
}

export interface SafeOutcome {
  readonly instrument: string
  /** `held`: nothing of it has a safe state on this occasion. */
  readonly outcome: 'safe' | 'held' | 'unreachable'
  /** Values read back where `safe`; the last known ones where `unreachable`. */
  readonly values: readonly {
    readonly parameter: string
    readonly channel: string | null
    readonly value: InstrumentValue | null
    readonly unit: string | null
    /** RFC 3339; null where it was never read. */
    readonly read_at: string | null
  }[]
  readonly problem: InstrumentError | null
}

export interface SafeOptions {
  readonly registry: Registry
  readonly policies: readonly ChannelPolicy[]
  readonly occasion: Occasion
  readonly cause: Cause
  /** All unless some are named. */
  readonly instruments?: readonly string[]
}

/** Milliseconds allowed beside the ramp itself. */
const GRACE_MS = 5_000

/**
 * Drives all instruments at once, before every queue and lease, and always resolves. Each instrument is reported within
 * the planned time of its ramp and 5 s. A ramp that has not ended by then goes on, as its report says: an output that
 * stopped half way would be no safer.
 */
export const driveSafe = ({ instruments, ...options }: SafeOptions): Promise<SafeOutcome[]> =>
  Promise.all(
    options.registry
      .list()
      .filter(({ id }) => instruments?.includes(id) ?? true)
      .map(({ id }) => (options.occasion === 'button' ? pressed(id, options) : withinTime(id, options))),
  )

/** Drives of the button that are under way, by instrument. */
const underWay = new WeakMap<Registry, Map<string, Promise<SafeOutcome>>>()

/** A second press waits for the drive in progress: a new one would preempt it and begin again. */
function pressed(id: string, options: SafeOptions): Promise<SafeOutcome> {
  const drives = underWay.get(options.registry) ?? new Map<string, Promise<SafeOutcome>>()
  underWay.set(options.registry, drives)
  const drive = drives.get(id) ?? withinTime(id, options).finally(() => drives.delete(id))
  drives.set(id, drive)
  return drive
}

interface SafeTarget {
  readonly parameter: string
  readonly channel: string | null
  readonly value: InstrumentValue
  readonly ramp?: { readonly step: number; readonly interval_ms: number }
}

/** Drive of one instrument in progress. */
interface Attempt {
  readonly id: string
  readonly options: SafeOptions
  /** By `performance.now()`. */
  readonly started: number
  targets: readonly SafeTarget[]
  /** Planned milliseconds of the first ramp, which is the longest; null until its first values are read. */
  ramp_ms: number | null
  /** Whether it was reported as too late: nothing is begun any more. */
  isReported: boolean
}

/** Deadline by `performance.now()`; it moves once, when the time of the ramp is known. */
const deadlineOf = ({ started, ramp_ms }: Attempt): number => started + (ramp_ms ?? 0) + GRACE_MS

async function withinTime(id: string, options: SafeOptions): Promise<SafeOutcome> {
  const attempt: Attempt = {
    id,
    options,
    started: performance.now(),
    targets: [],
    ramp_ms: null,
    isReported: false,
  }
  let timer: NodeJS.Timeout | null = null
  const late = new Promise<SafeOutcome>(resolve => {
    timer = setInterval(() => {
      if (performance.now() < deadlineOf(attempt)) return
      attempt.isReported = true
      resolve(unreachable(attempt, missed(attempt)))
    }, 20)
  })
  try {
    return await Promise.race([driveOne(attempt), late])
  } finally {
    clearInterval(timer ?? undefined)
  }
}

function missed({ id, ramp_ms, started }: Attempt): InstrumentError {
  const within = `it did not reach its safe state within ${((performance.now() - started) / 1_000).toFixed(1)} s`
  const goesOn =
    ramp_ms === null ? '' : '; its ramp goes on as long as it answers, and another try reads how far it came'
  return new InstrumentError('safe_state_missed', within + goesOn, id)
}

async function driveOne(attempt: Attempt): Promise<SafeOutcome> {
  const { id, options } = attempt
  const { registry, occasion } = options
  if (occasion === 'button') registry.leases.revoke(id, 'safe_state')
  let instrument = registry.list().find(one => one.id === id)?.instrument ?? null
  const driver = instrument?.driver ?? registry.driverOf(id)
  // A policy of holding sends nothing: the port is not opened for it.
  if (driver && targetsOf({ id, driver }, options).length === 0) return held(id)
  for (let isLast = false; ; isLast = true) {
    try {
      instrument ??= await registry.reopen(id)
      if (attempt.isReported) return unreachable(attempt, missed(attempt))
      attempt.targets = targetsOf(instrument, options)
      if (attempt.targets.length === 0) return held(id)
      instrument.preempt()
      return { instrument: id, outcome: 'safe', values: await drive(instrument, attempt), problem: null }
    } catch (error) {
      // The button has preempted this drive and drives the instrument itself.
      if (isFault(error, 'preempted') && occasion !== 'button') return held(id)
      if (!isFault(error) || isLast || attempt.isReported)
        return unreachable(attempt, isFault(error) ? error : asFault(error, id))
      // A hung port is opened again, once.
      await instrument?.close()
      instrument = null
    }
  }
}

const held = (instrument: string): SafeOutcome => ({ instrument, outcome: 'held', values: [], problem: null })

const asFault = (error: unknown, id: string) =>
  new InstrumentError('safe_state_missed', `it did not reach its safe state (${String(error)})`, id)

/** Whether any parameter of the instrument is driven on the occasion. */
export function isDriven(id: string, options: Pick<SafeOptions, 'registry' | 'policies' | 'occasion'>): boolean {
  const driver = options.registry.driverOf(id)
  return driver !== null && targetsOf({ id, driver }, options).length > 0
}

function targetsOf(
  { id, driver }: Pick<Instrument, 'id' | 'driver'>,
  { policies, occasion }: Pick<SafeOptions, 'policies' | 'occasion'>,
): SafeTarget[] {
  return Object.entries(driver.parameters).flatMap(([parameter, { safe, channels, set }]) =>
    (channels ?? [null]).flatMap(channel => {
      const own = policies.find(one => one.instrument === id && one.parameter === parameter && one.channel === channel)
      const value = own?.safe_value ?? safe?.value
      if (value === undefined || !set) return []
      const policy = occasion === 'button' ? 'safe' : (own?.[occasion] ?? safe?.[occasion] ?? 'hold')
      return policy === 'safe' ? [{ parameter, channel, value, ...(own?.ramp && { ramp: own.ramp }) }] : []
    }),
  )
}

/** Switches first: an output that is off needs no ramp to be harmless, and a ramp takes its time. */
async function drive(instrument: Instrument, attempt: Attempt): Promise<SafeOutcome['values']> {
  const asking = { cause: attempt.options.cause, urgent: true }
  const read = new Map<SafeTarget, InstrumentValue | null>()
  const ramps = attempt.targets.flatMap(target =>
    typeof target.value === 'number' ? { target, ramp: { ...target, value: target.value, instrument } } : [],
  )
  for (const target of attempt.targets) {
    const { parameter, channel, value } = target
    if (typeof value === 'number') continue
    read.set(target, (await instrument.set(parameter, value, { ...asking, channel })).read_back)
  }
  const reached = await rampTogether(
    ramps.map(({ ramp }) => ramp),
    {
      ...asking,
      onPlanned: ramp_ms => {
        attempt.ramp_ms ??= ramp_ms
      },
    },
  )
  for (const [index, { target }] of ramps.entries()) read.set(target, reached[index] ?? null)
  return attempt.targets.map(target => ({
    ...lastKnown(target, attempt, instrument.driver),
    value: read.get(target) ?? null,
  }))
}

/** The value of an output that was read last, by any caller, and when. */
function lastKnown(
  { parameter, channel }: Pick<SafeTarget, 'parameter' | 'channel'>,
  { id, options }: Pick<Attempt, 'id' | 'options'>,
  driver: DriverFile | null,
): SafeOutcome['values'][number] {
  const { value = null, at = null } = options.registry.latest(id, parameter, channel) ?? {}
  return { parameter, channel, value, unit: driver && unitOf(parameterNamed(driver, parameter)), read_at: isoTime(at) }
}

/** Outcome with the last known values of the targets; where the instrument was not even opened, its driver file names them. */
function unreachable({ id, options, targets }: Attempt, problem: InstrumentError): SafeOutcome {
  const { registry } = options
  const driver = registry.driverOf(id)
  const wanted = targets.length > 0 || driver === null ? targets : targetsOf({ id, driver }, options)
  const known = wanted.map(target => lastKnown(target, { id, options }, driver))
  const values = targets.length > 0 ? known : known.filter(({ value }) => value !== null)
  return { instrument: id, outcome: 'unreachable', values, problem }
}
