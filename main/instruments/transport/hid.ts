/**
 * The only file that uses `node-hid`. Without libusb its import succeeds and every call throws, so it is loaded late and the error
 * is explained.
 */
import type { HIDAsync } from 'node-hid'
import { InstrumentError } from '../model/fault'
import { lockPort } from './port-lock'
import { createPortEvents, type Transport } from './transport'

/** A HID interface of this computer. */
export interface HidDevice {
  readonly path: string
  readonly vendor_id: string
  readonly product_id: string
  readonly serial_number: string | null
  readonly manufacturer: string | null
  readonly product: string | null
  /** Usage page (HID Usage Tables, 3); null where the system does not report it. */
  readonly usage_page: number | null
}

/** Rejects `library_missing` where libusb or libudev is not installed. */
export async function listHid(): Promise<HidDevice[]> {
  const hid = await library()
  try {
    const devices = await hid.devicesAsync()
    return devices.flatMap(device =>
      device.path
        ? {
            path: device.path,
            vendor_id: hex4(device.vendorId),
            product_id: hex4(device.productId),
            serial_number: device.serialNumber || null,
            manufacturer: device.manufacturer || null,
            product: device.product || null,
            usage_page: device.usagePage || null,
          }
        : [],
    )
  } catch (error) {
    throw missing(error)
  }
}

/** `reportBytes` without the report id: 64 for Mini-Circuits, 8 for Vaunix. */
export async function openHid(path: string, reportBytes: number, lockFolder: string): Promise<Transport> {
  const hid = await library()
  const release = lockPort(lockFolder, path)
  let device: HIDAsync
  try {
    device = await hid.HIDAsync.open(path, { nonExclusive: true })
  } catch (error) {
    release()
    throw openFault(reasonOf(error), path)
  }
  const transport = hidTransport(device, { path, reportBytes, release })
  // node-hid begins to read in the next tick, and throws where nobody can catch it if the device was closed by then.
  await new Promise(resolve => setImmediate(resolve))
  return transport
}

function hidTransport(
  device: HIDAsync,
  { path, reportBytes, release }: { path: string; reportBytes: number; release: () => void },
): Transport {
  const events = createPortEvents()
  let closing: Promise<void> | null = null
  const closeDevice = (): Promise<void> => (closing ??= device.close().catch(() => {}))
  const end = (cause: InstrumentError | null) => {
    if (events.end(cause)) release()
  }
  // An unplug is an `error` (a string in some versions) and never a `close`.
  const lost = (error: unknown) => {
    end(new InstrumentError('unplugged', `the device is gone (${reasonOf(error)})`, path))
    void closeDevice()
  }
  device.on('error', lost)
  device.on('data', (report: Buffer) => events.received(new Uint8Array(report)))
  return {
    kind: 'hid',
    path,
    simulated: false,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    chunkBytes: reportBytes,
    onData: events.onData,
    onClose: events.onClose,
    write: async bytes => {
      if (events.ended) throw events.refusal(path)
      const report = Buffer.alloc(1 + reportBytes) // The report id, 0, goes first: 65 bytes on the way, 64 on the wire.
      report.set(bytes.subarray(0, reportBytes), 1)
      try {
        await device.write(report)
      } catch (error) {
        lost(error)
        throw events.refusal(path)
      }
    },
    flush: async () => {},
    close: async () => {
      end(null)
      await closeDevice()
    },
  }
}

async function library(): Promise<typeof import('node-hid')> {
  try {
    const hid = await import('node-hid')
    hid.getHidapiVersion()
    return hid
  } catch (error) {
    throw missing(error)
  }
}

const missing = (error: unknown): InstrumentError =>
  new InstrumentError('library_missing', `HID disabled: install libusb-1.0-0 (${reasonOf(error)})`)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const hex4 = (id: number): string => id.toString(16).padStart(4, '0')

function openFault(reason: string, path: string): InstrumentError {
  if (/permission|denied|EACCES/i.test(reason))
    return new InstrumentError(
      'access_denied',
      'it may not be opened: install the udev rules (sudo cp resources/udev/70-pentad-instruments.rules /etc/udev/rules.d/ && sudo udevadm control --reload), then plug it in again',
      path,
    )
  return new InstrumentError(
    'port_missing',
    `it cannot be opened (${reason}); is it plugged in, and are the udev rules installed?`,
    path,
  )
}
