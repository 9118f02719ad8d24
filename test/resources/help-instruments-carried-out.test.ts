/** Every command of the help page of adding an instrument, as it stands there, at a service with stand-ins on serial ports. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInstruments } from '../../main/cli/instruments/command'
import { PROPOSED_ROLES } from '../../main/contract/instruments/lab-profile'
import { parseDriver } from '../../main/instruments/driver-files/load'
import { connectInstrument } from '../../main/instruments/drivers/instrument'
import { DriverFile } from '../../main/instruments/drivers/schema'
import { createCommandLog } from '../../main/instruments/exchange/command-log'
import { driveSafe } from '../../main/instruments/safety/safe-states'
import { openTwin } from '../../main/instruments/transport/twin'
import { createLineTwin } from '../../main/twins/model/line-twin'
import { hasSocat, openPty, type Pty } from '../main/instruments/transport/pty'
import { type OpenedService, openService } from '../main/lab/opened-lab'
import { borealisTc2, HELP_FILES, HELP_PAGE } from './help-page'

const ROOT = resolve(import.meta.dirname, '../..')
const blocks = [...HELP_PAGE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({ kind, text: text! }))
const textsOf = (wanted: string) => blocks.flatMap(({ kind, text }) => (kind === wanted ? [text] : []))
const commands = textsOf('').flatMap(text => text.trim().split('\n'))
const [script] = textsOf('sh')

describe.skipIf(!hasSocat)('the commands of the help page', () => {
  let service: OpenedService
  let pty: Pty
  beforeAll(async () => {
    service = await openService()
    pty = await openPty(borealisTc2())
    mkdirSync(join(service.data, 'drivers'))
    writeFileSync(join(service.data, 'drivers/borealis-tc2.json'), HELP_FILES[0]!)
  })
  afterAll(async () => {
    await service.stop()
    await pty.close()
  })

  async function typed(line: string): Promise<{ code: number; out: string; said: string }> {
    const [, words = ''] = /^npm run instruments -- (.*)$/.exec(line) ?? []
    const argv = [...words.replace('/dev/ttyUSB0', pty.path).matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain!,
    )
    const [out, said]: [string[], string[]] = [[], []]
    const code = await runInstruments(argv, {
      source: {
        env: { PENTAD_DATA: service.data },
        cwd: service.data,
        root: ROOT,
        home: service.data,
        ...({ host: 'headless', platform: 'linux' } as const),
      },
      terminal: { out: text => void out.push(text), say: text => void said.push(text) },
      streams: { input: new PassThrough().end(), output: new PassThrough() },
    })
    return { code, out: out.join('\n'), said: said.join('\n') }
  }

  it('are those of a terminal: nothing else stands in a block', () => {
    expect(commands.filter(line => !line.startsWith('npm run instruments -- '))).toEqual([])
    expect(commands).toHaveLength(5)
    expect(blocks.map(({ kind }) => kind).toSorted()).toEqual(['', '', '', 'json', 'json', 'json', 'json', 'sh'])
  })

  it('do what the page says, from the file to the first set, and the script adds the instrument', async () => {
    const [drivers = '', identify = '', ...use] = commands
    expect(await typed(drivers)).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^borealis-tc2 [^]* go into ${join(service.data, 'drivers')} `, 'm')),
    })
    expect(await typed(identify)).toMatchObject({ code: 0, out: 'BOREALIS TC-2, serial number 0042, firmware 1.7' })
    const key = await service.keyOf('operator')
    const filled = script!
      .replace(/^URL=.*$/m, `URL=${service.url}`)
      .replace(/^KEY=.*$/m, `KEY=${key}`)
      .replace('/dev/ttyUSB0', pty.path)
    const reply = JSON.parse((await promisify(execFile)('bash', ['-c', filled])).stdout)
    expect(reply).toMatchObject({
      instrument_id: 'cryostat',
      state: 'ready',
      role: 'thermometer',
      serial_number: '0042',
    })
    const done = []
    for (const line of use) done.push(await typed(line))
    expect(done).toMatchObject([
      { code: 0, out: '4.215 K' },
      { code: 0, out: 'setpoint 2: 0 K → 4.2 K (read back)' },
      { code: 0, out: '61.500 OK' },
    ])
    expect((await typed('npm run instruments -- log identify')).out).toContain('WHO\\r')
  })

  it('name the faults of values that do not fit', async () => {
    const set = async (value: unknown) =>
      (await service.call('POST /v1/instruments/cryostat/parameters/setpoint', { channel: '1', value })).body
    expect([await set('4.2'), await set(4.0005), await set(301)].map(({ details }) => details)).toMatchObject([
      { fault: 'value_wrong_type' },
      { fault: 'value_off_step' },
      { fault: 'value_out_of_range' },
    ])
  })

  it('may leave out role and serial number', async () => {
    const address = { kind: 'tcp', host: '127.0.0.1', port: 9 }
    const least = { id: 'dac', label: 'DAC', driver: 'qdevil-qdac2', address }
    const { body } = await service.call('POST /v1/instruments', least)
    expect(body).toMatchObject({ role: 'other', expected_serial_number: null, state: 'absent', simulated: false })
  })
})

describe('the tables of the help page', () => {
  it('have the roles of drivers and what each proposes', () => {
    const rows = [...HELP_PAGE.matchAll(/^\| `([a-z_]+)` \| `([a-z_]+)` \|$/gm)].map(([, driver, lab]) => [driver, lab])
    expect(Object.fromEntries(rows)).toEqual(PROPOSED_ROLES)
    expect([...Object.keys(PROPOSED_ROLES), 'sequencer'].sort()).toEqual(DriverFile.shape.role.options.toSorted())
  })
})

describe('the Borealis PS-4 of the help page', () => {
  it('is connected, its channel chosen before each value, and switched off before its voltages go to 0', async () => {
    const lines: string[] = []
    const volts: Record<string, string> = { CH1: '12.500', CH2: '3.300' }
    const state = { channel: 'CH1', output: 'ON' }
    const handle = (line: string): string | null => {
      lines.push(line)
      if (line === '*IDN?') return 'BOREALIS,PS-4,0815'
      if (line === 'SYST:ERR?') return '0,"No error"'
      if (line === 'VOLT?') return volts[state.channel]!
      if (line === 'OUTP?') return state.output
      const [word, value = ''] = line.split(' ')
      if (word === 'INST') state.channel = value
      if (word === 'VOLT') volts[state.channel] = value
      if (word === 'OUTP') state.output = value
      return null
    }
    const driver = parseDriver(HELP_FILES.find(text => text.includes('borealis-ps4'))!, 'borealis-ps4.json')
    const instrument = await connectInstrument({
      id: 'supply',
      driver,
      log: createCommandLog(),
      transport: openTwin(createLineTwin({ handle, replyEnd: '\n', inputBytes: 200 }), { path: 'twin:supply' }),
    })
    expect(lines.slice(0, 3)).toEqual(['SYST:REM', '*CLS', '*IDN?'])
    expect((await instrument.set('voltage', 5, { channel: '2' })).read_back).toBe(5)
    expect(volts).toEqual({ CH1: '12.500', CH2: '5.000' })
    const from = lines.length
    const registry = {
      list: () => [{ id: 'supply', instrument }],
      leases: { revoke: () => {} },
      latest: () => null,
      driverOf: () => driver,
    }
    const cause = { actor: 'ana', work: null }
    const options = { registry: registry as never, policies: [], occasion: 'button', cause } as const
    expect(await driveSafe(options)).toMatchObject([{ outcome: 'safe' }])
    expect(lines.slice(from).filter(line => /^(OUTP|VOLT) /.test(line))).toEqual([
      'OUTP OFF',
      'VOLT 0.000',
      'VOLT 0.000',
    ])
    await instrument.close()
  })
})
