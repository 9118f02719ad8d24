/** What runs inside a computer with fake USB devices: registry, drivers and the real bindings, with twins behind the nodes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDrivers } from '../../../../main/instruments/driver-files/load'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { createPorts } from '../../../../main/instruments/registry/ports'
import { createRegistry } from '../../../../main/instruments/registry/registry'
import type { ConfiguredInstrument } from '../../../../main/instruments/registry/slots'
import { createAttenuatorTwin } from '../../../../main/twins/microwave/attenuator'
import { createSwitchTwin } from '../../../../main/twins/microwave/switch-matrix'
import { createVaunixLdaTwin } from '../../../../main/twins/microwave/vaunix-lda'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { createQdac2Twin } from '../../../../main/twins/sources/qdac2'
import { INSTRUMENTS, TWIN } from '../table'
import { serveTwin } from './pty'

/** The twin gets reports without their id, as a device does: the kernel takes the first byte of a hidraw write. */
function reports(twin: ByteTwin, bytes: number): ByteTwin {
  let waiting: number[] = []
  return {
    ...twin,
    receive(piece) {
      waiting.push(...piece)
      while (waiting.length > bytes) {
        twin.receive(Uint8Array.from(waiting.slice(1, bytes + 1)))
        waiting = waiting.slice(bytes + 1)
      }
    },
  }
}

const folder = mkdtempSync(join(tmpdir(), 'pentad-sandbox-'))

/** Puts a twin behind /dev/<node>: a pty in the place of the file that umockdev made. */
async function plugIn(node: string, twin: ByteTwin): Promise<ChildProcess> {
  const { port, sockets } = await serveTwin(twin)
  const path = join(folder, `${node}-${port}`)
  const { LD_PRELOAD: _, ...env } = process.env
  const socat = spawn('socat', [`PTY,link=${path},raw,echo=0`, `TCP:127.0.0.1:${port},nodelay`], {
    stdio: 'ignore',
    env,
  })
  while (!existsSync(path) || sockets.size === 0) await new Promise(resolve => setTimeout(resolve, 5))
  const place = join(process.env.UMOCKDEV_DIR!, 'dev', node)
  rmSync(place, { force: true })
  symlinkSync(path, place)
  return socat
}

function lab(configured: readonly ConfiguredInstrument[]) {
  const { drivers, problems } = loadDrivers([INSTRUMENTS])
  if (problems.length > 0) throw problems[0]
  const ports = createPorts({
    lockFolder: join(folder, 'locks'),
    openPeer: name => {
      throw new Error(`no twin ${name}`)
    },
  })
  return createRegistry({ configured, drivers, ports, log: createCommandLog() })
}

const named = (id: string, driver: string, serial_number: string, kind: 'serial' | 'hid'): ConfiguredInstrument => ({
  id,
  label: id,
  driver,
  serial_number,
  address: { kind, path: null },
})

const scenarios = {
  /** Everything on the bus is found by its USB identity and queried. */
  async discovery() {
    await plugIn('hidraw0', reports(createAttenuatorTwin(TWIN), 64))
    await plugIn('hidraw1', reports(createSwitchTwin(TWIN), 64))
    await plugIn('hidraw2', reports(createVaunixLdaTwin(TWIN), 8))
    await plugIn('ttyACM0', createQdac2Twin(TWIN))
    await plugIn('ttyUSB0', createDc205Twin(TWIN))
    const registry = lab([])
    const { discovered, problems } = await registry.discover()
    await registry.close()
    return {
      problems: problems.map(({ message }) => message),
      discovered: discovered.map(({ found, driver, identity, problem }) => ({
        path: found.path,
        driver,
        serial_number: identity?.serial_number ?? null,
        problem: problem?.message ?? null,
      })),
    }
  },

  /** HID through node-hid: set, read back, unplug, and the lock. */
  async hid() {
    const socat = await plugIn('hidraw0', reports(createAttenuatorTwin(TWIN), 64))
    const registry = lab([named('att', 'minicircuits-attenuator', '11904170033', 'hid')])
    await registry.look()
    const attenuator = registry.use('att', null)
    const results = []
    for (const value of [12.75, 0, 63, 0.25]) results.push((await attenuator.set('attenuation', value)).read_back)
    const second = lab([
      {
        ...named('other', 'minicircuits-attenuator', '11904170033', 'hid'),
        address: { kind: 'hid', path: '/dev/hidraw0' },
      },
    ])
    await second.look()
    const refused = second.list()[0]!.problem?.fault ?? null
    socat.kill('SIGKILL')
    const after = await attenuator.read('attenuation').catch(error => error.fault)
    const { state, problem } = registry.list()[0]!
    await plugIn('hidraw0', reports(createAttenuatorTwin(TWIN), 64))
    await registry.look()
    const again = registry.list()[0]!.state
    await registry.close()
    await second.close()
    return { results, refused, after, state, fault: problem?.fault ?? null, again, kind: attenuator.connection.kind }
  },

  /** A voltage source is found by its serial number at whichever port it is. */
  async 'by-serial-number'() {
    for (const node of ['ttyACM0', 'ttyACM1', 'ttyACM3']) {
      const serialNumber = node === 'ttyACM3' ? '0000027' : `00009${node.at(-1)}`
      if (existsSync(join(process.env.UMOCKDEV_DIR!, 'dev', node)))
        await plugIn(node, createQdac2Twin({ ...TWIN, serialNumber }))
    }
    const registry = lab([named('dac', 'qdevil-qdac2', '0000027', 'serial')])
    await registry.look()
    const [{ state, problem, instrument }] = registry.list() as [ReturnType<typeof registry.list>[number]]
    const path = instrument?.connection.path ?? null
    await registry.close()
    return { state, path, problem: problem?.message ?? null }
  },
  /** The same instrument under another port: the first one is taken away, the second appears. */
  async replug() {
    const source = () => createQdac2Twin(TWIN)
    rmSync(join(process.env.UMOCKDEV_DIR!, 'dev/ttyACM3'), { force: true })
    const socat = await plugIn('ttyACM0', source())
    const registry = lab([named('dac', 'qdevil-qdac2', '0000027', 'serial')])
    const states: string[] = []
    registry.onChange(() => {
      const { state } = registry.list()[0]!
      if (states.at(-1) !== state) states.push(state)
    })
    await registry.look()
    const first = registry.use('dac', null).connection.path
    socat.kill('SIGKILL')
    await registry
      .use('dac', null)
      .read('voltage', { channel: '1' })
      .catch(() => {})
    rmSync(join(process.env.UMOCKDEV_DIR!, 'dev/ttyACM0'), { force: true })
    await registry.look()
    const { problem } = registry.list()[0]!
    await plugIn('ttyACM3', source())
    await registry.look()
    const second = registry.use('dac', null).connection.path
    const seen = [...states]
    await registry.close()
    return { states: seen, paths: [first, second], between: problem?.fault ?? null }
  },

  /** Ports that the user may not open. */
  async access() {
    const nodes = ['ttyACM0', 'hidraw0'] as const
    await plugIn('ttyACM0', createQdac2Twin(TWIN))
    const places = nodes.map(node => realpathSync(join(process.env.UMOCKDEV_DIR!, 'dev', node)))
    // The fake computer itself is for everybody; its two nodes are for nobody.
    execFileSync('chmod', ['-R', 'a+rwX', process.env.UMOCKDEV_DIR!])
    for (const place of places) chmodSync(place, 0)
    chmodSync(folder, 0o755)
    // The administrator may open everything.
    const isRoot = process.getuid!() === 0
    if (isRoot) process.seteuid!(65_534)
    const locks = mkdtempSync(join(tmpdir(), 'pentad-locks-'))
    const ports = createPorts({ lockFolder: locks, openPeer: async () => null })
    const drivers = loadDrivers([INSTRUMENTS]).drivers
    const refusal = async (address: Parameters<typeof ports.open>[0], driver: string) =>
      ports.open(address, drivers.get(driver)!).then(
        () => null,
        ({ fault, message, remedy }) => ({ fault, message, remedy }),
      )
    const serial = await refusal({ kind: 'serial', path: places[0]! }, 'qdevil-qdac2')
    const hid = await refusal({ kind: 'hid', path: '/dev/hidraw0' }, 'minicircuits-attenuator')
    const left = readdirSync(locks).length
    rmSync(locks, { recursive: true })
    if (isRoot) process.seteuid!(0)
    return { serial, hid, left }
  },
} as const

export type Scenario = keyof typeof scenarios

export async function main(name: Scenario): Promise<unknown> {
  try {
    return await scenarios[name]()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
