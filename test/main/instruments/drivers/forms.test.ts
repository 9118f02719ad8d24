/** What driver files of other makers need: echoing lines, padded figures, answers that name their channel. */
import { describe, expect, it } from 'vitest'
import { parseDriver } from '../../../../main/instruments/driver-files/load'
import { connectInstrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { asBytes } from '../../../../main/instruments/model/bytes'
import { rampTogether } from '../../../../main/instruments/safety/ramp'
import { openTwin } from '../../../../main/instruments/transport/twin'
import { formsOf } from '../../../../main/lab/view/forms'
import type { ByteTwin } from '../../../../main/twins/model/byte-twin'
import { createLineTwin } from '../../../../main/twins/model/line-twin'
import { hurried } from '../connected'

const FILE = JSON.stringify({
  format: 'pentad-driver/1',
  id: 'halden-hv8',
  vendor: 'Halden',
  models: ['HV-8'],
  role: 'voltage_source',
  manual: 'its front cover',
  match: {},
  transport: { serial: { baud: 38_400 } },
  framing: { kind: 'line', request_end: '\n', echo: true },
  identity: [{ ask: '#S', reply: '^(?<model>HV-8) (?<serial>\\d+)$' }],
  parameters: {
    voltage: {
      label: 'Voltage',
      channels: ['1', '2'],
      value: { type: 'number', unit: 'V', range: [-10, 10], decimals: 3, plus_sign: true, whole_digits: 2 },
      get: 'V{channel}',
      set: 'V{channel}:{value}',
      reply: '^V{channel}=(?<value>[+-]\\d\\d\\.\\d{3})$',
      set_reply: '^V{channel} OK$',
    },
  },
})

/** Repeats each line; `swapped`: answers for the other channel. */
function createHv8({ isSwapped = false, isGarbling = false } = {}): ByteTwin & { readonly received: string[] } {
  const volts = ['+00.000', '+00.000']
  const received: string[] = []
  const answer = (line: string): string => {
    if (line === '#S') return 'HV-8 731'
    const [, channel = '', wanted] = /^V([12])(?::([+-]\d\d\.\d{3}))?$/.exec(line) ?? []
    const shown = isSwapped ? String(3 - Number(channel)) : channel
    if (wanted) volts[Number(channel) - 1] = wanted
    return wanted ? `V${shown} OK` : `V${shown}=${volts[Number(channel) - 1]}`
  }
  const handle = (line: string) => {
    received.push(line)
    return `${isGarbling ? line.replace('V', 'W') : line}\r\n${answer(line)}`
  }
  return { ...createLineTwin({ replyEnd: '\r\n', inputBytes: 100, handle }), received }
}
/** Channel 2 takes less. */
const narrowed = (ranges: object, more: object = {}) => {
  const file = JSON.parse(FILE)
  Object.assign(file.parameters.voltage, more)
  file.parameters.voltage.value.range_by_channel = ranges
  return JSON.stringify(file)
}
const connected = (twin: ByteTwin, file = FILE) =>
  connectInstrument({
    id: 'hv',
    driver: hurried(parseDriver(file, 'halden-hv8.json')),
    log: createCommandLog(),
    transport: openTwin(twin, { path: 'twin:hv' }),
  })

describe('an instrument that repeats each line', () => {
  it('is set in padded figures and read back, at the channel that was meant', async () => {
    const twin = createHv8()
    const instrument = await connected(twin)
    expect(await instrument.set('voltage', 1.25, { channel: '2' })).toMatchObject({ old: 0, read_back: 1.25 })
    expect(await instrument.set('voltage', -0.5, { channel: '1' })).toMatchObject({ read_back: -0.5 })
    expect(twin.received).toEqual(expect.arrayContaining(['V2:+01.250', 'V1:-00.500']))
    expect((await instrument.read('voltage', { channel: '2' })).value).toBe(1.25)
    expect(await instrument.console('V2', { actor: 'ana', work: null })).toBe('V2=+01.250')
    await instrument.close()
  })

  it('that answers for another channel has given no value', async () => {
    const instrument = await connected(createHv8({ isSwapped: true }))
    await expect(instrument.read('voltage', { channel: '1' })).rejects.toMatchObject({ fault: 'reply_malformed' })
    await instrument.close()
  })

  it('that repeats something else is refused', async () => {
    const instrument = await connected(createHv8({ isGarbling: true }))
    await expect(instrument.read('voltage', { channel: '1' })).rejects.toMatchObject({
      fault: 'echo_mismatch',
      message: /V1 came back as W1/,
    })
    await instrument.close()
  })

  it('needs channels where an answer names one, and lines where they come back', () => {
    const without = FILE.replace('"channels":["1","2"],', '')
      .replace('"V{channel}"', '"V"')
      .replace('"V{channel}:', '"V:')
    expect(() => parseDriver(without, 'a.json')).toThrow(/\/parameters\/voltage\/channels: missing: the reply names/)
    expect(() => parseDriver(FILE.replace('"line"', '"noterm"'), 'a.json')).toThrow(
      /\/framing\/echo: goes with kind line/,
    )
  })
})

describe('ranges of channels', () => {
  it('bound what is set, ramped and read, and what forms show', async () => {
    const file = narrowed({ 2: [0, 2] }, { ramp: { step: 1, interval_ms: 1 } })
    const twin = createHv8()
    const instrument = await connected(twin, file)
    await instrument.set('voltage', 9, { channel: '1' })
    await expect(instrument.set('voltage', 3, { channel: '2' })).rejects.toMatchObject({
      fault: 'value_out_of_range',
      message: 'hv: voltage takes 0 to 2 V, not 3',
    })
    const before = twin.received.length
    const ramp = rampTogether([{ instrument, parameter: 'voltage', channel: '2', value: 3 }])
    await expect(ramp).rejects.toMatchObject({ fault: 'value_out_of_range' })
    expect(twin.received.slice(before), 'no step of it').toEqual([])
    await instrument.set('voltage', 2, { channel: '2' })
    twin.receive(asBytes('V2:+05.000\n'))
    await expect(instrument.read('voltage', { channel: '2' })).rejects.toMatchObject({ fault: 'reply_malformed' })
    const [form] = formsOf(instrument.driver)
    expect(form!.channels.map(({ channel, limits }) => [channel, limits])).toEqual([
      ['1', [-10, 10]],
      ['2', [0, 2]],
    ])
    await instrument.close()
  })

  it.each([
    [{ 3: [0, 1] }, {}, /range_by_channel\/3: there is no channel 3/],
    [{ 1: [0, 11] }, {}, /range_by_channel\/1: lies outside of \/value\/range/],
    [{ 2: [1, 2] }, { safe: { value: 0 } }, /range_by_channel\/2: the safe value 0 lies outside/],
    [{ 1: [2, 1] }, {}, /range_by_channel\/1: a range goes from low to high/],
  ])('%j with %j is refused with its place', (ranges, more, message) => {
    expect(() => parseDriver(narrowed(ranges, more), 'halden-hv8.json')).toThrow(message)
  })
})
