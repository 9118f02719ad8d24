import { parameterText, valueText } from '../../contract/instruments/value-text'
import type { Instrument } from '../drivers/instrument'
import { checkValue, forChannel, parameterNamed, unitOf } from '../drivers/parameter-spec'
import type { ValueSpec } from '../drivers/schema'
import { InstrumentError, isFault } from '../model/fault'
import type { AccessOptions, ParameterAddress } from '../model/request'
import { pause } from '../model/timing'

export interface RampTarget extends ParameterAddress {
  readonly instrument: Instrument
  readonly value: number
  /** Stricter than the driver's, from the lab profile: units a step, and milliseconds between steps. */
  readonly ramp?: { readonly step: number; readonly interval_ms: number }
  /** Sets the nearest value that the instrument can take, for a computed `value` between two of them. */
  readonly nearest?: boolean
}

interface RampOptions extends Pick<AccessOptions, 'cause' | 'urgent'> {
  /** Called once, when all first values are read, with the milliseconds that the pauses of the ramp take. */
  readonly onPlanned?: (ramp_ms: number) => void
  /** Called with the errors that were in the queue of an instrument before a step. */
  readonly onEarlierErrors?: (errors: readonly string[]) => void
}

/**
 * Ramps all targets together from the values that are read first, in as many steps as the longest ramp needs: coupled
 * outputs stay in proportion. Each step is read back; the first that does not agree ends the ramp where it is. Returns
 * the values read back last. Rejects with `busy` where another ramp moves one of the outputs.
 */
export async function rampTogether(targets: readonly RampTarget[], options: RampOptions = {}): Promise<number[]> {
  const claim = claimed(targets, options.urgent ?? false)
  try {
    return await rampClaimed(targets, claim, options)
  } finally {
    claim.release()
  }
}

interface OutputClaim {
  /** Throws `preempted` once an urgent ramp moves one of the outputs. */
  check(): void
  release(): void
}

/** The ramp that moves each output now, by parameter and channel. */
const moving = new WeakMap<Instrument, Map<string, symbol>>()

/**
 * Claims the outputs of a ramp. Throws `busy` where another ramp moves one of them, as the output would jump between
 * the values of both. An urgent ramp takes the output over, and the other ramp ends.
 */
function claimed(targets: readonly RampTarget[], urgent: boolean): OutputClaim {
  const own = Symbol('ramp')
  const outputs = targets.map(({ instrument, parameter, channel }) => {
    const owners = moving.get(instrument) ?? new Map<string, symbol>()
    moving.set(instrument, owners)
    const key = JSON.stringify([parameter, channel])
    if (!urgent && owners.has(key))
      throw new InstrumentError('busy', `${parameterText(parameter, channel)} is being ramped`, instrument.id)
    return { owners, key, id: instrument.id }
  })
  for (const { owners, key } of outputs) owners.set(key, own)
  return {
    check() {
      const lost = outputs.find(({ owners, key }) => owners.get(key) !== own)
      if (lost) throw new InstrumentError('preempted', 'another ramp took its place', lost.id)
    },
    release() {
      for (const { owners, key } of outputs) if (owners.get(key) === own) owners.delete(key)
    },
  }
}

async function rampClaimed(
  targets: readonly RampTarget[],
  claim: OutputClaim,
  options: RampOptions,
): Promise<number[]> {
  const { onPlanned = () => {}, onEarlierErrors = () => {}, ...asking } = options
  const all = await Promise.all(targets.map(target => plannedRamp(target, asking)))
  const ramps = all.filter(({ steps }) => steps > 0)
  const steps = Math.max(0, ...ramps.map(({ steps }) => steps))
  const interval = Math.max(0, ...ramps.map(({ interval_ms }) => interval_ms))
  onPlanned(steps * interval)
  for (let step = 1; step <= steps; step += 1) {
    claim.check()
    const due = performance.now() + interval
    const earlier = await Promise.all(ramps.map(ramp => takeStep(ramp, { step, steps }, asking)))
    if (earlier.flat().length > 0) onEarlierErrors(earlier.flat())
    const left = due - performance.now()
    if (step < steps) await pause(left)
  }
  return all.map(({ now }) => now)
}

/** The milliseconds that the pauses of a ramp from this value take. */
export function rampTime(target: RampTarget, from: number): number {
  const { step, interval_ms } = rampOf(target)
  return stepsOf(from, target.value, step) * interval_ms
}

const rampOf = ({ instrument, parameter, ramp }: RampTarget) =>
  ramp ?? parameterNamed(instrument.driver, parameter)?.ramp ?? { step: Number.POSITIVE_INFINITY, interval_ms: 0 }

const stepsOf = (from: number, to: number, step: number) =>
  from === to ? 0 : Math.max(1, Math.ceil(Math.abs(to - from) / step - 1e-9))

/** A ramp of one output from the value that was read. */
interface PlannedRamp {
  readonly target: RampTarget
  readonly interval_ms: number
  /** Generation of the instrument when the ramp began. */
  readonly generation: number
  readonly steps: number
  /** Value read back last. */
  now: number
  /** The value at this fraction of the ramp. */
  at(fraction: number): number
}

/**
 * Sets one step and returns the errors that were in the queue before it. The last step is read back as any other set.
 * An error names the ramp and how far it came: the output stays there.
 */
async function takeStep(
  ramp: PlannedRamp,
  { step, steps }: { readonly step: number; readonly steps: number },
  asking: Pick<AccessOptions, 'cause' | 'urgent'>,
): Promise<readonly string[]> {
  const { at, generation, now } = ramp
  const { instrument, parameter, channel } = ramp.target
  const from = step < steps ? { from: now } : {}
  try {
    const setting = { ...asking, ...from, channel, generation, skipsErrorQueue: step > 1 && step < steps }
    const { read_back, earlier_errors } = await instrument.set(parameter, at(step / steps), setting)
    ramp.now = Number(read_back)
    return earlier_errors
  } catch (error) {
    // A single step is reported as a plain set.
    if (!isFault(error) || steps === 1) throw error
    const unit = unitOf(parameterNamed(instrument.driver, parameter))
    const [output, target, reached] = [parameterText(parameter, channel), valueText(at(1), unit), valueText(now, unit)]
    throw error.adding(`; the ramp of ${output} to ${target} came as far as ${reached}`)
  }
}

async function plannedRamp(target: RampTarget, asking: Pick<AccessOptions, 'cause' | 'urgent'>): Promise<PlannedRamp> {
  const { instrument, parameter, channel } = target
  const spec = parameterNamed(instrument.driver, parameter)
  const wide = spec && forChannel(spec, channel).value
  if (wide?.type !== 'number')
    throw new InstrumentError('unknown_parameter', `${parameter} is no number to ramp`, instrument.id)
  const allowed = await allowedNow(target, wide, asking)
  const onGrid = roundedTo(allowed.spec.step)
  const value = target.nearest ? onGrid(target.value) : target.value
  checkAllowed(allowed, value, parameter)
  const { value: from, status } = await instrument.read(parameter, { ...asking, channel })
  if (typeof from !== 'number')
    throw new InstrumentError('sensor_invalid', `${parameter} reads ${status}; a ramp begins at a value`, instrument.id)
  const { step, interval_ms } = rampOf(target)
  return {
    target,
    interval_ms,
    generation: instrument.generation,
    steps: stepsOf(from, value, step),
    now: from,
    at: (fraction: number) => (fraction >= 1 ? value : onGrid(from + fraction * (value - from))),
  }
}

const roundedTo =
  (grid = 0) =>
  (wanted: number) =>
    Number((grid === 0 ? wanted : Math.round(wanted / grid) * grid).toPrecision(12))

function checkAllowed(allowed: Allowed, value: number, parameter: string): void {
  try {
    checkValue(allowed.spec, value, parameter)
  } catch (error) {
    throw isFault(error) && allowed.while ? error.adding(`, while ${allowed.while}`) : error
  }
}

type NumberRange = Extract<ValueSpec, { type: 'number' }>

/**
 * Values allowed at the current settings, and the setting that decides on them, such as `range is one_volt`; null where they are
 * always the same.
 */
interface Allowed {
  readonly spec: NumberRange
  readonly while: string | null
}

/**
 * Asks the instrument for the setting. Rejects where it cannot be read, or is unknown to the driver file; urgent work gets the
 * widest range instead, as a drive to a safe value must not wait.
 */
async function allowedNow(
  { instrument, parameter, channel }: ParameterAddress & { readonly instrument: Instrument },
  spec: NumberRange,
  asking: Pick<AccessOptions, 'cause' | 'urgent'>,
): Promise<Allowed> {
  const by = spec.range_by_setting
  if (!by) return { spec, while: null }
  const own = parameterNamed(instrument.driver, by.parameter)?.channels ? channel : null
  try {
    const { value } = await instrument.read(by.parameter, { ...asking, channel: own })
    const row = typeof value === 'string' && Object.hasOwn(by.values, value) ? by.values[value] : undefined
    if (!row)
      throw new InstrumentError('sensor_invalid', `${by.parameter} reads ${value}; ${parameter} has no range for it`)
    const { range, step = spec.step } = row
    return { spec: { ...spec, range, ...(step !== undefined && { step }) }, while: `${by.parameter} is ${value}` }
  } catch (error) {
    if (!isFault(error)) throw error
    if (asking.urgent) return { spec, while: null }
    throw error.at(instrument.id)
  }
}
