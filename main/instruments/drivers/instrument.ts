/** A connected instrument: its parameters by name, with every fault named and no value unless it is sure. */
import type { CommandLog } from '../exchange/command-log'
import { createPort, type Port } from '../exchange/port'
import { asBytes, NO_BYTES } from '../model/bytes'
import { InstrumentError, isFault } from '../model/fault'
import type { AccessOptions, Cause, InstrumentReading } from '../model/request'
import type { Transport, TransportKind } from '../transport/transport'
import { driverCodecOf, placeholdersOf, sendCommands } from './commands'
import {
  type DriverConnection,
  fence,
  type Identity,
  identify,
  otherOne,
  type ReadingListener,
  type SetListener,
} from './connection'
import { drainErrors, explained, throwRefusals } from './error-queue'
import { createParameterAccess, type ParameterAccess } from './parameter-access'
import { forModel, unitOf } from './parameter-spec'
import { askByHand, createRawLink, type RawLink } from './raw-link'
import type { DriverFile, ParameterSpec } from './schema'

export interface Instrument extends ParameterAccess {
  readonly id: string
  readonly driver: DriverFile
  readonly identity: Identity
  readonly connection: { readonly kind: TransportKind; readonly path: string; readonly simulated: boolean }
  /** Errors that were in its queue when it was connected. */
  readonly foundErrors: readonly string[]
  /** `count` bytes of the stream of an entropy source. They are secret, and kept out of the log. */
  streamed(count: number, cause: Cause | null): Promise<Uint8Array>
  /**
   * Every parameter at every channel; a reading that is refused or not answered has no value. Empty for an instrument that streams.
   */
  snapshot(options?: AccessOptions): Promise<InstrumentReading[]>
  /** Everything in its error queue, oldest first; reading empties it. */
  errors(options?: AccessOptions): Promise<string[]>
  /** Sends a line typed by an operator, and returns the reply if it is a question. */
  console(text: string, cause: Cause): Promise<string | null>
  /** Commands, queries and blocks by their text, for an instrument with a vocabulary of its own, such as a sequencer. */
  link(cause: Cause | null): RawLink
  /** Requests that wait or are under way fail as `preempted`, except urgent ones. */
  preempt(): void
  /** Number of preemptions so far. */
  readonly generation: number
  readonly failure: InstrumentError | null
  readonly queued: number
  /** Called with every value that is read: viewers see them without asking. */
  onReading(listener: ReadingListener): void
  /** Called with every set that was tried, however it ended. */
  onSet(listener: SetListener): void
  /** Called once, when the connection has ended. */
  onFailure(listener: (cause: InstrumentError) => void): void
  close(): Promise<void>
}

export interface ConnectOptions {
  readonly id: string
  readonly driver: DriverFile
  readonly transport: Transport
  /** A port on that transport that it shares with other instruments; left out: a port of its own. */
  readonly shared?: Port
  readonly log: CommandLog
  /** Numbers that replace those of the driver file. */
  readonly options?: Readonly<Record<string, number>>
  /** Serial number reported by USB: the identity of instruments that report none. */
  readonly usbSerialNumber?: string | null
  /** Refused as `identity_mismatch` if another one answers. */
  readonly expectedSerialNumber?: string | null
}

/** A port for the driver's instruments on an open transport. */
export const portOn = (transport: Transport, { driver, log }: Pick<ConnectOptions, 'driver' | 'log'>): Port =>
  createPort({
    transport,
    log,
    timing: driver.timing,
    clearLine: driver.framing.clear_line === undefined ? null : asBytes(driver.framing.clear_line),
    streams: driver.framing.streams,
    maxReplyBytes: driver.framing.max_reply_bytes,
    isPassing: passingOf(driver),
  })

/**
 * The test for reports that may come at any time, also after an answer: their codes answer no question of the driver.
 * Undefined where the driver file does not tell such reports from answers.
 */
function passingOf({ framing, transport, parameters }: DriverFile): ((bytes: Uint8Array) => boolean) | undefined {
  const { report_bytes } = transport.hid ?? {}
  if (report_bytes === undefined || framing.skip_reports === 0) return undefined
  const codes = Object.values(parameters).map(({ reply }) =>
    typeof reply === 'object' && 'bytes' in reply ? reply.bytes[0] : undefined,
  )
  const known = new Set(codes.filter(code => typeof code === 'number'))
  if (codes.some(code => typeof code !== 'number')) return undefined
  return bytes => {
    if (bytes.length % report_bytes !== 0) return false
    for (let at = 0; at < bytes.length; at += report_bytes) if (known.has(bytes[at]!)) return false
    return true
  }
}

/** Asks who is there and changes no output. Leaves the port when it fails. */
export async function connectInstrument(options: ConnectOptions): Promise<Instrument> {
  const { id, driver, transport, log } = options
  const asked = {
    codec: driverCodecOf(driver),
    placeholders: placeholdersOf({ ...driver.options, ...options.options }),
    driver,
    fallbackSerial: options.usbSerialNumber ?? transport.path,
  }
  let known: Identity | null = null
  const port = (options.shared ?? portOn(transport, { driver, log })).join({
    instrument: id,
    *resync() {
      const found = yield* identify(asked)
      if (known && found.serial_number !== known.serial_number) throw otherOne(known.serial_number, found)
    },
  })
  try {
    const { codec, placeholders } = asked
    if (driver.on_connect.length > 0)
      await port.request({
        name: 'connect',
        kind: 'set',
        dialogue: () => sendCommands(codec, { commands: driver.on_connect, placeholders }),
      })
    known = await port.request({ name: 'identify', kind: 'query', dialogue: () => identify(asked) })
    const { expectedSerialNumber: expected = null } = options
    if (expected !== null && known.serial_number !== expected) throw otherOne(expected, known).at(id)
    const foundErrors = await drainErrors({ ...asked, port }, {})
    return createInstrument(
      { ...options, ...asked, driver: forModel(driver, known.model), port, identity: known },
      foundErrors,
    )
  } catch (error) {
    await port.close()
    throw error
  }
}

function createInstrument(
  connected: Omit<DriverConnection, 'generation' | 'onReading' | 'onSet'>,
  foundErrors: readonly string[],
): Instrument {
  const { id, driver, port, codec, transport, identity } = connected
  let generation = 0
  const readers: ReadingListener[] = []
  const setters: SetListener[] = []
  const connection: DriverConnection = {
    ...connected,
    generation: () => generation,
    onReading(reading, cause) {
      for (const reader of readers) reader(reading, cause)
    },
    onSet(result) {
      for (const setter of setters) setter(result)
    },
  }
  const { read, set } = createParameterAccess(connection)
  return {
    id,
    driver,
    identity,
    connection: { kind: transport.kind, path: transport.path, simulated: transport.simulated },
    foundErrors,
    read,
    set,
    streamed(count, cause) {
      if (!driver.framing.streams)
        return Promise.reject(new InstrumentError('unknown_parameter', 'it streams no bytes', id))
      const dialogue = () => codec.wire.query(NO_BYTES, count)
      return port.request({ name: `${count} bytes`, kind: 'query', dialogue, cause, secret: true })
    },
    async snapshot(options = {}) {
      const readings: InstrumentReading[] = []
      if (driver.framing.streams) return readings
      for (const [name, spec] of Object.entries(driver.parameters))
        readings.push(...(await readingsOrNone({ name, spec }, channel => read(name, { ...options, channel }))))
      return readings
    },
    errors: (options = {}) => drainErrors(connection, options),
    async console(text, cause) {
      try {
        const speaking = { port, codec, cause, settle: driver.timing.settle, answersAll: answersAll(driver) }
        const answer = await explained(connection, { asking: { cause }, name: text, reply: askByHand(speaking, text) })
        await throwRefusals(connection, { cause }, text)
        return answer
      } catch (error) {
        throw isFault(error) ? error.at(id) : error
      }
    },
    link: cause => createRawLink({ port, codec, cause, settle: driver.timing.settle, fence: () => fence(connection) }),
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
    onReading: listener => void readers.push(listener),
    onSet: listener => void setters.push(listener),
    onFailure: listener => port.onFailure(listener),
    close: () => port.close(),
  }
}

/** Number of silent channels of a parameter after which its other channels are not asked: each costs two timeouts. */
const MAX_SILENT = 2

/**
 * All channels of a parameter. A reading has no value while the instrument refuses it, as a current while the output is off, or
 * leaves the question unanswered, as that of a channel that it lacks. The fault of a setting is thrown.
 */
async function readingsOrNone(
  { name, spec }: { readonly name: string; readonly spec: ParameterSpec },
  read: (channel: string | null) => Promise<InstrumentReading>,
): Promise<InstrumentReading[]> {
  const readings: InstrumentReading[] = []
  let silent = 0
  for (const channel of spec.channels ?? [null]) {
    const without = (status: string) =>
      readings.push({ parameter: name, channel, value: null, status, unit: unitOf(spec), at: Date.now() })
    if (silent === MAX_SILENT) {
      without('not_asked')
      continue
    }
    try {
      readings.push(await read(channel))
    } catch (error) {
      if (spec.set || !isFault(error, 'refused', 'first_byte_timeout')) throw error
      // The instrument has identified itself since, in the resync: only this channel is silent.
      if (error.fault === 'first_byte_timeout') silent += 1
      without(error.fault === 'refused' ? 'refused' : 'no_answer')
    }
  }
  return readings
}

/** Whether every typed line is answered, as by an instrument that acknowledges sets. */
const answersAll = ({ parameters }: DriverFile): boolean =>
  Object.values(parameters).some(({ set_reply }) => set_reply !== undefined)
