/** A connected instrument: its parameters by name, with every fault named and no value unless it is sure. */
import type { Cause, CommandLog } from '../exchange/command-log'
import { createPort, type Port } from '../exchange/transactor'
import type { Dialogue } from '../framing/dialogue'
import { createWire } from '../framing/wire'
import { asBytes } from '../model/bytes'
import { InstrumentError, isFault } from '../model/fault'
import type { Identity, InstrumentReading, InstrumentValue, SetResult } from '../model/reading'
import type { Transport, TransportKind } from '../transport/transport'
import { type CommandLine, type Filling, tell } from './commands'
import { drainErrors, type Speaking } from './error-queue'
import { forModel } from './for-model'
import { identify, otherOne, type Presence, samePresence } from './identity'
import { type ParameterPlace, type Read, readParameter, writeParameter } from './parameters'
import { askByHand, createRawLink, type RawLink } from './raw-link'
import { type DriverFile, unitOf } from './schema'
import { type TriedSet, tellOutcome } from './tried-set'
import { agrees, checkValue } from './values'

interface Asking {
  readonly channel?: string | null
  readonly cause?: Cause | null
  /** Goes before everything that waits. */
  readonly urgent?: boolean
  /** What `generation` was when a longer work began: preempted meanwhile, it may set nothing any more. */
  readonly generation?: number
}

export interface Instrument {
  readonly id: string
  readonly driver: DriverFile
  readonly identity: Identity
  readonly connection: { readonly kind: TransportKind; readonly path: string; readonly simulated: boolean }
  /** Errors that were in its queue when it was connected. */
  readonly foundErrors: readonly string[]
  get(parameter: string, asking?: Asking): Promise<InstrumentReading>
  /** Reads, sets, reads the error queue, reads back. Resolves only when the value read back agrees. */
  set(parameter: string, value: InstrumentValue, asking?: Asking): Promise<SetResult>
  /** So many bytes of what an entropy source streams. They are secret: the log tells how many, not which. */
  streamed(count: number, cause: Cause | null): Promise<Uint8Array>
  /** Every readable parameter at every channel. */
  snapshot(asking?: Asking): Promise<InstrumentReading[]>
  /** Everything in its error queue, oldest first; reading empties it. */
  errors(asking?: Asking): Promise<string[]>
  /** What operators type: a line, and its answer if it asks for one. */
  console(text: string, cause: Cause): Promise<string | null>
  /** Commands, queries and blocks by their text, for what has a vocabulary of its own: sequencers. */
  link(cause: Cause | null): RawLink
  /** Everything that waits fails as `preempted`; only urgent requests go on. */
  preempt(): void
  /** Counts what was preempted. */
  readonly generation: number
  readonly failure: InstrumentError | null
  readonly queued: number
  /** Called once, when the connection has ended. */
  onFailure(listener: (cause: InstrumentError) => void): void
  close(): Promise<void>
}

export interface ConnectOptions {
  readonly id: string
  readonly driver: DriverFile
  readonly transport: Transport
  /** The port on that transport, which it shares; left out: one of its own. */
  readonly shared?: Port
  readonly log: CommandLog
  /** Numbers that replace those of the driver file. */
  readonly options?: Readonly<Record<string, number>>
  /** What USB says; stands for the identity of what says nothing itself. */
  readonly usbSerialNumber?: string | null
  /** Refused as `identity_mismatch` if another one answers. */
  readonly expectedSerialNumber?: string | null
  /** Told of every value that is read: what viewers see without asking. */
  readonly onReading?: (reading: InstrumentReading, cause: Cause | null) => void
  /** Told of every set that was tried, whatever became of it. */
  readonly onSet?: (tried: TriedSet) => void
}

/** The port of a driver's instruments on an open transport. */
export const portOn = (transport: Transport, { driver, log }: Pick<ConnectOptions, 'driver' | 'log'>): Port =>
  createPort({
    ...{ transport, log, timing: driver.timing },
    clearLine: driver.framing.clear_line === undefined ? null : asBytes(driver.framing.clear_line),
    streams: driver.framing.streams,
    maxReplyBytes: driver.framing.max_reply_bytes,
  })

/** Asks who is there and changes no output. Leaves the port when it fails. */
export async function connectInstrument(options: ConnectOptions): Promise<Instrument> {
  const { id, driver, transport, log } = options
  const line: CommandLine = {
    wire: createWire({ ...driver.framing, report_bytes: driver.transport.hid?.report_bytes ?? 0 }),
    framing: driver.framing,
  }
  const filling: Filling = fillingOf({ ...driver.options, ...options.options })
  const presence: Presence = { driver, filling, place: options.usbSerialNumber ?? transport.path }
  let known: Identity | null = null
  const port = (options.shared ?? portOn(transport, { driver, log })).join({
    instrument: id,
    *resync() {
      const found = yield* identify(line, presence)
      if (known && found.serial_number !== known.serial_number) throw otherOne(known.serial_number, found)
    },
  })
  try {
    if (driver.on_connect.length > 0)
      await port.run({ name: 'connect', kind: 'set', dialogue: () => tell(line, driver.on_connect, filling) })
    known = await port.run({ name: 'identify', kind: 'query', dialogue: () => identify(line, presence) })
    const { expectedSerialNumber: expected = null } = options
    if (expected !== null && known.serial_number !== expected) throw otherOne(expected, known).at(id)
    const errors = await drainErrors({ port, line, driver, filling }, {})
    return createInstrument({ ...options, presence, port, line, identity: known, filling, foundErrors: errors })
  } catch (error) {
    await port.close()
    throw error
  }
}

const fillingOf = (options: Readonly<Record<string, number>>): Filling => ({
  texts: Object.fromEntries(Object.entries(options).map(([name, figure]) => [name, String(figure)])),
  fields: options,
})

function createInstrument(
  options: ConnectOptions & Speaking & { identity: Identity; presence: Presence; foundErrors: readonly string[] },
): Instrument {
  const { id, port, line, transport, identity, filling } = options
  const driver = forModel(options.driver, identity.model)
  const numbers = { ...driver.options, ...options.options }

  const placeOf = (name: string, channel: string | null): ParameterPlace => {
    const unknown = (message: string) => new InstrumentError('unknown_parameter', message, id)
    const spec = Object.hasOwn(driver.parameters, name) ? driver.parameters[name] : undefined
    if (!spec) throw unknown(`there is no ${name}; it has ${Object.keys(driver.parameters).join(', ')}`)
    const { channels } = spec
    if (channels ? channel === null || !channels.includes(channel) : channel !== null)
      throw unknown(channels ? `${name} has the channels ${channels.join(', ')}` : `${name} has no channels`)
    return { name, spec, channel, options: numbers }
  }

  function* fence(): Dialogue<void> {
    if (driver.framing.fence) yield* samePresence(line, options.presence, identity)
  }

  /**
   * The identity is asked behind each question. Whatever was late, doubled or unasked shifts the answers by one, and then
   * the identity is not where it belongs, or stands where a value belongs.
   */
  function* fenced(place: ParameterPlace): Dialogue<Read> {
    const found = yield* readParameter(line, place)
    yield* fence()
    return found
  }

  /** What can be set is read twice: a digit that the line invented would be taken for a setting. */
  function* sure(place: ParameterPlace): Dialogue<Read> {
    const first = yield* fenced(place)
    if (!place.spec.set) return first
    const second = yield* fenced(place)
    if (!agrees(place.spec.value, place.spec.tolerance, first.value, second.value) || first.status !== second.status)
      throw new InstrumentError('reply_unexpected', `${place.name} was read as ${first.value}, then as ${second.value}`)
    return second
  }

  const read = async (place: ParameterPlace, { cause = null, urgent = false }: Asking): Promise<InstrumentReading> => {
    const { value, status } = await port.run({
      name: `get ${place.name}${place.channel === null ? '' : ` ${place.channel}`}`,
      kind: 'query',
      dialogue: () => sure(place),
      cause,
      urgent,
      ...(place.spec.timing && { timing: defined(place.spec.timing) }),
    })
    const reading = {
      parameter: place.name,
      channel: place.channel,
      value,
      status,
      unit: unitOf(place.spec),
      at: Date.now(),
    }
    options.onReading?.(reading, cause)
    return reading
  }

  const get = async (parameter: string, asking: Asking = {}) => read(placeOf(parameter, asking.channel ?? null), asking)

  const refused = async (asking: Asking, name: string) => {
    const errors = await drainErrors({ port, line, driver, filling }, asking)
    if (errors.length > 0) throw new InstrumentError('refused', `${name}: ${errors.join('; ')}`, id)
  }

  let generation = 0
  const refusePreempted = ({ urgent = false, generation: begun = generation }: Asking) => {
    if (!urgent && begun !== generation) throw new InstrumentError('preempted', 'the safe state went first', id)
  }

  /** One after another from the first reading to the last, so that errors and values belong to their own set. */
  const turns = { ordinary: Promise.resolve<unknown>(null), urgent: Promise.resolve<unknown>(null) }
  const set = (parameter: string, value: InstrumentValue, asking: Asking = {}): Promise<SetResult> => {
    const line = asking.urgent ? 'urgent' : 'ordinary'
    const begun = { ...asking, generation: asking.generation ?? generation }
    const turn = turns[line].then(() => setInTurn(parameter, value, begun))
    const { channel = null, cause = null } = asking
    void tellOutcome(turn, { parameter, channel, value, cause }, options)
    turns[line] = turn.catch(() => {})
    return turn
  }

  const setInTurn = async (parameter: string, value: InstrumentValue, asking: Asking): Promise<SetResult> => {
    refusePreempted(asking)
    const place = placeOf(parameter, asking.channel ?? null)
    const { spec } = place
    if (!spec.set) throw new InstrumentError('not_settable', `${parameter} cannot be set`, id)
    try {
      checkValue(spec.value, value, parameter)
    } catch (error) {
      throw isFault(error) ? error.at(id) : error
    }
    const old = await read(place, asking)
    let failed: InstrumentError | null = null
    refusePreempted(asking)
    try {
      const { cause = null, urgent = false } = asking
      const name = `set ${parameter}${place.channel === null ? '' : ` ${place.channel}`} to ${value}`
      await port.run({ name, kind: 'set', dialogue: () => writeParameter(line, place, value), cause, urgent })
    } catch (error) {
      // Never again blindly: what the instrument says now decides.
      if (!isFault(error) || !error.outOfStep || error.fault === 'preempted') throw error
      failed = error
    }
    await refused(asking, `set ${parameter} to ${value}`)
    const back = await read(place, asking)
    if (agrees(spec.value, spec.tolerance, value, back.value))
      return { parameter, channel: place.channel, old: old.value, requested: value, read_back: back.value }
    if (failed) throw failed
    const unmoved = agrees(spec.value, spec.tolerance, old.value, back.value)
    throw new InstrumentError(
      unmoved ? 'set_not_taken' : 'verify_failed',
      `${parameter} was set to ${value} and reads ${back.value ?? back.status}`,
      id,
    )
  }

  return {
    id,
    driver,
    identity,
    connection: { kind: transport.kind, path: transport.path, simulated: transport.simulated },
    foundErrors: options.foundErrors,
    get,
    set,
    streamed(count, cause) {
      if (!driver.framing.streams)
        return Promise.reject(new InstrumentError('unknown_parameter', 'it streams no bytes', id))
      const dialogue = () => line.wire.ask(new Uint8Array(0), count)
      return port.run({ name: `${count} bytes`, kind: 'query', dialogue, cause, secret: true })
    },
    async snapshot(asking = {}) {
      const readings: InstrumentReading[] = []
      for (const [name, spec] of Object.entries(driver.parameters))
        for (const channel of spec.channels ?? [null]) readings.push(await get(name, { ...asking, channel }))
      return readings
    },
    errors: (asking = {}) => drainErrors({ port, line, driver, filling }, asking),
    async console(text, cause) {
      try {
        const answer = await askByHand(
          { port, line, cause, settle: driver.timing.settle, answersAll: answersAll(driver) },
          text,
        )
        await refused({ cause }, text)
        return answer
      } catch (error) {
        throw isFault(error) ? error.at(id) : error
      }
    },
    link: cause => createRawLink({ port, line, cause, settle: driver.timing.settle, fence }),
    preempt() {
      generation += 1
      port.preempt()
    },
    get generation() {
      return generation
    },
    get failure() {
      return port.failure
    },
    get queued() {
      return port.queued
    },
    onFailure: port.onFailure,
    close: port.close,
  }
}

/** One that acknowledges a set answers everything that is typed. */
const answersAll = ({ parameters }: DriverFile): boolean =>
  Object.values(parameters).some(({ set_reply }) => set_reply !== undefined)

/** Without the fields that are undefined, as exact optional types want it. */
const defined = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
