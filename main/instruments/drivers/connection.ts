/** A connected instrument as the code of drivers uses it, and the identity that it reports. */
import type { CommandLog } from '../exchange/command-log'
import type { PortMember } from '../exchange/port'
import { InstrumentError } from '../model/fault'
import type { Cause, Dialogue, InstrumentReading, SetResult } from '../model/request'
import type { Transport } from '../transport/transport'
import { type DriverCodec, type Placeholders, query } from './commands'
import type { DriverFile, ReplySpec } from './schema'

/** Identity reported by an instrument. The serial number is its identity, at whatever port it is connected. */
export interface Identity {
  readonly vendor: string
  readonly model: string
  readonly serial_number: string
  /** Null where the instrument does not report one. */
  readonly firmware: string | null
}

export type ReadingListener = (reading: InstrumentReading, cause: Cause | null) => void
export type SetListener = (result: SetResult) => void

/** A connected instrument as the code of drivers uses it. */
export interface DriverConnection {
  readonly id: string
  /** With the channels and ranges of the model that answered. */
  readonly driver: DriverFile
  readonly codec: DriverCodec
  /** Its options, which commands name. */
  readonly placeholders: Placeholders
  readonly port: PortMember
  readonly transport: Transport
  readonly log: CommandLog
  readonly identity: Identity
  /** Substitute for the serial number where the instrument reports none: that of USB, else the port. */
  readonly fallbackSerial: string
  readonly onReading: ReadingListener
  readonly onSet: SetListener
  /** Number of preemptions so far. */
  readonly generation: () => number
}

export function* identify({
  codec,
  driver,
  placeholders,
  fallbackSerial,
}: Pick<DriverConnection, 'codec' | 'driver' | 'placeholders' | 'fallbackSerial'>): Dialogue<Identity> {
  if (driver.identity === 'usb')
    return {
      vendor: driver.vendor,
      model: driver.models[0]!,
      serial_number: fallbackSerial,
      firmware: null,
    }
  const groups: Record<string, string> = {}
  for (const { ask: commands, reply } of driver.identity) {
    const { texts, fields } = yield* query(codec, { commands, reply, placeholders })
    const only = Object.keys(texts).length === 0 ? namesOfBytes(fields) : texts
    for (const [name, text] of Object.entries(only))
      if (text !== undefined && !(name in groups)) groups[name] = text.trim()
  }
  return {
    vendor: groups.vendor ?? driver.vendor,
    model: groups.model ?? driver.models[0]!,
    serial_number: groups.serial ?? fallbackSerial,
    firmware: groups.firmware ?? null,
  }
}

/**
 * Asks for the serial number, which must be that of the connection. Another answer means that the line is out of step, or that
 * another instrument is there; the resync that follows shows which.
 */
function* sameIdentity({ codec, driver, placeholders, identity }: DriverConnection): Dialogue<void> {
  if (driver.identity === 'usb') return
  const { ask: commands, reply } = driver.identity.find(one => namesSerial(one.reply)) ?? driver.identity[0]!
  const { texts, fields } = yield* query(codec, { commands, reply, placeholders })
  const serial = texts.serial?.trim() ?? namesOfBytes(fields).serial ?? identity.serial_number
  const model = texts.model?.trim() ?? identity.model
  if (serial !== identity.serial_number || model !== identity.model)
    throw new InstrumentError(
      'reply_unexpected',
      `${identity.model} ${identity.serial_number} expected; ${model} ${serial} answers`,
    )
}

/** Asks for the identity after a question where the driver has a fence: a late answer shows as a wrong identity. */
export function* fence(connection: DriverConnection): Dialogue<void> {
  if (connection.driver.framing.fence) yield* sameIdentity(connection)
}

const namesSerial = (reply: ReplySpec): boolean => JSON.stringify(reply).includes('serial')

/** A serial number or firmware in bytes: `serial_a` is the lowest byte. */
function namesOfBytes(fields: Readonly<Record<string, number>>): Record<string, string> {
  const sums: Record<string, number> = {}
  for (const [name, byte] of Object.entries(fields)) {
    const [, base, digit] = /^([a-z]+)_([a-d])$/.exec(name) ?? []
    if (base && digit) sums[base] = (sums[base] ?? 0) + byte * 256 ** (digit.charCodeAt(0) - 97)
  }
  return Object.fromEntries(Object.entries(sums).map(([name, figure]) => [name, String(figure)]))
}

/** The fault where another instrument answers than the one that is expected. */
export const otherOne = (expected: string, found: Identity) =>
  new InstrumentError(
    'identity_mismatch',
    `serial number ${expected} expected; ${found.model} ${found.serial_number} answers`,
  )
