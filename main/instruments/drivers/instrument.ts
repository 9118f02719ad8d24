/** A connected instrument: its parameters by name, with every fault named and no value unless it is sure. */
import type { Cause, CommandLog } from '../exchange/command-log'
import { createPort, type Port } from '../exchange/transactor'
import { passingReports } from '../framing/passing-reports'
import { asBytes } from '../model/bytes'
import { InstrumentError, isFault } from '../model/fault'
import type { Identity, InstrumentReading, InstrumentValue, SetResult } from '../model/reading'
import type { Transport, TransportKind } from '../transport/transport'
import { driverCodecOf, type Filling, fillingOf, sendCommands } from './commands'
import { drainErrors, explained, type Speaking, throwRefusals } from './error-queue'
import { forModel } from './for-model'
import { identify, otherOne, type Presence } from './identity'
import { askByHand, createRawLink, type RawLink } from './raw-link'
import { type DriverFile, type ParameterSpec, unitOf } from './schema'
import { type Asking, fence, type SureParts, sureValues } from './sure-values'
import type { TriedSet } from './tried-set'

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
  /** So many bytes of what an entropy source streams. They are secret: the log has their number alone. */
  streamed(count: number, cause: Cause | null): Promise<Uint8Array>
  /** Every parameter at every channel; a reading that is refused or not answered has no value. Of what it streams nothing is a setting. */
  snapshot(asking?: Asking): Promise<InstrumentReading[]>
  /** Everything in its error queue, oldest first; reading empties it. */
  errors(asking?: Asking): Promise<string[]>
  /** Sends a line typed by an operator, and returns the reply if it is a question. */
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
  /** Serial number reported by USB: the identity of instruments that report none. */
  readonly usbSerialNumber?: string | null
  /** Refused as `identity_mismatch` if another one answers. */
  readonly expectedSerialNumber?: string | null
  /** Called with every value that is read: viewers see them without asking. */
  readonly onReading?: (reading: InstrumentReading, cause: Cause | null) => void
  /** Called with every set that was tried, however it ended. */
  readonly onSet?: (tried: TriedSet) => void
}

/** The port of a driver's instruments on an open transport. */
export const portOn = (transport: Transport, { driver, log }: Pick<ConnectOptions, 'driver' | 'log'>): Port =>
  createPort({
    ...{ transport, log, timing: driver.timing },
    clearLine: driver.framing.clear_line === undefined ? null : asBytes(driver.framing.clear_line),
    streams: driver.framing.streams,
    maxReplyBytes: driver.framing.max_reply_bytes,
    isPassing: passingOf(driver),
  })

/** Reports that may come in between may come behind an answer too; what answers any question of the driver may not. */
function passingOf({ framing, transport, parameters }: DriverFile): ((bytes: Uint8Array) => boolean) | undefined {
  const { report_bytes } = transport.hid ?? {}
  if (report_bytes === undefined || framing.skip_reports === 0) return undefined
  const codes = Object.values(parameters).map(({ reply }) =>
    typeof reply === 'object' && 'bytes' in reply ? reply.bytes[0] : undefined,
  )
  const known = codes.filter(code => typeof code === 'number')
  return known.length === codes.length ? passingReports(report_bytes, new Set(known)) : undefined
}

/** Asks who is there and changes no output. Leaves the port when it fails. */
export async function connectInstrument(options: ConnectOptions): Promise<Instrument> {
  const { id, driver, transport, log } = options
  const codec = driverCodecOf(driver)
  const filling: Filling = fillingOf({ ...driver.options, ...options.options })
  const presence: Presence = { driver, filling, place: options.usbSerialNumber ?? transport.path }
  let known: Identity | null = null
  const port = (options.shared ?? portOn(transport, { driver, log })).join({
    instrument: id,
    *resync() {
      const found = yield* identify(codec, presence)
      if (known && found.serial_number !== known.serial_number) throw otherOne(known.serial_number, found)
    },
  })
  try {
    if (driver.on_connect.length > 0)
      await port.run({
        name: 'connect',
        kind: 'set',
        dialogue: () => sendCommands(codec, { commands: driver.on_connect, filling }),
      })
    known = await port.run({ name: 'identify', kind: 'query', dialogue: () => identify(codec, presence) })
    const { expectedSerialNumber: expected = null } = options
    if (expected !== null && known.serial_number !== expected) throw otherOne(expected, known).at(id)
    const errors = await drainErrors({ port, codec, driver, filling }, {})
    return createInstrument({ ...options, presence, port, codec, identity: known, filling, foundErrors: errors })
  } catch (error) {
    await port.close()
    throw error
  }
}

function createInstrument(
  options: ConnectOptions & Speaking & { identity: Identity; presence: Presence; foundErrors: readonly string[] },
): Instrument {
  const { id, port, codec, transport, identity, filling } = options
  const driver = forModel(options.driver, identity.model)
  const numbers = { ...driver.options, ...options.options }

  let generation = 0
  const parts: SureParts = {
    ...{ id, port, codec, driver, filling, identity, numbers, presence: options.presence },
    ...{ transport, log: options.log, onReading: options.onReading, generation: () => generation },
    ...(options.onSet && { onSet: options.onSet }),
  }
  const { get, set } = sureValues(parts)

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
      const dialogue = () => codec.wire.ask(new Uint8Array(0), count)
      return port.run({ name: `${count} bytes`, kind: 'query', dialogue, cause, secret: true })
    },
    async snapshot(asking = {}) {
      const readings: InstrumentReading[] = []
      if (driver.framing.streams) return readings
      for (const [name, spec] of Object.entries(driver.parameters))
        readings.push(...(await readingsOrNone({ name, spec }, channel => get(name, { ...asking, channel }))))
      return readings
    },
    errors: (asking = {}) => drainErrors(parts, asking),
    async console(text, cause) {
      try {
        const speaking = { port, codec, cause, settle: driver.timing.settle, answersAll: answersAll(driver) }
        const answer = await explained(parts, { asking: { cause }, name: text, reply: askByHand(speaking, text) })
        await throwRefusals(parts, { cause }, text)
        return answer
      } catch (error) {
        throw isFault(error) ? error.at(id) : error
      }
    },
    link: cause => createRawLink({ port, codec, cause, settle: driver.timing.settle, fence: () => fence(parts) }),
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

/** Silent channels of one parameter, each of which costs two timeouts, behind which the others are not asked. */
const MAX_SILENT = 2

/**
 * All channels of a parameter. A reading has no value while the instrument refuses it, as a current while the output is off, or leaves
 * the question unanswered, as that of a channel that it lacks. A setting has to be known.
 */
async function readingsOrNone(
  { name, spec }: { readonly name: string; readonly spec: ParameterSpec },
  get: (channel: string | null) => Promise<InstrumentReading>,
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
      readings.push(await get(channel))
    } catch (error) {
      if (spec.set || !isFault(error, 'refused', 'first_byte_timeout')) throw error
      // It has said who it is since then: somebody is there.
      if (error.fault === 'first_byte_timeout') silent += 1
      without(error.fault === 'refused' ? 'refused' : 'no_answer')
    }
  }
  return readings
}

/** One that acknowledges a set answers everything that is typed. */
const answersAll = ({ parameters }: DriverFile): boolean =>
  Object.values(parameters).some(({ set_reply }) => set_reply !== undefined)
