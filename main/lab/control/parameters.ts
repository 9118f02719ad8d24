/** Reading and setting parameters within what driver and lab allow. */
import type { LabChannel } from '../../contract/instruments/lab-profile'
import type { ConsoleReply, ReadReply, SetParameter, SetReply } from '../../contract/instruments/reading'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import type { Caller } from '../../contract/service/account'
import type { Instrument } from '../../instruments/drivers/instrument'
import { outputSpec, parameterNamed, rangeWithin, unitOf } from '../../instruments/drivers/parameter-spec'
import { InstrumentError, isFault } from '../../instruments/model/fault'
import type { Cause, InstrumentValue, ParameterAddress, SetResult } from '../../instruments/model/request'
import type { Registry } from '../../instruments/registry/registry'
import { type RampTarget, rampTogether } from '../../instruments/safety/ramp'
import { causeOf, holderIdOf } from '../model/actor'
import { withAppErrors } from '../model/app-errors'
import { wireReading } from '../view/forms'
import type { Summaries } from '../view/summaries'

export interface Parameters {
  read(
    id: string,
    options: { readonly parameter: string; readonly channel: string | null; readonly caller: Caller },
  ): Promise<ReadReply>
  set(
    id: string,
    options: { readonly parameter: string; readonly to: SetParameter; readonly caller: Caller },
  ): Promise<SetReply>
  console(id: string, text: string, caller: Caller): Promise<ConsoleReply>
}

interface ParameterParts {
  readonly registry: Registry
  readonly summaries: Summaries
  readonly now: () => number
  /** Called when an operator has sent a line: it may have changed anything, whatever was answered. */
  readonly onConsole: (id: string, exchange: ConsoleExchange) => void
  /** Called with a set that was refused before anything was sent, as by a limit of the lab or of the range that is switched on. */
  readonly onRefused: (instrument: string, refused: SetResult) => void
}

export interface ConsoleExchange {
  readonly sent: string
  readonly reply: string | null
  /** Why it failed, or null. */
  readonly problem: InstrumentError | null
  readonly caller: Caller
}

/** A value that the lab, not the instrument, does not allow. */
export class BeyondLabLimits extends InstrumentError {}

export function createParameters({ registry, summaries, now, onConsole, onRefused }: ParameterParts): Parameters {
  const use = (id: string, caller: Caller): Instrument => {
    summaries.requireKnown(id)
    return registry.use(id, holderIdOf(caller))
  }
  return {
    read: (id, { parameter, channel, caller }) =>
      withAppErrors(
        async () => {
          const isHeld = heldByOther(registry, id, caller)
          const known = isHeld ? registry.latest(id, parameter, channel) : null
          if (known) return { ...wireReading(known), simulated: summaries.isSimulated(id), fresh: false }
          const instrument = use(id, caller)
          const reading = await instrument.read(parameter, { channel, cause: causeOf(caller) })
          return { ...wireReading(reading), simulated: instrument.connection.simulated, fresh: true }
        },
        { channel: '#query/channel' },
      ),
    set: (id, { parameter, to: { value, channel }, caller }) =>
      withAppErrors(async () => {
        const instrument = use(id, caller)
        const about = { parameter, channel, unit: unitOf(parameterNamed(instrument.driver, parameter)) }
        const cause = causeOf(caller)
        // From the first set on, the registry reports how it ended.
        let isTried = false
        const onTry = () => {
          isTried = true
        }
        try {
          const lab = summaries.channelOf(id, parameter, channel)
          const target = rampTarget(instrument, { parameter, channel, value, lab })
          const done = target
            ? await rampAndReadBack(target, { cause, onTry })
            : await setAtOnce(() => instrument.set(parameter, value, { channel, cause }), onTry)
          const { simulated } = instrument.connection
          return { ...about, simulated, requested: value, ...done, at: isoTime(now()) }
        } catch (error) {
          if (isFault(error) && !isTried)
            onRefused(id, refusedSet({ ...about, requested: value, problem: error, cause }))
          throw error
        }
      }),
    console: (id, text, caller) =>
      withAppErrors(
        async () => {
          const { kind, hint } = summaries.detail(id).console
          const instrument = use(id, caller)
          if (kind === 'none') throw new AppError('no_console', `${id}: ${hint}`, { details: { instrument_id: id } })
          const begun = performance.now()
          const reply = await instrument.console(text, causeOf(caller)).catch((error: unknown) => {
            const isSent = isFault(error) && error.fault !== 'line_malformed'
            if (isSent) onConsole(id, { sent: text, reply: null, problem: error, caller })
            throw error
          })
          const latency_ms = Math.round(1_000 * (performance.now() - begun)) / 1_000
          onConsole(id, { sent: text, reply, problem: null, caller })
          const { simulated } = instrument.connection
          return { sent: text, reply, latency_ms, simulated, at: isoTime(now()) }
        },
        { value: '/text' },
      ),
  }
}

/** `onTry` is called before the value is set. */
async function setAtOnce(set: () => Promise<SetResult>, onTry: () => void) {
  onTry()
  const { old, read_back, earlier_errors } = await set()
  return { old, read_back, ramped: false, earlier_errors: [...earlier_errors] }
}

/** `onTry` is called before the first set, after the range that is switched on is known to allow the value. */
async function rampAndReadBack(
  target: RampTarget,
  { cause, onTry }: { readonly cause: Cause; readonly onTry: () => void },
): Promise<Pick<SetReply, 'old' | 'read_back' | 'ramped' | 'earlier_errors'>> {
  const { instrument, parameter, channel } = target
  const { value: old } = await instrument.read(parameter, { channel, cause })
  const earlier_errors: string[] = []
  await rampTogether([target], {
    cause,
    onPlanned: onTry,
    onEarlierErrors: errors => earlier_errors.push(...errors),
  })
  const { value: read_back } = await instrument.read(parameter, { channel, cause })
  return { old, read_back, ramped: isRamped(target), earlier_errors }
}

const isRamped = ({ instrument, parameter, ramp }: RampTarget) =>
  (ramp ?? parameterNamed(instrument.driver, parameter)?.ramp) !== undefined

/** A set of which nothing was sent. */
export const refusedSet = (
  refused: Pick<SetResult, 'parameter' | 'channel' | 'unit' | 'requested' | 'problem' | 'cause'>,
): SetResult => ({ ...refused, old: null, read_back: null, earlier_errors: [] })

function heldByOther({ leases }: Registry, id: string, caller: Caller): boolean {
  try {
    leases.check(id, holderIdOf(caller))
    return false
  } catch (error) {
    if (isFault(error, 'lease_missing')) return true
    throw error
  }
}

/** Steps of a twentieth of a second. */
const STEP_MS = 50
export const rampAtRate = (per_s: number) => ({ step: (per_s * STEP_MS) / 1_000, interval_ms: STEP_MS })

/** A value that somebody wants an output to have, and the channel of the lab profile with its limits, if there is one. */
type WithinLab = ParameterAddress & { readonly value: InstrumentValue; readonly lab: LabChannel | null }

/**
 * The ramp to a value; null where the value is set at once. The lab's ramp replaces the driver's. Throws BeyondLabLimits for a
 * value beyond the lab's limits, which are the stricter ones; the driver's own are checked when the value is set.
 */
export function rampTarget(instrument: Instrument, wanted: WithinLab): RampTarget | null {
  refuseBeyond(instrument, wanted)
  const { parameter, channel, value, lab } = wanted
  const ramp_per_s = lab?.ramp_per_s ?? null
  const spec = outputSpec(instrument.driver, parameter)
  if (spec?.value.type !== 'number' || typeof value !== 'number') return null
  if (ramp_per_s === null && !spec.ramp && !spec.value.range_by_setting) return null
  const ramp = ramp_per_s === null ? null : rampAtRate(ramp_per_s)
  // A step finer than the instrument's grid would change nothing.
  const coarse = ramp && spec.value.step !== undefined && ramp.step < spec.value.step
  const chosen =
    coarse && ramp ? { step: spec.value.step!, interval_ms: (1_000 * spec.value.step!) / ramp_per_s! } : ramp
  return { instrument, parameter, channel, value, ...(chosen && { ramp: chosen }) }
}

function refuseBeyond(instrument: Instrument, { parameter, value, lab }: WithinLab): void {
  const spec = parameterNamed(instrument.driver, parameter)
  if (!spec || !lab || typeof value !== 'number') return
  const [low, high] = rangeWithin(spec, lab.channel, lab) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  if (value >= low && value <= high) return
  throw new BeyondLabLimits(
    'value_out_of_range',
    `${lab.label} is kept to ${low} to ${high} ${lab.unit ?? ''} in this lab, not ${value}`,
    instrument.id,
  )
}
