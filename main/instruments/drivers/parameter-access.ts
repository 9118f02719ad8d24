/**
 * Reads and sets the parameters of a connected instrument. A parameter that can be set is read twice, and a value that
 * was set is read back: a value that is not certain is not reported.
 */
import { definedFields } from '../../contract/model/primitives'
import { InstrumentError, isFault } from '../model/fault'
import type {
  AccessOptions,
  Cause,
  Dialogue,
  InstrumentReading,
  InstrumentValue,
  ParameterAddress,
  SetResult,
} from '../model/request'
import { type DriverConnection, fence } from './connection'
import { explained, takeEarlierErrors, throwRefusals } from './error-queue'
import { type AddressedParameter, type ReadValue, readParameter, writeParameter } from './parameter-dialogues'
import { agrees, checkValue, forChannel, parameterNamed, unitOf } from './parameter-spec'

export interface ParameterAccess {
  read(parameter: string, options?: AccessOptions): Promise<InstrumentReading>
  /** Resolves only when the value read back agrees. */
  set(parameter: string, value: InstrumentValue, options?: AccessOptions): Promise<SetResult>
}

/** Sets go one after another from the first reading to the last, so that errors and values belong to their own set. */
export function createParameterAccess(connection: DriverConnection): ParameterAccess {
  const last = { ordinary: Promise.resolve<unknown>(null), urgent: Promise.resolve<unknown>(null) }
  return {
    read: async (parameter, options = {}) =>
      read(connection, addressed(connection, parameter, options.channel ?? null), options),
    set(parameter, value, options = {}) {
      const queue = options.urgent ? 'urgent' : 'ordinary'
      const { channel = null, generation = connection.generation() } = options
      const asking = { ...options, generation }
      const earlier_errors: string[] = []
      const result = last[queue].then(async () => {
        refusePreempted(connection, asking)
        const target = addressed(connection, parameter, channel)
        const set = { ...target, value, asking, earlier_errors, old: options.from ?? null, failed: null }
        return options.from === undefined ? setAndReadBack(connection, set) : stepAndReadBack(connection, set)
      })
      void reportOutcome(connection, result, {
        parameter,
        channel,
        unit: unitOf(parameterNamed(connection.driver, parameter)),
        requested: value,
        earlier_errors,
        cause: options.cause ?? null,
      })
      last[queue] = result.catch(() => {})
      return result
    },
  }
}

/** Throws `unknown_parameter` and `unknown_channel`, naming what there is. */
function addressed(
  { id, driver, placeholders }: DriverConnection,
  parameter: string,
  channel: string | null,
): AddressedParameter {
  const unknown = (what: 'parameter' | 'channel', message: string) =>
    new InstrumentError(`unknown_${what}`, message, id)
  const spec = parameterNamed(driver, parameter)
  if (!spec) throw unknown('parameter', `there is no ${parameter}; it has ${Object.keys(driver.parameters).join(', ')}`)
  const { channels } = spec
  if (!channels && channel !== null) throw unknown('channel', `${parameter} has no channels: leave ${channel} out`)
  if (channels && (channel === null || !channels.includes(channel)))
    throw unknown(
      'channel',
      `${parameter} needs one of the channels ${channels.join(', ')}${channel === null ? '' : `, not ${channel}`}`,
    )
  return { parameter, channel, spec: forChannel(spec, channel), options: placeholders.fields }
}

const nameOf = ({ parameter, channel }: ParameterAddress): string => `${parameter}${channel ? ` ${channel}` : ''}`

/**
 * Reads, then asks for the identity. An answer that was late, doubled or unrequested shifts the answers after it by
 * one: then a value stands where the identity belongs, or the identity where a value belongs.
 */
function* fenced(connection: DriverConnection, target: AddressedParameter): Dialogue<ReadValue> {
  const found = yield* readParameter(connection.codec, target)
  yield* fence(connection)
  return found
}

/** Settable parameters are read twice: a digit corrupted on the line would be taken for a setting. */
function* readSurely(connection: DriverConnection, target: AddressedParameter): Dialogue<ReadValue> {
  const { spec, parameter } = target
  const first = yield* fenced(connection, target)
  if (!spec.set) return first
  const second = yield* fenced(connection, target)
  const isSame = agrees(spec.value, { tolerance: spec.tolerance, wanted: first.value, found: second.value })
  if (!isSame || first.status !== second.status)
    throw new InstrumentError('reply_unexpected', `${parameter} was read as ${first.value}, then as ${second.value}`)
  return second
}

async function read(
  connection: DriverConnection,
  target: AddressedParameter,
  { cause = null, urgent = false }: AccessOptions,
): Promise<InstrumentReading> {
  const asking = { cause, urgent }
  const reply = requestRead(connection, { target, dialogue: () => readSurely(connection, target) }, asking)
  const found = await explained(connection, { asking, name: `get ${nameOf(target)}`, reply })
  return report(connection, target, { ...found, cause })
}

const requestRead = (
  { port }: DriverConnection,
  { target, dialogue }: { readonly target: AddressedParameter; readonly dialogue: () => Dialogue<ReadValue> },
  { cause = null, urgent = false }: AccessOptions,
): Promise<ReadValue> =>
  port.request({
    name: `get ${nameOf(target)}`,
    kind: 'query',
    dialogue,
    cause,
    urgent,
    ...(target.spec.timing && { timing: definedFields(target.spec.timing) }),
  })

function report(
  { onReading }: DriverConnection,
  { parameter, channel, spec }: AddressedParameter,
  { value, status, cause }: ReadValue & { readonly cause: Cause | null },
): InstrumentReading {
  const reading = { parameter, channel, value, status, unit: unitOf(spec), at: Date.now() }
  onReading(reading, cause)
  return reading
}

/** Returns null where the exchange failed on the line. */
async function readOnce(
  connection: DriverConnection,
  target: AddressedParameter,
  options: AccessOptions,
): Promise<ReadValue | null> {
  try {
    return await requestRead(connection, { target, dialogue: () => readParameter(connection.codec, target) }, options)
  } catch (error) {
    if (!isFault(error) || !error.outOfStep || error.fault === 'preempted') throw error
    return null
  }
}

function refusePreempted({ id, generation }: DriverConnection, { urgent = false, generation: begun }: AccessOptions) {
  if (!urgent && begun !== generation())
    throw new InstrumentError('preempted', 'the instrument was taken to its safe state meanwhile', id)
}

/** A set that is under way: the parameter and its new value, who asks, and what is known so far. */
interface OngoingSet extends AddressedParameter {
  readonly value: InstrumentValue
  readonly asking: AccessOptions
  /** Errors that were in the queue before the value went out. */
  readonly earlier_errors: string[]
  /** The value before; null until it is read. */
  readonly old: InstrumentValue | null
  /** Error of the exchange that sent the value. */
  readonly failed: InstrumentError | null
}

/** Throws `not_settable`, and what `checkValue` throws. */
function checkSettable({ id }: DriverConnection, { parameter, spec, value }: OngoingSet): void {
  if (!spec.set) throw new InstrumentError('not_settable', `${parameter} cannot be set`, id)
  try {
    checkValue(spec.value, value, parameter)
  } catch (error) {
    throw isFault(error) ? error.at(id) : error
  }
}

/**
 * Sends the value. Returns the error of an exchange that left the line out of step: the value is not sent again, and
 * what the instrument then reports says whether it was set.
 */
async function write({ port, codec }: DriverConnection, set: OngoingSet): Promise<InstrumentError | null> {
  const { value, asking } = set
  const { cause = null, urgent = false } = asking
  try {
    const dialogue = () => writeParameter(codec, set, value)
    await port.request({ name: `set ${nameOf(set)} to ${value}`, kind: 'set', dialogue, cause, urgent })
    return null
  } catch (error) {
    if (!isFault(error) || !error.outOfStep || error.fault === 'preempted') throw error
    return error
  }
}

/** Empties the error queue, then sends the value unless the set was preempted meanwhile. */
async function emptyQueueAndWrite(connection: DriverConnection, set: OngoingSet): Promise<InstrumentError | null> {
  const { asking, earlier_errors } = set
  await takeEarlierErrors(connection, nameOf(set), { ...asking, earlier_errors })
  refusePreempted(connection, asking)
  return write(connection, set)
}

/** Reads, empties the error queue, sets, reads the error queue, reads back. */
async function setAndReadBack(connection: DriverConnection, set: OngoingSet): Promise<SetResult> {
  checkSettable(connection, set)
  const { value: old } = await read(connection, set, set.asking)
  return judged(connection, { ...set, old, failed: await emptyQueueAndWrite(connection, set) })
}

/**
 * Sets a step of a ramp from a known value. The new value, read back once, differs from the old one and is proof enough; any other
 * result is judged as after any set.
 */
async function stepAndReadBack(connection: DriverConnection, set: OngoingSet): Promise<SetResult> {
  const { asking, old } = set
  checkSettable(connection, set)
  const failed = await emptyQueueAndWrite(connection, set)
  const back = failed || isReached(set, old) ? null : await readOnce(connection, set, asking)
  if (!back || !isReached(set, back.value)) return judged(connection, { ...set, failed })
  report(connection, set, { ...back, cause: asking.cause ?? null })
  return resultOf(set, back.value)
}

const isReached = ({ spec, value }: OngoingSet, found: InstrumentValue | null): boolean =>
  agrees(spec.value, { tolerance: spec.tolerance, wanted: value, found })

const resultOf = (
  { parameter, channel, spec, value, old, earlier_errors, asking }: OngoingSet,
  read_back: InstrumentValue | null,
): SetResult => ({
  parameter,
  channel,
  unit: unitOf(spec),
  old,
  requested: value,
  read_back,
  earlier_errors,
  problem: null,
  cause: asking.cause ?? null,
})

/** Judges a set by the error queue and the value read back, whatever error the exchange itself had. */
async function judged(connection: DriverConnection, set: OngoingSet): Promise<SetResult> {
  const { parameter, spec, value, asking, old, failed } = set
  await throwRefusals(connection, asking, `set ${parameter} to ${value}`)
  const back = await read(connection, set, asking)
  if (isReached(set, back.value)) return resultOf(set, back.value)
  if (failed) throw failed
  const isUnmoved = agrees(spec.value, { tolerance: spec.tolerance, wanted: old, found: back.value })
  const message = `${parameter} was set to ${value} and reads ${back.value ?? back.status}`
  throw new InstrumentError(isUnmoved ? 'set_not_taken' : 'verify_failed', message, connection.id)
}

/**
 * Reports to the command log and to the listener how the set ended; an error that is no fault is a bug, and goes to the log only.
 * `earlier_errors` is complete once the set has ended.
 */
async function reportOutcome(
  { id, transport, log, onSet }: DriverConnection,
  result: Promise<SetResult>,
  tried: Omit<SetResult, 'old' | 'read_back' | 'problem'>,
): Promise<void> {
  const { requested, cause } = tried
  const note = (text: string, outcome: string) =>
    log.add({
      instrument: id,
      simulated: transport.simulated,
      direction: 'note',
      outcome,
      cause,
      text: `set ${nameOf(tried)}: ${text}`,
    })
  try {
    const done = await result
    note(`${done.old} → ${requested}, reads ${done.read_back}`, 'ok')
    onSet(done)
  } catch (error) {
    note(`→ ${requested}: ${(error as Error).message}`, isFault(error) ? error.fault : 'error')
    if (isFault(error)) onSet({ ...tried, old: null, read_back: null, problem: error })
  }
}
