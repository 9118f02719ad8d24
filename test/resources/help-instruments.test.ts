/** The help page of adding an instrument is carried out, with a stand-in that knows only its table of commands. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadDrivers, parseDriver } from '../../main/instruments/driver-files/load'
import { connectInstrument, type Instrument } from '../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../main/instruments/exchange/command-log'
import { openSerial } from '../../main/instruments/transport/serial'
import type { ByteTwin } from '../../main/twins/model/byte-twin'
import { hasSocat, openPty } from '../main/instruments/transport/pty'
import { borealisTc2, HELP_FILES, HELP_PAGE } from './help-page'

const [file = ''] = HELP_FILES
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

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
    const [, said] = /`(borealis-tc2\.json: \/parameters[^`]*)`/.exec(HELP_PAGE) ?? []
    expect(() => parseDriver(broken, 'borealis-tc2.json')).toThrow(said!)
  })

  it('quotes the message for a vector of other bytes than the file sends', () => {
    const [, said] = /`(borealis-tc2\.json: \/vectors[^`]*)`/.exec(HELP_PAGE) ?? []
    expect(() => parseDriver(file.replace('["SP 2\\r"]', '["SP? 2\\r"]'), 'borealis-tc2.json')).toThrow(said!)
  })

  it.skipIf(!hasSocat)('connects it over a serial port, reads, sets and reads back', async () => {
    const instrument = await plugIn(borealisTc2())
    expect(instrument.identity).toEqual({ vendor: 'BOREALIS', model: 'TC-2', serial_number: '0042', firmware: '1.7' })
    expect(instrument.connection).toMatchObject({ kind: 'serial', simulated: false })
    expect(await instrument.read('temperature', { channel: '1' })).toMatchObject({
      value: 4.215,
      unit: 'K',
      status: 'ok',
    })
    expect(await instrument.set('setpoint', 4.2, { channel: '2' })).toMatchObject({ old: 0, read_back: 4.2 })
    expect(await instrument.console('T 2', { actor: 'test', work: null })).toBe('61.500 OK')
    expect(await instrument.console('T?', { actor: 'test', work: null })).toBe('ERR command')
  })

  it.skipIf(!hasSocat)('says what a set that was ignored or refused and a broken wire are', async () => {
    const deaf = await plugIn(borealisTc2({ isDeaf: true }))
    await expect(deaf.set('setpoint', 4.2, { channel: '2' })).rejects.toMatchObject({ fault: 'set_not_taken' })
    const limited = await plugIn(borealisTc2({ most: 100 }))
    await expect(limited.set('setpoint', 200, { channel: '2' })).rejects.toMatchObject({
      fault: 'refused',
      message: 'cryostat: it answered ERR range',
    })
    const broken = await plugIn(borealisTc2({ isOpen: true }))
    expect(await broken.read('temperature', { channel: '1' })).toMatchObject({ value: null, status: 'broken_wire' })
  })
})

it('every file of the page is sound, its vectors included, and the bench supply is limited by its channels', () => {
  const read = HELP_FILES.map((text, at) => parseDriver(text, `file ${at}.json`))
  expect(read.map(({ id }) => id)).toEqual(['borealis-tc2', 'borealis-ps3', 'borealis-ps4', 'borealis-pc5'])
  expect(read[1]!.parameters.voltage).toMatchObject({ safe: { value: 0 }, ramp: { step: 0.5, interval_ms: 100 } })
})
