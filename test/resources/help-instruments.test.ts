/** The help page of adding an instrument is carried out, with a stand-in that knows only its table of commands. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadDrivers, parseDriver } from '../../main/instruments/driver-files/load'
import { connectInstrument, type Instrument } from '../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../main/instruments/exchange/command-log'
import { openSerial } from '../../main/instruments/transport/serial'
import type { ByteTwin } from '../../main/twins/model/byte-twin'
import { hasSocat, openPty } from '../main/instruments/transport/pty'

const page = readFileSync(resolve(import.meta.dirname, '../../resources/help/instruments/README.md'), 'utf8')
const [, file = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
const files = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text!)
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A Borealis TC-2 as the page's first step describes it. */
function standIn({ isDeaf = false, isOpen = false, most = 300 } = {}): ByteTwin {
  const setpoints = ['0.000', '0.000']
  let waiting = ''
  let send = (_: Uint8Array): void => {}
  const replyTo = (command: string): string => {
    const [, set, value] = /^SP ([12]) (\S+)$/.exec(command) ?? []
    if (set) {
      if (!(Number(value) >= 0 && Number(value) <= most)) return 'ERR range'
      if (!isDeaf) setpoints[Number(set) - 1] = Number(value).toFixed(3)
      return 'DONE'
    }
    const [, get, channel] = /^(T|SP) ([12])$/.exec(command) ?? []
    if (get === 'SP') return setpoints[Number(channel) - 1]!
    if (get === 'T') return isOpen ? '0.000 OPEN' : `${channel === '1' ? '4.215' : '61.500'} OK`
    return command === 'WHO' ? 'BOREALIS TC-2 0042 v1.7' : 'ERR command'
  }
  return {
    receive(bytes) {
      waiting += Buffer.from(bytes).toString('latin1')
      const commands = waiting.split('\r')
      waiting = commands.pop()!
      for (const command of commands) send(Buffer.from(`${replyTo(command)}\r`, 'latin1'))
    },
    onSend: listener => {
      send = listener
    },
    close() {},
  }
}

async function plugIn(twin: ByteTwin): Promise<Instrument> {
  const pty = await openPty(twin)
  open.push(pty)
  const driver = parseDriver(file, 'borealis-tc2.json')
  const transport = await openSerial(pty.path, driver.transport.serial!, pty.folder)
  const instrument = await connectInstrument({ id: 'cryostat', driver, transport, log: createCommandLog() })
  open.push(instrument)
  return instrument
}

describe('the help page of adding an instrument', () => {
  it('has a file that is taken from the lab’s own folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pentad-help-'))
    writeFileSync(join(folder, 'borealis-tc2.json'), file)
    const { drivers, problems } = loadDrivers([folder])
    rmSync(folder, { recursive: true })
    expect(problems).toEqual([])
    expect([...drivers.keys()]).toEqual(['borealis-tc2'])
  })

  it('quotes the message for a missing command, with its place and line', () => {
    const broken = file.replace(/ +"get": "SP {channel}",\n/, '')
    const [, said] = /`(borealis-tc2\.json: \/parameters[^`]*)`/.exec(page) ?? []
    expect(() => parseDriver(broken, 'borealis-tc2.json')).toThrow(said!)
  })

  it('quotes the message for a vector of other bytes than the file sends', () => {
    const [, said] = /`(borealis-tc2\.json: \/vectors[^`]*)`/.exec(page) ?? []
    expect(() => parseDriver(file.replace('["SP 2\\r"]', '["SP? 2\\r"]'), 'borealis-tc2.json')).toThrow(said!)
  })

  it.skipIf(!hasSocat)('connects it over a serial port, reads, sets and reads back', async () => {
    const instrument = await plugIn(standIn())
    expect(instrument.identity).toEqual({ vendor: 'BOREALIS', model: 'TC-2', serial_number: '0042', firmware: '1.7' })
    expect(instrument.connection).toMatchObject({ kind: 'serial', simulated: false })
    expect(await instrument.get('temperature', { channel: '1' })).toMatchObject({
      value: 4.215,
      unit: 'K',
      status: 'ok',
    })
    expect(await instrument.set('setpoint', 4.2, { channel: '2' })).toMatchObject({ old: 0, read_back: 4.2 })
    expect(await instrument.console('T 2', { actor: 'test', work: null })).toBe('61.500 OK')
    expect(await instrument.console('T?', { actor: 'test', work: null })).toBe('ERR command')
  })

  it.skipIf(!hasSocat)('says what a set that was ignored or refused and a broken wire are', async () => {
    const deaf = await plugIn(standIn({ isDeaf: true }))
    await expect(deaf.set('setpoint', 4.2, { channel: '2' })).rejects.toMatchObject({ fault: 'set_not_taken' })
    const limited = await plugIn(standIn({ most: 100 }))
    await expect(limited.set('setpoint', 200, { channel: '2' })).rejects.toMatchObject({
      fault: 'refused',
      message: 'cryostat: it answered ERR range',
    })
    const broken = await plugIn(standIn({ isOpen: true }))
    expect(await broken.get('temperature', { channel: '1' })).toMatchObject({ value: null, status: 'broken_wire' })
  })
})

it('every file of the page is sound, its vectors included, and the bench supply is limited by its channels', () => {
  const read = files.map((text, at) => parseDriver(text, `file ${at}.json`))
  expect(read.map(({ id }) => id)).toEqual(['borealis-tc2', 'borealis-ps3', 'borealis-pc5'])
  expect(read[1]!.parameters.voltage).toMatchObject({ safe: { value: 0 }, ramp: { step: 0.5, interval_ms: 100 } })
})
