/** Values of a connected instrument, read twice and read back: none is reported or set unless it is sure. */
import type { Cause, CommandLog } from '../exchange/command-log'
import type { Dialogue } from '../framing/dialogue'
import { InstrumentError, isFault } from '../model/fault'
import type { Identity, InstrumentReading, InstrumentValue, SetResult } from '../model/reading'
import type { Transport } from '../transport/transport'
import { explained, type Speaking, takeEarlierErrors, throwRefusals } from './error-queue'
import { forChannel } from './for-model'
import { type Presence, samePresence } from './identity'
import { type ParameterPlace, type Read, readParameter, writeParameter } from './parameters'
import { unitOf } from './schema'
import { reportOutcome, type TriedSet } from './tried-set'
import { agrees, checkValue } from './values'

export interface Asking {
  readonly channel?: string | null
  readonly cause?: Cause | null
  /** Goes before everything that waits. */
  readonly urgent?: boolean
  /** For a step of a ramp: the value read back after the previous step. */
  readonly from?: InstrumentValue
  /** `generation` at the beginning of longer work: after a preemption it may set nothing any more. */
  readonly generation?: number
  /**
   * True for a step between the first and the last of a ramp: its value is sufficient proof, and the error queue is read before the
   * last.
   */
  readonly isDrained?: boolean
}

/** A set that has its turn, and what stood in the error queue before it. */
interface Turn extends Asking {
  readonly earlier_errors: string[]
}

export interface SureParts extends Speaking {
  readonly id: string
  readonly identity: Identity
  readonly presence: Presence
  /** Numbers that commands name. */
  readonly numbers: Readonly<Record<string, number>>
  readonly transport: Transport
  readonly log: CommandLog
  readonly onReading?: ((reading: InstrumentReading, cause: Cause | null) => void) | undefined
  readonly onSet?: (tried: TriedSet) => void
  /** Counts what was preempted. */
  readonly generation: () => number
}

/** The question for its identity, behind what may come late. */
export function* fence({ driver, codec, presence, identity }: SureParts): Dialogue<void> {
  if (driver.framing.fence) yield* samePresence(codec, presence, identity)
}

/** Throws `unknown_parameter` and `unknown_channel`, naming what there is. */
function placeOf({ id, driver, numbers }: SureParts, name: string, channel: string | null): ParameterPlace {
  const unknown = (what: 'parameter' | 'channel', message: string) =>
    new InstrumentError(`unknown_${what}`, message, id)
  const spec = Object.hasOwn(driver.parameters, name) ? driver.parameters[name] : undefined
  if (!spec) throw unknown('parameter', `there is no ${name}; it has ${Object.keys(driver.parameters).join(', ')}`)
  const { channels } = spec
  if (!channels && channel !== null) throw unknown('channel', `${name} has no channels: leave ${channel} out`)
  if (channels && (channel === null || !channels.includes(channel)))
    throw unknown(
      'channel',
      `${name} needs one of the channels ${channels.join(', ')}${channel === null ? '' : `, not ${channel}`}`,
    )
  return { name, spec: forChannel(spec, channel), channel, options: numbers }
}

/**
 * The identity is asked behind each question. Whatever was late, doubled or unasked shifts the answers by one, and then
 * the identity is not where it belongs, or stands where a value belongs.
 */
function* fenced(parts: SureParts, place: ParameterPlace): Dialogue<Read> {
  const found = yield* readParameter(parts.codec, place)
  yield* fence(parts)
  return found
}

/** Settable parameters are read twice: a digit corrupted on the line would be taken for a setting. */
function* sure(parts: SureParts, place: ParameterPlace): Dialogue<Read> {
  const first = yield* fenced(parts, place)
  if (!place.spec.set) return first
  const second = yield* fenced(parts, place)
  if (
    !agrees(place.spec.value, { tolerance: place.spec.tolerance, wanted: first.value, found: second.value }) ||
    first.status !== second.status
  )
    throw new InstrumentError('reply_unexpected', `${place.name} was read as ${first.value}, then as ${second.value}`)
  return second
}

async function read(
  parts: SureParts,
  place: ParameterPlace,
  { cause = null, urgent = false }: Asking,
): Promise<InstrumentReading> {
  const reply = asked(parts, place, { cause, urgent }, () => sure(parts, place))
  return reportReading(
    parts,
    place,
    await explained(parts, { asking: { cause, urgent }, name: `get ${named(place)}`, reply }),
    cause,
  )
}

const asked = (
  { port }: SureParts,
  place: ParameterPlace,
  { cause = null, urgent = false }: Asking,
  dialogue: () => Dialogue<Read>,
): Promise<Read> =>
  port.run({
    ...{ name: `get ${named(place)}`, kind: 'query', dialogue, cause, urgent },
    ...(place.spec.timing && { timing: defined(place.spec.timing) }),
  })

function reportReading(
  parts: SureParts,
  { name, channel, spec }: ParameterPlace,
  { value, status }: Read,
  cause: Cause | null,
): InstrumentReading {
  const reading = { parameter: name, channel, value, status, unit: unitOf(spec), at: Date.now() }
  parts.onReading?.(reading, cause)
  return reading
}

const named = ({ name, channel }: ParameterPlace): string => `${name}${channel === null ? '' : ` ${channel}`}`

function refusePreempted({ id, generation }: SureParts, { urgent = false, generation: begun }: Asking): void {
  if (!urgent && begun !== generation())
    throw new InstrumentError('preempted', 'the instrument was taken to its safe state meanwhile', id)
}

/** Where to set it. Throws `not_settable`, and what `checkValue` throws. */
function settable(parts: SureParts, place: ParameterPlace, value: InstrumentValue): void {
  const { name, spec } = place
  if (!spec.set) throw new InstrumentError('not_settable', `${name} cannot be set`, parts.id)
  try {
    checkValue(spec.value, value, name)
  } catch (error) {
    throw isFault(error) ? error.at(parts.id) : error
  }
}

interface Setting {
  readonly place: ParameterPlace
  readonly value: InstrumentValue
}

/** Returns the error of the exchange where the instrument's own reports decide about the set: a set is never repeated blindly. */
async function write(parts: SureParts, { place, value }: Setting, asking: Asking): Promise<InstrumentError | null> {
  const { cause = null, urgent = false } = asking
  try {
    const dialogue = () => writeParameter(parts.codec, place, value)
    await parts.port.run({ name: `set ${named(place)} to ${value}`, kind: 'set', dialogue, cause, urgent })
    return null
  } catch (error) {
    if (!isFault(error) || !error.outOfStep || error.fault === 'preempted') throw error
    return error
  }
}

/** Reads, empties the error queue, sets, reads the error queue, reads back. */
async function setAndReadBack(parts: SureParts, setting: Setting, asking: Turn): Promise<SetResult> {
  settable(parts, setting.place, setting.value)
  const { value: old } = await read(parts, setting.place, asking)
  await takeEarlierErrors(parts, named(setting.place), asking)
  refusePreempted(parts, asking)
  return judged(parts, setting, { old, failed: await write(parts, setting, asking) }, asking)
}

/**
 * As a step of a ramp, from a value that is known: the new value, read back once, is another one than before and proof enough.
 * Anything else that comes back is judged as after any set.
 */
async function stepAndReadBack(parts: SureParts, setting: Setting, asking: Turn): Promise<SetResult> {
  const { place, value } = setting
  const { from: old = null, cause = null, earlier_errors } = asking
  const isWanted = (other: InstrumentValue | null) =>
    agrees(place.spec.value, { tolerance: place.spec.tolerance, wanted: value, found: other })
  settable(parts, place, value)
  await takeEarlierErrors(parts, named(place), asking)
  refusePreempted(parts, asking)
  const failed = await write(parts, setting, asking)
  const back = failed || isWanted(old) ? null : await readOnce(parts, place, asking)
  if (!back || !isWanted(back.value)) return judged(parts, setting, { old, failed }, asking)
  reportReading(parts, place, back, cause)
  return { parameter: place.name, channel: place.channel, old, requested: value, read_back: back.value, earlier_errors }
}

/** Null where the line failed. */
async function readOnce(parts: SureParts, place: ParameterPlace, asking: Asking): Promise<Read | null> {
  try {
    return await asked(parts, place, asking, () => readParameter(parts.codec, place))
  } catch (error) {
    if (!isFault(error) || !error.outOfStep || error.fault === 'preempted') throw error
    return null
  }
}

/** Judges a set by the error queue and the value read back, whatever error the exchange itself had (`failed`). */
async function judged(
  parts: SureParts,
  { place, value }: Setting,
  { old, failed }: { readonly old: InstrumentValue | null; readonly failed: InstrumentError | null },
  asking: Turn,
): Promise<SetResult> {
  const { name: parameter, channel, spec } = place
  const { earlier_errors } = asking
  await throwRefusals(parts, asking, `set ${parameter} to ${value}`)
  const back = await read(parts, place, asking)
  if (agrees(spec.value, { tolerance: spec.tolerance, wanted: value, found: back.value }))
    return { parameter, channel, old, requested: value, read_back: back.value, earlier_errors }
  if (failed) throw failed
  const unmoved = agrees(spec.value, { tolerance: spec.tolerance, wanted: old, found: back.value })
  const message = `${parameter} was set to ${value} and reads ${back.value ?? back.status}`
  throw new InstrumentError(unmoved ? 'set_not_taken' : 'verify_failed', message, parts.id)
}

export interface SureValues {
  get(parameter: string, asking?: Asking): Promise<InstrumentReading>
  /** Resolves only when the value read back agrees. */
  set(parameter: string, value: InstrumentValue, asking?: Asking): Promise<SetResult>
}

/** Sets go one after another from the first reading to the last, so that errors and values belong to their own set. */
export function sureValues(parts: SureParts): SureValues {
  const turns = { ordinary: Promise.resolve<unknown>(null), urgent: Promise.resolve<unknown>(null) }
  const setInTurn = async (parameter: string, value: InstrumentValue, asking: Turn): Promise<SetResult> => {
    refusePreempted(parts, asking)
    const setting = { place: placeOf(parts, parameter, asking.channel ?? null), value }
    return asking.from === undefined ? setAndReadBack(parts, setting, asking) : stepAndReadBack(parts, setting, asking)
  }
  return {
    get: async (parameter, asking = {}) => read(parts, placeOf(parts, parameter, asking.channel ?? null), asking),
    set(parameter, value, asking = {}) {
      const queue = asking.urgent ? 'urgent' : 'ordinary'
      const earlier_errors: string[] = []
      const begun = { ...asking, generation: asking.generation ?? parts.generation(), earlier_errors }
      const turn = turns[queue].then(() => setInTurn(parameter, value, begun))
      const { channel = null, cause = null } = asking
      void reportOutcome(turn, { parameter, channel, value, cause, earlier_errors }, parts)
      turns[queue] = turn.catch(() => {})
      return turn
    },
  }
}

/** Without the fields that are undefined, as exact optional types want it. */
const defined = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
