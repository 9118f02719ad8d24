import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runInstruments } from '../../../../main/cli/instruments/command'
import { runningService } from '../../../../main/cli/io/client'
import { readConfig } from '../../../../main/config/read'
import { routes } from '../../../../main/contract/routes'
import type { Service } from '../../../../main/service'
import { startWarmService } from '../../../warm-service'
import { WRONG_CALLS } from './instruments-wrong-calls.cases'

const ROOT = resolve(import.meta.dirname, '../../../..')
let data = ''
let service: Service
const around = (folder: string) => ({
  env: { PENTAD_DATA: folder },
  cwd: data,
  root: ROOT,
  home: data,
  ...({ host: 'headless', platform: 'linux' } as const),
})
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'pentad-rack-'))
  service = await startWarmService({ ...readConfig({ ...around(data), argv: ['--port=0'] }), interface_dir: null })
  await vi.waitFor(async () => expect((await instruments('list')).out).not.toMatch(/absent|connecting/), 60_000)
})
afterAll(async () => {
  await service.stop()
  rmSync(data, { recursive: true, force: true })
})

async function instruments(...argv: string[]) {
  return withInput('', argv)
}

async function withInput(typed: string, argv: string[], folder = data) {
  const [out, said]: [string[], string[]] = [[], []]
  const terminal = { out: (line: string) => void out.push(line), say: (line: string) => void said.push(line) }
  const input = new PassThrough()
  input.end(typed)
  const code = await runInstruments(argv, {
    source: around(folder),
    terminal,
    streams: { input, output: new PassThrough() },
  })
  return { code, out: out.join('\n'), said: said.join('\n') }
}

describe('npm run instruments', () => {
  it('lists what the lab has, all of it marked where it is a twin', async () => {
    const { code, out } = await instruments('list')
    expect(code).toBe(0)
    const [heading, ...rows] = out.split('\n')
    expect(heading).toMatch(/^Id +Label +Driver +State +Serial number +Port +Held by$/)
    expect(rows.find(row => row.startsWith('flux-dac'))).toMatch(/qdevil-qdac2 +ready .* twin:flux-dac .*SIMULATED$/)
    expect(rows.every(row => row.endsWith('SIMULATED'))).toBe(true)
    const json = JSON.parse((await instruments('list', '--json')).out) as { items: { instrument_id: string }[] }
    expect(json.items.map(({ instrument_id }) => instrument_id)).toContain('fridge-gauge')
  })

  it('connects one again, which is an ordinary event with who asked for it', async () => {
    const { code, out } = await instruments('connect', 'drive-attenuator')
    expect(code).toBe(0)
    expect(out).toMatch(/^State +ready$/m)
    expect((await instruments('connect', 'nothing')).said).toMatch(/nothing/)
    const reported = await instruments('experiment-log', 'drive-attenuator', '--event', 'state', '--limit', '2')
    const [asked, ready] = reported.out.split('\n')
    expect(asked).toMatch(/ state +SIMULATED +\S.* Drive attenuator: its port is closed and opened again$/)
    expect(asked).not.toMatch(/ service /)
    expect(ready).toMatch(
      / state +SIMULATED +service +Drive attenuator is connected: RCDAT-\S+ \d+ at twin:drive-attenuator$/,
    )
    expect((await instruments('experiment-log', 'drive-attenuator', '--event', 'fault')).out).toBe(
      'Nothing was logged.',
    )
    const [entry] = JSON.parse((await instruments('experiment-log', '--limit', '1', '--json')).out).items
    expect(entry).toMatchObject({ event: 'state', details: { state: 'ready' } })
  })

  it('lists driver files, and fails with the place in one that is wrong', async () => {
    const sound = await instruments('drivers')
    expect(sound.code).toBe(0)
    expect(sound.out).toMatch(/^srs-dc205 +Stanford Research Systems +DC205 +program$/m)
    const file = join(data, 'drivers/broken.json')
    mkdirSync(join(data, 'drivers'), { recursive: true })
    writeFileSync(file, '{"format": "pentad-driver/1",\n "id": }')
    const { code, out, said } = await instruments('drivers')
    rmSync(file)
    expect({ code, said }).toEqual({ code: 1, said: `${file}: no JSON: "}" stands where value is expected (line 2)` })
    expect(out).toContain('srs-dc205')
  })

  it('shows one driver with all of its models, how they are connected and what can be set', async () => {
    const { code, out } = await instruments('drivers', 'minicircuits-attenuator')
    expect(code).toBe(0)
    expect(out).toMatch(/^Models +RUDAT-6000-30, RUDAT-6000-60, .*RCDAT-6000-63, /m)
    expect(out).toMatch(/^Connected by +hid, twin$/m)
    expect(out).toMatch(/^attenuation +0 to 63 dB in steps of 0\.25$/m)
    expect(out).toMatch(/\nRanges and channels may be others by model: get shows those of the one that answers\.$/)
    const thermometer = await instruments('drivers', 'lakeshore-336')
    expect(thermometer.out).toMatch(/^temperature +A, B, C, D +0 to 1500 K, read only$/m)
    expect(JSON.parse((await instruments('drivers', 'srs-dc205', '--json')).out)).toMatchObject({ driver: 'srs-dc205' })
    expect(await instruments('drivers', 'srs')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^There is no driver srs; there are lakeshore-336, /),
    })
  })

  it('warns of a driver file that is not named as its id, and takes it', async () => {
    const file = join(data, 'drivers/ours.json')
    const own = JSON.parse(readFileSync(join(ROOT, 'resources/instruments/srs-dc205.json'), 'utf8'))
    writeFileSync(file, JSON.stringify({ ...own, id: 'our-source' }))
    const { code, out, said } = await instruments('drivers')
    rmSync(file)
    expect(code).toBe(0)
    expect(out).toMatch(/^our-source .* lab$/m)
    expect(said).toBe(
      `Warning: ${file}: /id: its id is our-source, and not the file’s name (line 1); give the file the name of its id, or correct the id`,
    )
  })

  it('says who an instrument is, and who is at a port', async () => {
    expect((await instruments('identify', 'amplifier-bias')).out).toMatch(
      /Model +DC205\n.*\n.*\n.*\nState +ready\nReal +no: SIMULATED/,
    )
    const busy = await instruments('identify', '--driver', 'srs-dc205', '--port', 'serial:/dev/none')
    expect(busy).toMatchObject({ code: 1, said: expect.stringContaining('/dev/none') })
    const module = (slot: string) =>
      instruments('identify', '--driver', 'srs-sim928', '--port', 'twin:mainframe', '--option', slot)
    expect(await module('slot=3')).toMatchObject({
      code: 0,
      out: expect.stringContaining('SIM928, serial number 001003'),
    })
    expect(await module('slo=7')).toMatchObject({ said: 'srs-sim928 has no option slo; it has slot.' })
  })

  it('reads and sets, negative values too, and says what a value may be', async () => {
    const set = await instruments('set', 'amplifier-bias', 'voltage', '-0.25')
    expect(set).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^voltage: 0 V → -0\.25 V \(read back, ramped\) {2}SIMULATED$/),
    })
    expect((await instruments('get', 'amplifier-bias', 'voltage')).out).toBe('-0.25 V  SIMULATED')
    expect((await instruments('get', 'fridge-thermometer', 'temperature', 'A')).out).toMatch(
      /^\d+(\.\d+)? K {2}SIMULATED$/,
    )
    const all = await instruments('get', 'flux-dac')
    expect(all).toMatchObject({ code: 0, out: expect.stringMatching(/\nvoltage 1 .* V .*SIMULATED/) })
    expect(all.out).not.toContain('not read yet')
    expect(await instruments('set', 'amplifier-bias', 'voltage', '1000')).toMatchObject({ code: 1 })
    const words = await instruments('set', 'amplifier-bias', 'voltage', 'much')
    expect(words).toMatchObject({
      code: 2,
      said: expect.stringMatching(/voltage cannot be "much": -?[\d.]+ to [\d.]+ V/),
    })
    expect((await instruments('set', 'flux-dac', 'voltage', '1', 'much')).said).toContain('-2 to 2 V')
    const switched = await instruments('set', 'readout-switch', 'position', 'A', 'on')
    expect(switched).toMatchObject({ code: 0, out: expect.stringContaining('→ on') })
  })

  it('has a console for one line, and for many', async () => {
    expect((await instruments('console', 'amplifier-bias', '*IDN?')).out).toContain('DC205')
    const many = await withInput('VOLT?\n\nRNGE?\nNONSENSE?\n', ['console', 'amplifier-bias'])
    expect(many.said).toContain('(SIMULATED)')
    expect(many.out.split('\n')).toHaveLength(2)
    expect(many.said.split('\n')).toHaveLength(3)
    expect(many).toMatchObject({ code: 1, said: expect.stringMatching(/\n1 line failed$/) })
    expect(await withInput('VOLT?\n', ['console', 'amplifier-bias'])).toMatchObject({ code: 0 })
  })

  it('leaves the prompt of the console by exit and quit, which a backslash sends to the instrument', async () => {
    const left = await withInput('VOLT?\n exit \nVOLT?\n', ['console', 'amplifier-bias'])
    expect(left).toMatchObject({ code: 0, out: expect.not.stringContaining('\n') })
    expect(left.said).toMatch(/ exit, quit or Ctrl-D ends; \\exit and \\quit are sent without the backslash\.$/)
    expect(await withInput('quit\nVOLT?\n', ['console', 'amplifier-bias'])).toMatchObject({ code: 0, out: '' })
    const sent = await withInput('\\quit\n', ['console', 'amplifier-bias'])
    expect(sent).toMatchObject({
      code: 1,
      said: expect.stringContaining('amplifier-bias: quit: 2 (undefined command)'),
    })
    expect(await instruments('console', 'amplifier-bias', 'exit')).toMatchObject({
      code: 1,
      said: 'amplifier-bias: exit: 2 (undefined command)',
    })
  })

  it('reads nothing more once the console is left, so that the terminal is free again', async () => {
    const input = new PassThrough()
    input.write('exit\n')
    const code = await runInstruments(['console', 'amplifier-bias'], {
      source: around(data),
      terminal: { out: () => {}, say: () => {} },
      streams: { input, output: new PassThrough() },
    })
    expect({ code, isPaused: input.isPaused() }).toEqual({ code: 0, isPaused: true })
  })

  it('says who holds an instrument whose values were read earlier', async () => {
    await instruments('get', 'fridge-gauge', 'unit')
    const client = runningService(data)!
    const { secret } = await client.call(routes.createKey, { body: { name: 'rack', roles: ['operator'] } })
    const address = `${service.url}/v1/instruments/fridge-gauge/lease`
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    await fetch(address, { method: 'POST', headers, body: '{}' })
    expect((await instruments('get', 'fridge-gauge', 'unit')).out).toMatch(
      /^\w+ {2}read earlier: key rack holds the instrument {2}SIMULATED$/,
    )
    expect((await instruments('get', 'fridge-gauge')).said).toContain(
      'key rack holds the instrument: these are the values that were read last.',
    )
    await fetch(address, { method: 'DELETE', headers })
  })

  it('drives to safe values and says of each instrument where it is', async () => {
    await instruments('set', 'amplifier-bias', 'voltage', '0.1')
    expect(await instruments('safe', 'amplifier-bias')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/amplifier-bias +safe .*voltage = 0/),
    })
    const all = (await instruments('safe')).out
    expect(all).toMatch(/fridge-gauge +held/)
    expect(all).toMatch(/flux-dac +safe +voltage 1 to 24 = 0 /)
  })

  it('scripts the faults of a twin, and takes them back', async () => {
    expect((await instruments('twin', 'amplifier-bias')).out).toContain('no fault is to come')
    expect((await instruments('twin', 'amplifier-bias', 'delay', '20', '--after', '3000')).out).toMatch(
      /still to come:\n {2}after \d+ replies: \{"kind":"delay","ms":20\}/,
    )
    expect((await instruments('twin', 'amplifier-bias', 'clear')).out).toContain('no fault is to come')
    expect(await instruments('twin', 'amplifier-bias', 'dealy')).toMatchObject({
      code: 2,
      said: expect.stringContaining('delay'),
    })
  })

  it('shows the last requests and replies', async () => {
    await instruments('get', 'amplifier-bias', 'voltage')
    expect((await instruments('log', 'amplifier-bias', '--text', 'volt?')).out).toMatch(
      /amplifier-bias +→ +VOLT\?\\n .*SIMULATED/,
    )
    expect((await instruments('log', '--text', 'never sent by anybody')).out).toBe('Nothing was logged.')
    const json = await instruments('log', 'amplifier-bias', '--format', 'json', '--limit', '2')
    expect(JSON.parse(json.out)).toMatchObject([{ instrument_id: 'amplifier-bias' }, { simulated: true }])
    expect((await instruments('log', '--format', 'csv', '--limit', '1')).out).toMatch(/^sequence,at,instrument_id/)
  })

  it('says what would do where no service runs', async () => {
    const none = await withInput('', ['list'], join(data, 'nobody'))
    expect(none.code).toBe(1)
    expect(none.said).toMatch(/^No service runs on .*nobody, .* Start one with npm start/)
  })

  it('reports the outcome of a set as unknown where the service was gone before it answered', async () => {
    const server = createServer(request => request.socket.destroy())
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const asked = () => instruments('set', 'flux-dac', 'voltage', '1', '0.1', '--url', url, '--key', 'pk_x')
    const cut = await asked()
    expect(cut.code).toBe(1)
    expect(cut.said).toMatch(/does not answer .* Start it again.*\nWhat became of the request is not known/)
    await new Promise(resolve => server.close(resolve))
    expect((await asked()).said).not.toContain('not known')
  })

  it.each(WRONG_CALLS)('%j is a mistake of the caller, and the message says so', async (argv, words) => {
    expect(await instruments(...argv)).toMatchObject({ code: 2, said: expect.stringContaining(words) })
  })

  it('answers --help without a service', async () => {
    expect((await withInput('', ['list', '--help'], join(data, 'nobody'))).out).toContain(
      'npm run instruments -- set dac',
    )
  })
})
