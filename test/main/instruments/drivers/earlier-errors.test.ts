/** Errors that stood in the queue of a supply before it is set, and errors of the set itself. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseDriver } from '../../../../main/instruments/driver-files/load'
import { connectInstrument, type Instrument } from '../../../../main/instruments/drivers/instrument'
import { type CommandLog, createCommandLog } from '../../../../main/instruments/exchange/command-log'
import type { SetResult } from '../../../../main/instruments/model/request'
import { rampTogether } from '../../../../main/instruments/safety/ramp'
import { openTwin } from '../../../../main/instruments/transport/twin'
import { createLineTwin } from '../../../../main/twins/model/line-twin'

const FILE = {
  format: 'pentad-driver/1',
  id: 'supply',
  vendor: 'Supplies',
  models: ['P1'],
  role: 'voltage_source',
  manual: 'p. 4',
  transport: { tcp: { port: 5025 } },
  framing: { kind: 'line', request_end: '\n' },
  timing: { first_byte_ms: 40, quiet_ms: 5 },
  identity: [{ ask: '*IDN?', reply: String.raw`^(?<vendor>SUPPLIES),(?<model>P1),(?<serial>\d+)$` }],
  errors: [{ ask: 'ERR?', reply: String.raw`^(?<text>-?\d+,".*")$`, none: '^0,"No error"$' }],
  parameters: {
    voltage: {
      label: 'Voltage',
      value: { type: 'number', unit: 'V', range: [0, 32] },
      get: 'VOLT?',
      reply: String.raw`^(?<value>[\d.]+)$`,
      set: 'VOLT {value}',
      ramp: { step: 1, interval_ms: 0 },
    },
  },
}
const EARLIER = '-410,"Query INTERRUPTED"'
const CAUSE = { actor: 'ana', work: null }

describe('an error that stood in the queue before a set', () => {
  const state = { volts: '0', most: 32, errors: [] as string[], isSilent: false, onRead: (): unknown => null }
  const tried: SetResult[] = []
  let log: CommandLog
  let supply: Instrument
  beforeEach(async () => {
    Object.assign(state, { volts: '0', most: 32, errors: [], isSilent: false, onRead: () => null })
    tried.splice(0)
    const handle = (line: string): string | null => {
      if (line === '*IDN?') return 'SUPPLIES,P1,7'
      if (line === 'ERR?' && state.isSilent) return null
      if (line === 'ERR?') return state.errors.shift() ?? '0,"No error"'
      if (line === 'VOLT?') {
        state.onRead()
        return state.volts
      }
      const value = /^VOLT (\S+)$/.exec(line)?.[1]
      if (value === undefined || Number(value) > state.most) state.errors.push('-222,"Data out of range"')
      else state.volts = value
      return null
    }
    log = createCommandLog()
    supply = await connectInstrument({
      id: 'supply',
      driver: parseDriver(JSON.stringify(FILE), 'supply.json'),
      log,
      transport: openTwin(createLineTwin({ handle, replyEnd: '\n', inputBytes: 100 }), { path: 'twin:supply' }),
    })
    supply.onSet(one => tried.push(one))
  })
  afterEach(() => supply.close())

  it('is no refusal of a value that was taken: the set succeeds and says what stood there', async () => {
    state.errors.push(EARLIER)
    expect(await supply.set('voltage', 12.5, { cause: CAUSE })).toEqual({
      parameter: 'voltage',
      channel: null,
      unit: 'V',
      old: 0,
      requested: 12.5,
      read_back: 12.5,
      earlier_errors: [EARLIER],
      problem: null,
      cause: CAUSE,
    })
    const [note] = log.search({ text: 'before this set' }, 10)
    expect(note).toMatchObject({
      direction: 'note',
      outcome: 'earlier_error',
      cause: CAUSE,
      text: `set voltage: before this set its error queue held ${EARLIER}`,
    })
  })

  it('that cannot be read keeps back a set, but never the value of a safe state', async () => {
    state.isSilent = true
    await expect(supply.set('voltage', 12.5)).rejects.toMatchObject({ fault: 'first_byte_timeout' })
    expect(state.volts).toBe('0')
    await expect(supply.set('voltage', 1, { urgent: true })).rejects.toMatchObject({ fault: 'first_byte_timeout' })
    expect(state.volts).toBe('1')
  })

  it('is kept apart from the refusal of the set itself', async () => {
    state.errors.push(EARLIER)
    state.most = 10
    await expect(supply.set('voltage', 12.5, { cause: CAUSE })).rejects.toMatchObject({
      fault: 'refused',
      message: 'supply: set voltage to 12.5: -222,"Data out of range"',
    })
    await expect.poll(() => tried).toMatchObject([{ earlier_errors: [EARLIER], problem: { fault: 'refused' } }])
  })

  it('is reported by the first step of a ramp, and the ramp goes on to its end', async () => {
    state.errors.push(EARLIER)
    const found: string[] = []
    const target = { instrument: supply, parameter: 'voltage', channel: null, value: 3 }
    expect(await rampTogether([target], { onEarlierErrors: errors => found.push(...errors) })).toEqual([3])
    expect(found).toEqual([EARLIER])
    await expect.poll(() => tried.map(({ earlier_errors }) => earlier_errors)).toEqual([[EARLIER], [], []])
  })

  it('of a reading between the steps of a ramp is a warning: every value was taken and reads back', async () => {
    state.onRead = () => state.errors.push(EARLIER)
    const found: string[] = []
    const target = { instrument: supply, parameter: 'voltage', channel: null, value: 3 }
    expect(await rampTogether([target], { onEarlierErrors: errors => found.push(...errors) })).toEqual([3])
    expect(found).toEqual([EARLIER, EARLIER])
    expect(await supply.set('voltage', 4)).toMatchObject({ read_back: 4, earlier_errors: [EARLIER] })
  })

  it('does not hide the refusal of a step, and says how far the ramp came by what was read back', async () => {
    state.most = 2
    state.onRead = () => state.errors.push(EARLIER)
    const ramp = rampTogether([{ instrument: supply, parameter: 'voltage', channel: null, value: 3 }])
    await expect(ramp).rejects.toMatchObject({
      fault: 'refused',
      message: 'supply: set voltage to 3: -222,"Data out of range"; the ramp of voltage to 3 V came as far as 2 V',
    })
  })

  it('is named once, however often it stands there', async () => {
    state.errors.push(EARLIER, EARLIER)
    expect((await supply.set('voltage', 1)).earlier_errors).toEqual([EARLIER])
  })
})
