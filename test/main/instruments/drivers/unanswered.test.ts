/** A source meter that answers nothing while its output is off, and says why in its error queue, as a lab's own file describes it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseDriver } from '../../../../main/instruments/driver-files/load'
import type { DriverConnection } from '../../../../main/instruments/drivers/connection'
import { explained } from '../../../../main/instruments/drivers/error-queue'
import { connectInstrument, type Instrument } from '../../../../main/instruments/drivers/instrument'
import { createCommandLog } from '../../../../main/instruments/exchange/command-log'
import { InstrumentError } from '../../../../main/instruments/model/fault'
import { openTwin } from '../../../../main/instruments/transport/twin'
import { createLineTwin } from '../../../../main/twins/model/line-twin'

const FIGURE = String.raw`[+-]\d\.\d{6}E[+-]\d\d`
const FILE = {
  format: 'pentad-driver/1',
  id: 'meter',
  vendor: 'Meters',
  models: ['M1'],
  role: 'voltage_source',
  manual: 'p. 3',
  transport: { tcp: { port: 5025 } },
  framing: { kind: 'line', request_end: '\n' },
  timing: { first_byte_ms: 40, quiet_ms: 5 },
  identity: [{ ask: '*IDN?', reply: String.raw`^(?<vendor>METERS),(?<model>M1),(?<serial>\d+),(?<firmware>\d)$` }],
  errors: [{ ask: 'ERR?', reply: String.raw`^(?<text>-?\d+,".*")$`, none: '^0,"No error"$' }],
  parameters: {
    output: {
      label: 'Output',
      value: { type: 'boolean', true: '1', false: '0' },
      get: 'OUTP?',
      reply: '^(?<value>[01])$',
      set: 'OUTP {value}',
    },
    current: {
      label: 'Current',
      value: { type: 'number', unit: 'A', range: [-1, 1] },
      get: 'READ?',
      reply: `^(?<value>${FIGURE})$`,
      status: { get: 'STAT?', bits: { 14: 'in_compliance' } },
      invalid_values: [9.91e37],
    },
  },
}

describe('an instrument that leaves a question unanswered', () => {
  const state = { output: '0', errors: [] as string[], current: '+1.000000E-03', status: '0', onErrors: () => true }
  let meter: Instrument
  beforeEach(async () => {
    Object.assign(state, {
      output: '0',
      errors: [],
      current: '+1.000000E-03',
      status: '0',
      onErrors: () => true,
    })
    const handle = (line: string): string | null => {
      if (line === '*IDN?') return 'METERS,M1,7,1'
      if (line === 'ERR?' && !state.onErrors()) return null
      if (line === 'ERR?') return state.errors.shift() ?? '0,"No error"'
      if (line === 'STAT?') return state.status
      if (line === 'OUTP?') return state.output
      if (line === 'READ?' && state.output === '1') return state.current
      if (line.startsWith('OUTP ')) state.output = line.slice(5)
      else state.errors.push(line === 'READ?' ? '803,"Not permitted with output off"' : '-113,"Undefined header"')
      return null
    }
    const transport = openTwin(createLineTwin({ handle, replyEnd: '\n', inputBytes: 100 }), { path: 'twin:meter' })
    const driver = parseDriver(JSON.stringify(FILE), 'meter.json')
    meter = await connectInstrument({ id: 'meter', driver, transport, log: createCommandLog() })
  })
  afterEach(() => meter.close())

  it('is refused in its own words, and the next set is not blamed for it', async () => {
    await expect(meter.read('current')).rejects.toMatchObject({
      fault: 'refused',
      message: 'meter: get current: 803,"Not permitted with output off"',
    })
    expect((await meter.set('output', true)).read_back).toBe(true)
    expect((await meter.read('current')).value).toBe(0.001)
  })

  it('says why to who typed the question', async () => {
    await expect(meter.console('NONSENSE?', { actor: 'ana', work: null })).rejects.toMatchObject({
      fault: 'refused',
      message: 'meter: NONSENSE?: -113,"Undefined header"',
    })
    expect((await meter.set('output', true)).read_back).toBe(true)
  })

  it('says which question it was where its error queue is empty', async () => {
    await meter.set('output', true)
    Object.assign(state, { current: 'none' })
    await expect(meter.read('current')).rejects.toMatchObject({
      fault: 'reply_malformed',
      message: expect.stringMatching(/^meter: its answer none is not in the form .* \(get current\)$/),
    })
  })

  it('says that it did not answer where it does not say why either', async () => {
    state.onErrors = () => false
    await expect(meter.read('current')).rejects.toMatchObject({ fault: 'first_byte_timeout' })
  })

  it('hides no error of the program while the reason is queried', async () => {
    const mistake = new TypeError('a mistake of the program')
    const connection = {
      id: 'meter',
      driver: parseDriver(JSON.stringify(FILE), 'meter.json'),
      port: { request: () => Promise.reject(mistake) },
    }
    const unanswered = Promise.reject(new InstrumentError('first_byte_timeout', 'no answer', 'meter'))
    await expect(
      explained(connection as unknown as DriverConnection, { asking: {}, name: 'get current', reply: unanswered }),
    ).rejects.toBe(mistake)
  })

  it('has a snapshot all the same: what is only reported has no value, every setting has its own', async () => {
    const readings = await meter.snapshot()
    expect(readings.map(({ parameter, value, status }) => [parameter, value, status])).toEqual([
      ['output', false, 'ok'],
      ['current', null, 'refused'],
    ])
  })

  it('has no value where it answers with what stands for none, outside of every range', async () => {
    await meter.set('output', true)
    state.current = '+9.910000E+37'
    expect(await meter.read('current')).toMatchObject({ value: null, status: 'invalid_value' })
  })

  it('has a status register of 16 bits', async () => {
    await meter.set('output', true)
    state.status = '16384'
    expect(await meter.read('current')).toMatchObject({ value: null, status: 'in_compliance' })
  })
})
