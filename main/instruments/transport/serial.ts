/** The only file that uses `serialport`. It is loaded when a port is opened or listed. */
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { SerialPort } from 'serialport'
import { InstrumentError } from '../model/fault'
import { lockPort } from './port-lock'
import { createPortEvents, type Transport } from './transport'

export interface SerialSettings {
  readonly baud: number
  readonly data_bits: 7 | 8
  readonly parity: 'none' | 'even' | 'odd'
  readonly stop_bits: 1 | 2
  readonly rtscts: boolean
  readonly xonxoff: boolean
}

/** A serial port of this computer with its USB identity: hexadecimal, lower case, four digits. */
export interface SerialDevice {
  readonly path: string
  readonly vendor_id: string | null
  readonly product_id: string | null
  readonly serial_number: string | null
  readonly manufacturer: string | null
}

/** About 250 ms under Linux, where it asks udevadm: no faster than every 2 s. Rejects `library_missing` without udevadm. */
export async function listSerial(): Promise<SerialDevice[]> {
  const { SerialPort } = await import('serialport')
  try {
    const ports = await SerialPort.list()
    return ports.map(port => ({
      path: port.path,
      vendor_id: port.vendorId?.toLowerCase() ?? null,
      product_id: port.productId?.toLowerCase() ?? null,
      serial_number: port.serialNumber ?? null,
      manufacturer: port.manufacturer ?? null,
    }))
  } catch (error) {
    const reason = (error as Error).message
    throw new InstrumentError('library_missing', `serial ports cannot be listed: install udev (${reason})`)
  }
}

export async function openSerial(path: string, settings: SerialSettings, lockFolder: string): Promise<Transport> {
  const { SerialPort } = await import('serialport')
  const release = lockPort(lockFolder, path)
  const port = new SerialPort({
    path,
    baudRate: settings.baud,
    dataBits: settings.data_bits,
    parity: settings.parity,
    stopBits: settings.stop_bits,
    rtscts: settings.rtscts,
    xon: settings.xonxoff,
    xoff: settings.xonxoff,
    autoOpen: false,
  })
  try {
    await new Promise<void>((resolve, reject) => port.open(error => (error ? reject(error) : resolve())))
  } catch (error) {
    release()
    throw openFault(error as Error, path)
  }
  await raiseLines(port)
  return serialTransport(port, settings, release)
}

const WATCH_MS = 1_000

function serialTransport(port: SerialPort, settings: SerialSettings, release: () => void): Transport {
  const events = createPortEvents()
  const pending = new Set<(error: InstrumentError) => void>()
  const end = (cause: InstrumentError | null) => {
    if (!events.end(cause)) return
    clearInterval(watch)
    release()
    for (const reject of pending) reject(events.refusal(port.path))
    pending.clear()
  }
  // The binding can miss the hang-up of an idle port; its node in /dev disappears in any case.
  const watch = setInterval(() => {
    if (!port.path.startsWith('/') || existsSync(port.path)) return
    end(unplugged(port.path, new Error('its device node is gone')))
    if (port.isOpen) port.close(() => {})
  }, WATCH_MS)
  watch.unref()
  port.on('data', (bytes: Buffer) => events.received(bytes))
  // A write in flight at an unplug gives `error` once and `close` twice; an idle one only `close`.
  port.on('error', error => end(unplugged(port.path, error)))
  port.on('close', (error: Error | null) => end(error ? unplugged(port.path, error) : null))
  return {
    kind: 'serial',
    path: port.path,
    simulated: false,
    bytesPerSecond:
      settings.baud / (1 + settings.data_bits + (settings.parity === 'none' ? 0 : 1) + settings.stop_bits),
    chunkBytes: 16_384,
    onData: events.onData,
    onClose: events.onClose,
    write: bytes =>
      new Promise((resolve, reject) => {
        if (events.ended) return reject(events.refusal(port.path))
        pending.add(reject)
        port.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), error => {
          if (error) return // `close` follows and rejects with the cause.
          port.drain(() => {
            pending.delete(reject)
            resolve()
          })
        })
      }),
    flush: () => new Promise(resolve => (events.ended ? resolve() : port.flush(() => resolve()))),
    close: () =>
      new Promise(resolve => {
        const isOpen = port.isOpen
        end(null)
        if (isOpen) port.close(() => resolve())
        else resolve()
      }),
  }
}

/** Some instruments answer only while DTR is up. A pty has no such lines and says ENOTTY. */
const raiseLines = (port: SerialPort): Promise<void> =>
  new Promise(resolve => port.set({ dtr: true, rts: true }, () => resolve()))

const unplugged = (path: string, error: Error): InstrumentError =>
  new InstrumentError('unplugged', `the port is gone (${error.message})`, path)

function openFault(error: Error, path: string): InstrumentError {
  const reason = error.message.replace(/^Error: /, '')
  if (/No such file|ENOENT|File not found/i.test(reason))
    return new InstrumentError('port_missing', 'there is no such port', path)
  if (/Permission denied|Access denied|EACCES|EPERM/i.test(reason))
    return new InstrumentError(
      'access_denied',
      `${userInfo().username} may not open it: add the user to group dialout (sudo usermod -aG dialout ${userInfo().username}), then sign in again`,
      path,
    )
  if (/lock port|busy|EBUSY/i.test(reason))
    return new InstrumentError('port_busy', `another program holds it (${reason})`, path)
  return new InstrumentError('port_missing', `it cannot be opened (${reason})`, path)
}
