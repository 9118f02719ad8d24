import type { Identity } from '../drivers/connection'
import type { DriverFile } from '../drivers/schema'
import type { CommandLog } from '../exchange/command-log'
import { type InstrumentError, isFault } from '../model/fault'
import { connectAt } from './connect-at'
import type { Address, Found, InstrumentPorts } from './ports'

/** The drivers that a device may have, by its USB identity; several for a serial adapter that many instruments use. */
export const driversFor = (found: Found, drivers: Iterable<DriverFile>): DriverFile[] =>
  [...drivers].filter(
    ({ match, transport }) =>
      transport[found.kind] !== undefined &&
      match.usb.some(({ vendor_id, product_id }) => vendor_id === found.vendor_id && product_id === found.product_id),
  )

/** First usage page that vendors define; below are keyboards, mice, headsets and keys for signing in. */
const VENDOR_PAGES = 0xff00

const mayBeInstrument = ({ usage_page }: Found): boolean => usage_page === null || usage_page >= VENDOR_PAGES

export interface Discovered {
  readonly found: Found
  readonly driver: string | null
  readonly identity: Identity | null
  /** Why no instrument answered, where one was queried; null otherwise. */
  readonly problem: InstrumentError | null
}

/**
 * Asks who is there, with each driver that the USB identity allows, until one understands the answer. Asking changes no output. A
 * port that no driver names is listed and not asked, since the device there may take a question for a command. A port that
 * `isTaken` is not opened.
 */
export async function discover(
  ports: InstrumentPorts,
  drivers: Iterable<DriverFile>,
  { log, isTaken }: { log: CommandLog; isTaken(path: string): boolean },
): Promise<{ discovered: Discovered[]; problems: InstrumentError[] }> {
  const known = [...drivers]
  const { found, problems } = await ports.list()
  const discovered: Discovered[] = []
  /** A HID device stands in the list once for each of its uses. */
  const reported = new Set<string>()
  for (const one of found) {
    if (isTaken(one.path) || reported.has(one.path)) continue
    const candidates = driversFor(one, known)
    if (candidates.length === 0 && !mayBeInstrument(one)) continue
    reported.add(one.path)
    discovered.push(
      candidates.length > 0
        ? await askAll(ports, one, { candidates, log })
        : { found: one, driver: null, identity: null, problem: null },
    )
  }
  return { discovered, problems }
}

async function askAll(
  ports: InstrumentPorts,
  found: Found,
  { candidates, log }: { candidates: readonly DriverFile[]; log: CommandLog },
): Promise<Discovered> {
  let problem: InstrumentError | null = null
  for (const driver of candidates) {
    try {
      const instrument = await connectAt(ports, {
        address: portAddress(found),
        id: `discovery:${found.path}`,
        driver,
        log,
        usbSerialNumber: found.serial_number,
      })
      const { identity } = instrument
      await instrument.close()
      return { found, driver: driver.id, identity, problem: null }
    } catch (error) {
      if (!isFault(error)) throw error
      problem = error
      if (isFault(error, 'access_denied', 'port_busy', 'library_missing')) break
    }
  }
  return { found, driver: null, identity: null, problem }
}

export const portAddress = ({ kind, path }: Found): Address => ({ kind, path })
