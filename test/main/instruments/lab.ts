/** A registry whose ports are twins: what is plugged in where is changed by the test. */
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { InstrumentError } from '../../../main/instruments/model/fault'
import type { Found, InstrumentPorts } from '../../../main/instruments/registry/ports'
import { createRegistry } from '../../../main/instruments/registry/registry'
import type { ConfiguredInstrument } from '../../../main/instruments/registry/slots'
import { openTwin } from '../../../main/instruments/transport/twin'
import { type FaultyTwin, withFaults } from '../../../main/twins/faults/with-faults'
import type { ByteTwin } from '../../../main/twins/model/byte-twin'
import { hurried } from './connected'
import { driverOf, TABLE, TWIN } from './table'

export interface Plugged {
  readonly found: Found
  /** The only rate at which it receives; null: any. */
  readonly baud: number | null
  readonly twin: FaultyTwin
}

interface PlugIn {
  readonly twin: ByteTwin
  readonly usbSerial?: string | null
  readonly baud?: number | null
  /** False: a port that says nothing of what is behind it. */
  readonly usbKnown?: boolean
  readonly usagePage?: number | null
}

export function createLab(configured: readonly ConfiguredInstrument[], log = createCommandLog()) {
  const plugged = new Map<string, Plugged>()
  const opened: { path: string; baud: number | undefined }[] = []
  /** Ports that open only once this has happened. */
  const slow = new Map<string, Promise<void>>()
  const refusals = new Map<string, InstrumentError>()
  const listingProblems: InstrumentError[] = []
  const drivers = new Map(TABLE.map(({ driver }) => [driver, hurried(driverOf(driver))]))
  const ports: InstrumentPorts = {
    list: async () => ({ found: [...plugged.values()].map(({ found }) => found), problems: listingProblems }),
    async open(address, driver, baud = driver.transport.serial?.baud) {
      const path = address.kind === 'twin' ? address.name : 'path' in address ? address.path! : address.host
      await slow.get(path)
      const refusal = refusals.get(path)
      if (refusal) throw refusal
      const device = plugged.get(path)
      if (!device) throw new InstrumentError('port_missing', 'there is no such port', path)
      opened.push({ path, baud })
      // At another rate neither side receives the other's bytes.
      if (device.baud !== null && baud !== device.baud) return openTwin(MUTE, { path })
      return openTwin(device.twin, { path, reportBytes: driver.transport.hid?.report_bytes ?? null })
    },
  }
  const registry = createRegistry({ configured, drivers, ports, log })
  return {
    registry,
    drivers,
    ports,
    log,
    refusals,
    slow,
    opened,
    listingProblems,
    plugIn(
      path: string,
      driver: string,
      { twin, usbSerial = null, baud = null, usbKnown = true, usagePage = null }: PlugIn,
    ): FaultyTwin {
      const { transport, match } = drivers.get(driver)!
      const [usb] = usbKnown ? match.usb : []
      const faulty = withFaults(twin, { seed: 3, clock: TWIN.clock })
      faulty.onUnplug(() => plugged.delete(path))
      const kind = transport.hid ? 'hid' : 'serial'
      const found: Found = {
        kind,
        path,
        vendor_id: usb?.vendor_id ?? null,
        product_id: usb?.product_id ?? null,
        serial_number: usbSerial,
        description: null,
        usage_page: usagePage,
      }
      plugged.set(path, { found, twin: faulty, baud })
      return faulty
    },
  }
}

const MUTE: ByteTwin = { receive() {}, onSend() {}, close() {} }

/** An instrument that is found by its serial number. */
export const configured = (
  id: string,
  driver: string,
  serial_number: string | null,
  path: string | null = null,
): ConfiguredInstrument => ({
  id,
  label: id,
  driver,
  serial_number,
  address: { kind: driverOf(driver).transport.hid ? 'hid' : 'serial', path },
})
