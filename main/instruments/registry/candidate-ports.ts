/** Where a configured instrument may be plugged in. */
import type { DriverFile } from '../drivers/schema'
import { InstrumentError } from '../model/fault'
import { driversFor, portAddress } from './discovery'
import type { Address, Found } from './ports'
import type { ConfiguredInstrument } from './slots'

export interface CandidatePort {
  readonly address: Address
  readonly usbSerialNumber: string | null
}

/**
 * The ports where an instrument may be, the likeliest first: where USB reports its serial number; at its address; wherever its
 * model is plugged in; and, where the lab names its serial number, every serial port whose USB identity names no driver.
 */
export function candidatePortsOf(
  { address, serial_number }: ConfiguredInstrument,
  found: readonly Found[],
  { driver, drivers }: { readonly driver: DriverFile; readonly drivers: Iterable<DriverFile> },
): CandidatePort[] {
  if (address.kind === 'tcp' || address.kind === 'twin') return [{ address, usbSerialNumber: null }]
  const portOf = (one: Found): CandidatePort => ({ address: portAddress(one), usbSerialNumber: one.serial_number })
  const isOfItsModel = (one: Found) => one.kind === address.kind && driversFor(one, [driver]).length > 0
  const candidates = found.filter(isOfItsModel)
  const byName = candidates.filter(one => serial_number !== null && one.serial_number === serial_number)
  const at = found.find(({ path }) => path === address.path)
  const named = address.path === null ? [] : [{ address, usbSerialNumber: at?.serial_number ?? null }]
  const all = [...byName.map(portOf), ...named, ...candidates.map(portOf)]
  if (serial_number !== null && driver.identity !== 'usb') {
    const known = [...drivers]
    const isNobodys = (one: Found) =>
      one.kind === 'serial' && address.kind === 'serial' && driversFor(one, known).length === 0
    all.push(...found.filter(isNobodys).map(portOf))
  }
  return all.filter(
    ({ address: one }, index) => all.findIndex(other => pathOf(other.address) === pathOf(one)) === index,
  )
}

/** The port of an address, as its transport names it. */
export function portName(address: Address): string | null {
  if (address.kind === 'tcp') return `${address.host}:${address.port}`
  return address.kind === 'twin' ? `twin:${address.name}` : address.path
}

export const pathOf = (address: Address) => ('path' in address ? address.path : null)

export const nowhere = ({ id, serial_number, address }: ConfiguredInstrument, driver: DriverFile): InstrumentError =>
  new InstrumentError(
    'port_missing',
    `no ${modelText(driver)}${serial_number === null ? '' : ` with serial number ${serial_number}`} at any ${address.kind === 'hid' ? 'HID' : address.kind} port`,
    id,
  )

/** Most models that a message names: a dozen would hide the rest of it. */
const MAX_MODELS = 3

function modelText({ vendor, models, match }: DriverFile): string {
  if (models.length <= MAX_MODELS) return `${vendor} ${models.join(', ')}`
  const usb = match.usb.map(({ vendor_id, product_id }) => `${vendor_id}:${product_id}`)
  return `${vendor} instrument (one of ${models.length} models${usb.length > 0 ? `, USB ${usb.join(', ')}` : ''})`
}
