/** Through the real `node-hid`, `serialport` and udevadm, on a bus that umockdev fakes. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FakeDevice, hasUmockdev, inSandbox } from './sandbox'
import type { Scenario } from './sandbox-process'

const run = <T>(devices: readonly FakeDevice[], scenario: Scenario): Promise<T> =>
  inSandbox(devices, join(import.meta.dirname, 'sandbox-process.ts'), scenario)

const ATTENUATOR: FakeDevice = {
  kind: 'hid',
  node: 'hidraw0',
  vendor_id: '20ce',
  product_id: '0023',
  serial_number: '11904170033',
}
const SWITCH: FakeDevice = {
  kind: 'hid',
  node: 'hidraw1',
  vendor_id: '20ce',
  product_id: '0022',
  serial_number: '11710150012',
}
const LDA: FakeDevice = {
  kind: 'hid',
  node: 'hidraw2',
  vendor_id: '041f',
  product_id: '1208',
  serial_number: '11452',
  reportBytes: 8,
}
const qdac = (node: string, serial_number: string): FakeDevice => ({
  kind: 'serial',
  node,
  vendor_id: '04d8',
  product_id: '00dd',
  serial_number,
})
const FTDI: FakeDevice = {
  kind: 'serial',
  node: 'ttyUSB0',
  vendor_id: '0403',
  product_id: '6015',
  serial_number: 'FT0001',
}

describe.skipIf(!hasUmockdev)('USB', () => {
  it('instruments are discovered by their USB identity, then by asking', async () => {
    const { discovered, problems } = await run<{ discovered: object[]; problems: string[] }>(
      [ATTENUATOR, SWITCH, LDA, qdac('ttyACM0', '0000027'), FTDI],
      'discovery',
    )
    expect(problems).toEqual([])
    expect(discovered).toHaveLength(5)
    expect(discovered).toEqual(
      expect.arrayContaining([
        { path: '/dev/hidraw0', driver: 'minicircuits-attenuator', serial_number: '11904170033', problem: null },
        { path: '/dev/hidraw1', driver: 'minicircuits-spdt', serial_number: '11710150012', problem: null },
        { path: '/dev/hidraw2', driver: 'vaunix-lda', serial_number: '11452', problem: null },
        { path: '/dev/ttyACM0', driver: 'qdevil-qdac2', serial_number: '0000027', problem: null },
        { path: '/dev/ttyUSB0', driver: 'srs-dc205', serial_number: '00142', problem: null },
      ]),
    )
  })

  it('an attenuator over HID is set and read back, locked, unplugged by name, and found again', async () => {
    expect(await run([ATTENUATOR], 'hid')).toEqual({
      results: [12.75, 0, 63, 0.25],
      refused: 'port_busy',
      after: 'unplugged',
      state: 'lost',
      fault: 'unplugged',
      again: 'ready',
      kind: 'hid',
    })
  })

  it.each([
    [['ttyACM0', 'ttyACM3'], '/dev/ttyACM3'],
    [['ttyACM3'], '/dev/ttyACM3'],
    [['ttyACM1', 'ttyACM3', 'ttyACM0'], '/dev/ttyACM3'],
  ])('a source is found by its serial number among %s', async (nodes, path) => {
    const devices = nodes.map(node => qdac(node, node === 'ttyACM3' ? '0000027' : `00009${node.at(-1)}`))
    expect(await run(devices, 'by-serial-number')).toEqual({ state: 'ready', path, problem: null })
  })

  it('a source that is not there is not mistaken for another one of its kind', async () => {
    const { state, problem } = await run<{ state: string; problem: string }>(
      [qdac('ttyACM0', '000090')],
      'by-serial-number',
    )
    expect(state).toBe('absent')
    expect(problem).toMatch(/serial number 0000027 expected; QDAC-II 000090 answers/)
  })

  it('a source that comes back under another port is found there, and missing in between', async () => {
    const devices = [qdac('ttyACM0', '0000027'), qdac('ttyACM3', '0000027')]
    const { states, paths, between } = await run<{ states: string[]; paths: string[]; between: string }>(
      devices,
      'replug',
    )
    expect(paths).toEqual(['/dev/ttyACM0', '/dev/ttyACM3'])
    expect(between).toBe('port_missing')
    expect(states[1]).toBe('ready')
    expect(states).toContain('lost')
    expect(states.at(-1)).toBe('ready')
  })

  it('ports that the user may not open are explained, each by what opens it, and no lock stays behind', async () => {
    expect(await run([ATTENUATOR, qdac('ttyACM0', '0000027')], 'access')).toEqual({
      serial: {
        fault: 'access_denied',
        message: expect.stringMatching(/may not open it: add the user to group dialout \(sudo usermod -aG dialout/),
        remedy: expect.stringMatching(/group dialout, udev rules/),
      },
      hid: {
        fault: 'access_denied',
        message: expect.stringMatching(/install the udev rules \(sudo cp resources\/udev/),
        remedy: expect.stringMatching(/group dialout, udev rules/),
      },
      left: 0,
    })
  })
})
