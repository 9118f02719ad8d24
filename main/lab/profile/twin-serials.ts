/** Serial numbers of twins: each plays an instrument of its own, which logs and records tell apart by its serial number. */
import type { AddInstrument } from '../../contract/instruments/instrument'
import { AppError } from '../../contract/model/errors'
import type { InstrumentStatus } from '../../instruments/registry/slots'

type KnownInstrument = Pick<InstrumentStatus, 'id' | 'label' | 'driver' | 'serial_number' | 'instrument'>
type NamedInstrument = Pick<AddInstrument, 'id' | 'driver' | 'address' | 'serial_number'>

/** The serial number that it reports, or that the lab expects while it is not connected; null where it has none of its own. */
function serialOf({ serial_number, instrument }: KnownInstrument): string | null {
  if (!instrument) return serial_number
  const { identity, connection } = instrument
  return identity.serial_number === connection.path ? null : identity.serial_number
}

/**
 * Gives a twin without a serial number the next free one where another instrument of its driver has one. Throws `conflict` where
 * its serial number is that of another instrument of its driver.
 */
export function withOwnSerial<T extends NamedInstrument>(one: T, known: readonly KnownInstrument[]): T {
  if (one.address.kind !== 'twin') return one
  const others = known.filter(({ id, driver }) => id !== one.id && driver === one.driver)
  const taken = others.flatMap(other => serialOf(other) ?? [])
  if (one.serial_number === null) {
    const [first] = taken
    return first === undefined ? one : { ...one, serial_number: nextFree(first, taken) }
  }
  const other = others.find(each => serialOf(each) === one.serial_number)
  if (!other) return one
  throw new AppError(
    'conflict',
    `${other.label} (${other.id}) has the serial number ${one.serial_number} already; choose another, or leave it out`,
    { details: { instrument_id: other.id } },
  )
}

/** `00142` → `00143`; `LSA23KL` → `LSA23KL-2`. */
function nextFree(serial: string, taken: readonly string[]): string {
  const [, stem = serial, digits = null] = /^(.*?)(\d+)$/.exec(serial) ?? []
  for (let count = 1; ; count += 1) {
    const next = digits === null ? `${stem}-${count + 1}` : `${stem}${countedOn(digits, count)}`
    if (!taken.includes(next)) return next
  }
}

const countedOn = (digits: string, by: number): string =>
  String(BigInt(digits) + BigInt(by)).padStart(digits.length, '0')
