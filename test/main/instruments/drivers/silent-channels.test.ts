/** A scanner without an error queue that answers nothing for channels it lacks, as a lab's own file describes it. */
import { describe, expect, it } from 'vitest'
import { parseDriver } from '../../../../main/instruments/driver-files/load'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { openTwin } from '../../../../main/instruments/transport/twin'
import { createLineTwin } from '../../../../main/twins/model/line-twin'

const CHANNELS = ['1', '2', '3', '4', '5', '6']
const FILE = {
  format: 'pentad-driver/1',
  id: 'scanner',
  vendor: 'Scanners',
  models: ['S6'],
  role: 'thermometer',
  manual: 'p. 4',
  transport: { tcp: { port: 5025 } },
  framing: { kind: 'line', request_end: '\n' },
  timing: { first_byte_ms: 40, between_bytes_ms: 2_000, quiet_ms: 5 },
  identity: [{ ask: 'ID?', reply: String.raw`^(?<vendor>SCANNERS),(?<model>S6),(?<serial>\d+),(?<firmware>\d)$` }],
  parameters: {
    temperature: {
      label: 'Temperature',
      value: { type: 'number', unit: 'K', range: [0, 400] },
      channels: CHANNELS,
      get: 'T? {channel}',
      reply: String.raw`^(?<value>\d+\.\d)$`,
    },
    name: { label: 'Name', value: { type: 'text' }, get: 'NAME?', reply: '^(?<value>[A-Z]*)$' },
    relay: {
      label: 'Relay',
      value: { type: 'boolean' },
      channels: ['1', '2'],
      get: 'R? {channel}',
      reply: '^(?<value>[01])$',
      set: 'R {channel},{value}',
    },
  },
}

async function scanner(answers: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const handle = (line: string): string | null => {
    asked.push(line)
    return line === 'ID?' ? 'SCANNERS,S6,7,1' : (answers[line] ?? null)
  }
  const transport = openTwin(createLineTwin({ handle, replyEnd: '\r\n', inputBytes: 100 }), { path: 'twin:scanner' })
  const driver = parseDriver(JSON.stringify(FILE), 'scanner.json')
  return { asked, instrument: await connectInstrument({ id: 'scanner', driver, transport, log: createCommandLog() }) }
}

describe('a snapshot', () => {
  it('asks two silent channels of a parameter, and leaves the others of it', async () => {
    const { asked, instrument } = await scanner({ 'T? 1': '4.2', 'NAME?': 'COLD', 'R? 1': '0', 'R? 2': '1' })
    const readings = await instrument.snapshot()
    expect(readings.map(({ channel, value, status }) => [channel, value, status])).toEqual([
      ['1', 4.2, 'ok'],
      ['2', null, 'no_answer'],
      ['3', null, 'no_answer'],
      ...['4', '5', '6'].map(channel => [channel, null, 'not_asked']),
      [null, 'COLD', 'ok'],
      ['1', false, 'ok'],
      ['2', true, 'ok'],
    ])
    expect(asked.filter(line => line.startsWith('T?'))).toEqual(['T? 1', 'T? 2', 'T? 2', 'T? 3', 'T? 3'])
    await instrument.close()
  })

  it('fails where a setting stays unanswered', async () => {
    const { instrument } = await scanner({
      ...Object.fromEntries(CHANNELS.map(one => [`T? ${one}`, '4.2'])),
      'R? 1': '0',
    })
    await expect(instrument.read('relay', { channel: '2' })).rejects.toMatchObject({ fault: 'first_byte_timeout' })
    await expect(instrument.snapshot()).rejects.toMatchObject({ fault: 'first_byte_timeout' })
    await instrument.close()
  })
})

describe('an answer that is an empty line', () => {
  it('is a text at once where the pattern fits an empty text, and the next answer is its own', async () => {
    const { instrument } = await scanner({ 'NAME?': '', 'T? 1': '4.2' })
    const started = performance.now()
    expect(await instrument.read('name')).toMatchObject({ value: '', status: 'ok' })
    expect(performance.now() - started).toBeLessThan(1_000)
    expect((await instrument.read('temperature', { channel: '1' })).value).toBe(4.2)
    await instrument.close()
  })
})
