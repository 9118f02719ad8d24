/** USB devices that are not there: umockdev gives a program a /sys and a /dev of its own, udev included. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hasSocat } from './pty'

export const hasUmockdev = ((): boolean => {
  try {
    execFileSync('umockdev-run', ['--version'], { stdio: 'ignore' })
    return hasSocat
  } catch {
    return false
  }
})()

export interface FakeDevice {
  readonly kind: 'serial' | 'hid'
  /** `ttyACM0`, `hidraw0`. */
  readonly node: string
  readonly vendor_id: string
  readonly product_id: string
  readonly serial_number: string
  readonly reportBytes?: number
}

/** 64 (or 8) bytes in and out, vendor-defined. */
const descriptor = (bytes: number): string => {
  const count = bytes.toString(16).padStart(2, '0')
  return `0600FF0901A101150026FF00750895${count}0901810295${count}09019102C0`.toUpperCase()
}

const description = ({ kind, node, vendor_id, product_id, serial_number }: FakeDevice, index: number): string => {
  const usb = `/devices/pci0000:00/0000:00:14.0/usb1/1-${index + 1}`
  const device = [
    `P: ${usb}`,
    `N: bus/usb/001/00${index + 2}`,
    'E: DEVTYPE=usb_device',
    'E: SUBSYSTEM=usb',
    `A: idVendor=${vendor_id}\\n`,
    `A: idProduct=${product_id}\\n`,
    `A: serial=${serial_number}\\n`,
    'A: bcdDevice=0100\\n',
    'A: manufacturer=Maker\\n',
    'A: product=Instrument\\n',
    '',
    `P: ${usb}/1-${index + 1}:1.0`,
    'E: DEVTYPE=usb_interface',
    'E: SUBSYSTEM=usb',
    'A: bInterfaceNumber=00\\n',
    '',
  ]
  const hid = `${usb}/1-${index + 1}:1.0/0003:${vendor_id.toUpperCase()}:${product_id.toUpperCase()}.000${index + 1}`
  const own =
    kind === 'hid'
      ? [
          `P: ${hid}`,
          `E: HID_ID=0003:0000${vendor_id.toUpperCase()}:0000${product_id.toUpperCase()}`,
          'E: HID_NAME=Maker Instrument',
          `E: HID_UNIQ=${serial_number}`,
          'E: SUBSYSTEM=hid',
          '',
          `P: ${hid}/hidraw/${node}`,
          `N: ${node}`,
          `E: DEVNAME=/dev/${node}`,
          'E: SUBSYSTEM=hidraw',
          '',
        ]
      : [
          `P: ${usb}/1-${index + 1}:1.0/tty/${node}`,
          `N: ${node}`,
          `E: DEVNAME=/dev/${node}`,
          'E: SUBSYSTEM=tty',
          `E: ID_VENDOR_ID=${vendor_id}`,
          `E: ID_MODEL_ID=${product_id}`,
          `E: ID_SERIAL_SHORT=${serial_number}`,
          '',
        ]
  return [...device, ...own, ''].join('\n')
}

/** The program as one file beside node_modules, so that what it loads late is found. */
async function bundled(program: string): Promise<string> {
  const { build } = await import('vite')
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: program,
      write: false,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })
  const [{ code }] = ([output].flat()[0] as unknown as { output: [{ code: string }] }).output
  const file = join(ROOT, 'test/artefacts', `sandbox-${process.pid}-${Date.now()}.mjs`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `${code}\nprocess.stdout.write('\\n' + JSON.stringify(await main(process.argv[2])) + '\\n')\nprocess.exit(0)\n`,
  )
  return file
}

const ROOT = join(import.meta.dirname, '../../../..')

/** Runs one scenario of a program in a computer with these devices; what it returns, through JSON. */
export async function inSandbox<T>(devices: readonly FakeDevice[], program: string, scenario: string): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pentad-usb-'))
  const script = await bundled(program)
  try {
    const described = join(folder, 'devices.umockdev')
    writeFileSync(described, devices.map(description).join('\n'))
    const ioctls = devices.flatMap(({ kind, node, reportBytes = 64 }) => {
      if (kind !== 'hid') return []
      const text = descriptor(reportBytes)
      const length = `${(text.length / 2).toString(16).padStart(2, '0').toUpperCase()}000000`
      const file = join(folder, `${node}.ioctl`)
      writeFileSync(file, `@DEV /dev/${node}\nHIDIOCGRDESCSIZE 0 ${length}\nHIDIOCGRDESC 0 ${length}${text}\n`)
      return ['-i', `/dev/${node}=${file}`]
    })
    const child = spawn('umockdev-run', ['-d', described, ...ioctls, '--', process.execPath, script, scenario], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [said, complaint] = ['', '']
    child.stdout.on('data', chunk => {
      said += chunk
    })
    child.stderr.on('data', chunk => {
      complaint += chunk
    })
    const code = await new Promise(resolve => child.on('exit', resolve))
    if (code !== 0) throw new Error(`the program ended with ${code}: ${complaint}`)
    return JSON.parse(said.trim().split('\n').at(-1)!)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(script, { force: true })
  }
}
