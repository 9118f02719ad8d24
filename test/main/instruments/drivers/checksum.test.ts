/** The file of the help page with checksums, against a stand-in that damages what it says. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseDriver } from '../../../../main/instruments/driver-files/load'
import { connectInstrument, type Instrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { openTwin } from '../../../../main/instruments/transport/twin'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../../resources/help/instruments/README.md'), 'utf8')
const FILE = [...PAGE.matchAll(/```json\n([\s\S]*?)```/g)]
  .map(([, text]) => text!)
  .find(text => text.includes('"checksum"'))!
const TIMING = { write_ms: 300, first_byte_ms: 60, between_bytes_ms: 40, exchange_ms: 1_500, gap_ms: 0, quiet_ms: 5 }
const BY = { actor: 'ana', work: null }

const sumOf = (text: string) => Buffer.from(text).reduce((sum, byte) => sum + byte, 0) % 256
const telegram = (text: string) => `${text}${String(sumOf(text)).padStart(3, '0')}\r`

/** A PC-5 as its manual has it. `damage` changes what it sends; `received` is what reached it whole. */
function standIn(damage: (line: string) => string) {
  const values = new Map([
    ['309', '000633'],
    ['308', '001000'],
    ['349', 'PC__05'],
    ['355', 'BO000042'],
  ])
  const received: string[] = []
  let send = (_: Uint8Array): void => {}
  const answer = (line: string): string | null => {
    const body = line.slice(0, -3)
    if (telegram(body) !== `${line}\r` || !body.startsWith('001')) return null
    received.push(body)
    const [, action, parameter = '', data = ''] = /^001(00|10)(\d{3})\d\d(.*)$/.exec(body) ?? []
    if (!values.has(parameter)) return telegram(`00110${parameter}06NO_DEF`)
    if (action === '10' && Number(data) > 1200) return telegram(`00110${parameter}06_RANGE`)
    if (action === '10') values.set(parameter, data)
    const value = values.get(parameter)!
    return telegram(`00110${parameter}${String(value.length).padStart(2, '0')}${value}`)
  }
  let waiting = ''
  const twin = {
    receive(bytes: Uint8Array) {
      waiting += Buffer.from(bytes).toString('latin1')
      const lines = waiting.split('\r')
      waiting = lines.pop()!
      for (const line of lines) {
        const said = answer(line)
        if (said !== null) send(Buffer.from(damage(said), 'latin1'))
      }
    },
    onSend: (listener: (bytes: Uint8Array) => void) => {
      send = listener
    },
    close() {},
  }
  return { twin, received }
}

describe('an instrument whose lines carry a checksum', () => {
  let pump: Instrument
  afterEach(() => pump.close())

  /** `damage` is in effect once the instrument is connected. */
  async function connect(damage: (line: string) => string = line => line) {
    let isDamaged = false
    const { twin, received } = standIn(line => (isDamaged ? damage(line) : line))
    const driver = { ...parseDriver(FILE, 'borealis-pc5.json'), timing: TIMING }
    pump = await connectInstrument({
      id: 'pump',
      driver,
      transport: openTwin(twin, { path: 'twin:pump' }),
      log: createCommandLog(),
    })
    isDamaged = true
    received.length = 0
    return received
  }

  it('is queried, set and read back, and refuses in its own words', async () => {
    await connect()
    expect(pump.identity).toMatchObject({ vendor: 'Borealis', model: 'PC__05', serial_number: 'BO000042' })
    expect((await pump.read('speed')).value).toBe(633)
    expect(await pump.set('wanted_speed', 800)).toMatchObject({ old: 1000, read_back: 800 })
    await expect(pump.set('wanted_speed', 1500)).rejects.toMatchObject({
      fault: 'refused',
      message: /0011030806_RANGE$/,
    })
    expect(await pump.console('0010030902=?', BY)).toBe('0011030906000633')
  })

  it('is queried once more where an answer was damaged, and the value is the second one', async () => {
    let left = 1
    const received = await connect(line => (line.includes('309') && left-- > 0 ? line.replace('633', '643') : line))
    expect((await pump.read('speed')).value).toBe(633)
    expect(received.filter(line => line === '0010030902=?')).toHaveLength(2)
  })

  it('gives a named fault where each answer is damaged, at any place, and never a value', async () => {
    const place = { at: 0 }
    await connect(line => {
      if (!line.startsWith('00110309')) return line
      const wrong = line[place.at] === '1' ? '7' : '1'
      return line.slice(0, place.at) + wrong + line.slice(place.at + 1)
    })
    for (place.at = 0; place.at < telegram('0011030906000633').length - 1; place.at += 1)
      await expect(pump.read('speed')).rejects.toMatchObject({ fault: 'checksum_mismatch', where: 'pump' })
  })

  it('is not set a second time where the answer to a set was damaged', async () => {
    const received = await connect(line => (line.startsWith('0011030806000800') ? line.replace('027', '028') : line))
    await expect(pump.set('wanted_speed', 800)).rejects.toMatchObject({ fault: 'checksum_mismatch' })
    expect(received.filter(line => line === '0011030806000800')).toHaveLength(1)
  })
})
