/** Who an instrument says it is. */
import type { Dialogue } from '../framing/dialogue'
import { InstrumentError } from '../model/fault'
import type { Identity } from '../model/reading'
import { ask, type DriverCodec, type Filling } from './commands'
import type { DriverFile, ReplySpec } from './schema'

export interface Presence {
  readonly driver: DriverFile
  readonly filling: Filling
  /** Substitute for the serial number where the instrument reports none: that of USB, else the port. */
  readonly place: string
}

export function* identify(codec: DriverCodec, { driver, filling, place }: Presence): Dialogue<Identity> {
  if (driver.identity === 'usb')
    return {
      vendor: driver.vendor,
      model: driver.models[0]!,
      serial_number: place,
      firmware: null,
    }
  const groups: Record<string, string> = {}
  for (const { ask: commands, reply } of driver.identity) {
    const { texts, fields } = yield* ask(codec, { commands, reply, filling })
    const only = Object.keys(texts).length === 0 ? namesOfBytes(fields) : texts
    for (const [name, text] of Object.entries(only))
      if (text !== undefined && !(name in groups)) groups[name] = text.trim()
  }
  return {
    vendor: groups.vendor ?? driver.vendor,
    model: groups.model ?? driver.models[0]!,
    serial_number: groups.serial ?? place,
    firmware: groups.firmware ?? null,
  }
}

/**
 * The question for its serial number, whose answer must be the one of the connection. Another answer means that the line is
 * out of step, or that someone else is there: the resync asks everything and shows which.
 */
export function* samePresence(codec: DriverCodec, { driver, filling }: Presence, identity: Identity): Dialogue<void> {
  if (driver.identity === 'usb') return
  const { ask: commands, reply } = driver.identity.find(one => namesSerial(one.reply)) ?? driver.identity[0]!
  const { texts, fields } = yield* ask(codec, { commands, reply, filling })
  const serial = texts.serial?.trim() ?? namesOfBytes(fields).serial ?? identity.serial_number
  const model = texts.model?.trim() ?? identity.model
  if (serial !== identity.serial_number || model !== identity.model)
    throw new InstrumentError(
      'reply_unexpected',
      `${identity.model} ${identity.serial_number} expected; ${model} ${serial} answers`,
    )
}

const namesSerial = (reply: ReplySpec): boolean => JSON.stringify(reply).includes('serial')

/** A serial number or firmware in bytes: `serial_a` is the lowest byte. */
function namesOfBytes(fields: Readonly<Record<string, number>>): Record<string, string> {
  const sums: Record<string, number> = {}
  for (const [name, byte] of Object.entries(fields)) {
    const [, base, place] = /^([a-z]+)_([a-d])$/.exec(name) ?? []
    if (base && place) sums[base] = (sums[base] ?? 0) + byte * 256 ** (place.charCodeAt(0) - 97)
  }
  return Object.fromEntries(Object.entries(sums).map(([name, figure]) => [name, String(figure)]))
}

/** Another instrument than the one that is wanted. */
export const otherOne = (expected: string, found: Identity) =>
  new InstrumentError(
    'identity_mismatch',
    `serial number ${expected} expected; ${found.model} ${found.serial_number} answers`,
  )
