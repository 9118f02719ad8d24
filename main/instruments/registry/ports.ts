import type { DriverFile } from '../drivers/schema'
import { InstrumentError, isFault } from '../model/fault'
import { type HidDevice, listHid, openHid } from '../transport/hid'
import { listSerial, openSerial, type SerialDevice } from '../transport/serial'
import { openTcp } from '../transport/tcp'
import type { Transport } from '../transport/transport'
import { type BytePeer, openTwin } from '../transport/twin'

/** Where an instrument is connected, as far as that is known; a path that is null is searched for. */
export type Address =
  | { readonly kind: 'serial'; readonly path: string | null }
  | { readonly kind: 'hid'; readonly path: string | null }
  /** `simulated`: a simulation answers there, as the lab profile says. */
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number; readonly simulated?: boolean }
  | { readonly kind: 'twin'; readonly name: string }

/** Whether a simulation answers at the address, as far as the address says. */
export const isSimulatedAddress = (address: Address): boolean =>
  address.kind === 'twin' || (address.kind === 'tcp' && address.simulated === true)

/** Something on a USB bus that may be an instrument. */
export interface Found {
  readonly kind: 'serial' | 'hid'
  readonly path: string
  readonly vendor_id: string | null
  readonly product_id: string | null
  readonly serial_number: string | null
  /** Its own description, such as `FTDI`; used for display only. */
  readonly description: string | null
  /** Usage page of a HID device, where the system reports it. */
  readonly usage_page: number | null
}

/** Ports of this computer. Tests give their own. */
export interface InstrumentPorts {
  /** Connected devices, and why a kind of port could not be listed. */
  list(): Promise<{ found: Found[]; problems: InstrumentError[] }>
  /** `baud` replaces the rate of the driver file. */
  open(address: Address, driver: DriverFile, baud?: number): Promise<Transport>
}

interface PortsOptions {
  /** Folder of the locks that keep a second program from opening a port. */
  readonly lockFolder: string
  /** The near end of a twin, null while it is unplugged; tests and the demo lab have them. */
  openPeer(name: string): Promise<BytePeer | null>
  /** Hosts whose instruments are simulations, as the lab profile says. */
  readonly simulatedHosts?: Pick<ReadonlySet<string>, 'has'>
}

export function createPorts({ lockFolder, openPeer, simulatedHosts = new Set() }: PortsOptions): InstrumentPorts {
  return {
    async list() {
      const problems: InstrumentError[] = []
      const listed = async <T>(list: () => Promise<T[]>): Promise<T[]> => {
        try {
          return await list()
        } catch (error) {
          if (!isFault(error)) throw error
          problems.push(error)
          return []
        }
      }
      const [serial, hid] = await Promise.all([listed(listSerial), listed(listHid)])
      return { found: [...serial.map(asSerial), ...hid.map(asHid)], problems }
    },
    async open(address, driver, baud) {
      const { serial, hid } = driver.transport
      switch (address.kind) {
        case 'serial':
          if (!serial || address.path === null) throw cannot(driver, 'serial')
          return openSerial(address.path, baud === undefined ? serial : { ...serial, baud }, lockFolder)
        case 'hid':
          if (!hid || address.path === null) throw cannot(driver, 'hid')
          return openHid(address.path, hid.report_bytes, lockFolder)
        case 'tcp':
          return openTcp({ ...address, simulated: isSimulatedAddress(address) || simulatedHosts.has(address.host) })
        case 'twin': {
          const path = `twin:${address.name}`
          const peer = await openPeer(address.name).catch(error => {
            throw new InstrumentError('port_missing', error instanceof Error ? error.message : String(error), path)
          })
          if (!peer) throw new InstrumentError('port_missing', 'the twin is unplugged', path)
          return openTwin(peer, { path, reportBytes: hid?.report_bytes ?? null })
        }
      }
    },
  }
}

const cannot = (driver: DriverFile, kind: string) =>
  new InstrumentError('port_missing', `${driver.id} was found at no ${kind} port`)
const asSerial = ({ path, vendor_id, product_id, serial_number, manufacturer }: SerialDevice): Found => ({
  kind: 'serial',
  path,
  vendor_id,
  product_id,
  serial_number,
  description: manufacturer,
  usage_page: null,
})
const asHid = ({
  path,
  vendor_id,
  product_id,
  serial_number,
  manufacturer,
  product,
  usage_page,
}: HidDevice): Found => ({
  kind: 'hid',
  path,
  vendor_id,
  product_id,
  serial_number,
  description: [manufacturer, product].filter(Boolean).join(' ') || null,
  usage_page,
})
