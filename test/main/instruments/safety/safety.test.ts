import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LabPrecondition } from '../../../../main/contract/instruments/lab-profile'
import type { InstrumentReading } from '../../../../main/instruments/model/request'
import { checkPrecondition, createLimitWatch } from '../../../../main/instruments/safety/preconditions'
import { rampTogether } from '../../../../main/instruments/safety/ramp'
import { type ChannelPolicy, driveSafe, type Occasion } from '../../../../main/instruments/safety/safe-states'
import { createLakeShoreTwin } from '../../../../main/twins/cryostat/lake-shore'
import { createAttenuatorTwin } from '../../../../main/twins/microwave/attenuator'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { createQdac2Twin } from '../../../../main/twins/sources/qdac2'
import { connect } from '../connected'
import { configured, createLab } from '../lab'
import { TABLE, TWIN } from '../table'

const rowOf = (driver: string) => TABLE.find(row => row.driver === driver)!

/** The voltages that went out, in order. */
const sets = (log: Awaited<ReturnType<typeof connect>>['log'], command: RegExp) =>
  log.search({ direction: 'sent' }, 10_000).flatMap(({ text }) => {
    const value = command.exec(text)?.[1]
    return value === undefined ? [] : [Number(value)]
  })

async function threeInstruments() {
  const lab = createLab([
    configured('bias', 'srs-dc205', '00142'),
    configured('att', 'minicircuits-attenuator', '11904170033'),
    configured('fridge', 'lakeshore-336', null),
  ])
  const bias = lab.plugIn('/dev/ttyUSB0', 'srs-dc205', { twin: createDc205Twin(TWIN) })
  lab.plugIn('/dev/hidraw0', 'minicircuits-attenuator', { twin: createAttenuatorTwin(TWIN), usbSerial: '11904170033' })
  lab.plugIn('/dev/ttyUSB1', 'lakeshore-336', { twin: createLakeShoreTwin({ ...TWIN, minimumGapMs: 0 }) })
  await lab.registry.look()
  await lab.registry.use('bias', null).set('voltage', 0.05)
  await lab.registry.use('att', null).set('attenuation', 10)
  const safe = (occasion: Occasion, policies: readonly ChannelPolicy[] = []) =>
    driveSafe({
      registry: lab.registry,
      policies,
      occasion,
      cause: { actor: 'ana', work: null },
    })
  return { ...lab, bias, safe }
}

describe('the safe state', () => {
  it('by the button ramps everything that has one, reads it back, and takes leases away', async () => {
    const { registry, safe, log } = await threeInstruments()
    const revoked: string[] = []
    await registry.leases.acquire(
      ['bias'],
      { id: 'run-7', label: 'run 7' },
      { onRevoked: reason => revoked.push(reason) },
    )
    const outcomes = await safe('button')
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['safe', 'safe', 'safe'])
    expect(outcomes[0]!.values).toMatchObject([{ parameter: 'voltage', channel: null, value: 0, unit: 'V' }])
    expect(outcomes[1]!.values).toMatchObject([{ parameter: 'attenuation', channel: null, value: 63, unit: 'dB' }])
    expect(revoked).toEqual(['safe_state'])
    expect(sets(log, /^VOLT (-?[\d.]+)/)).toEqual([0.05, 0.04, 0.03, 0.02, 0.01, 0])
    await registry.close()
  })

  it('at quitting holds the flux bias and closes the attenuator, unless the lab says otherwise', async () => {
    const first = await threeInstruments()
    const outcomes = await first.safe('on_quit')
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['held', 'safe', 'held'])
    expect((await first.registry.use('bias', null).read('voltage')).value).toBe(0.05)
    const policy: ChannelPolicy = {
      instrument: 'bias',
      parameter: 'voltage',
      channel: null,
      on_quit: 'safe',
      safe_value: 0.02,
    }
    const [bias] = await first.safe('on_quit', [policy])
    expect(bias).toMatchObject({ outcome: 'safe', values: [{ value: 0.02 }] })
    await first.registry.close()
  })

  it('goes before a queue that is full', async () => {
    const { registry, safe } = await threeInstruments()
    const bias = registry.use('bias', null)
    const waiting = Array.from({ length: 200 }, () => bias.read('voltage').catch(error => error.fault))
    const [outcome] = await safe('button')
    expect(outcome).toMatchObject({ outcome: 'safe' })
    expect((await Promise.all(waiting)).filter(result => result === 'preempted').length).toBeGreaterThan(150)
    await registry.close()
  })

  it('is driven once where the button is pressed again meanwhile', async () => {
    const { registry, safe, log } = await threeInstruments()
    const [first, second] = await Promise.all([safe('button'), safe('button')])
    expect(second).toEqual(first)
    expect(sets(log, /^VOLT (-?[\d.]+)/)).toEqual([0.05, 0.04, 0.03, 0.02, 0.01, 0])
    await registry.close()
  })

  it('goes before a ramp, which no other ramp does: each would take its steps from the other', async () => {
    const { registry, safe } = await threeInstruments()
    const bias = registry.use('bias', null)
    const to = (value: number) =>
      rampTogether([
        { instrument: bias, parameter: 'voltage', channel: null, value, ramp: { step: 0.02, interval_ms: 20 } },
      ])
    const first = to(0.9).catch(error => error.fault)
    await expect(to(0.1)).rejects.toMatchObject({ fault: 'busy', message: 'bias: voltage is being ramped' })
    expect((await safe('button'))[0]).toMatchObject({ outcome: 'safe' })
    expect(await first).toBe('preempted')
    expect(await to(0.04)).toEqual([0.04])
    await registry.close()
  })

  it('is not left again by a ramp or a set that was waiting its turn', async () => {
    const { registry, safe } = await threeInstruments()
    const bias = registry.use('bias', null)
    const ramp = { step: 0.05, interval_ms: 100 }
    const ramping = rampTogether([{ instrument: bias, parameter: 'voltage', channel: null, value: 0.9, ramp }])
    const waiting = [0.3, 0.4, 0.5].map(value => bias.set('voltage', value).catch(error => error.fault))
    const ramped = ramping.catch(error => error.fault)
    await new Promise(resolve => setTimeout(resolve, 60))
    expect((await safe('button'))[0]).toMatchObject({ outcome: 'safe' })
    expect(await ramped).toBe('preempted')
    expect((await Promise.all(waiting)).every(result => result === 'preempted' || typeof result === 'object')).toBe(
      true,
    )
    await new Promise(resolve => setTimeout(resolve, 200))
    expect((await bias.read('voltage')).value).toBe(0)
    await registry.close()
  })

  it('opens a hung port once more, and names what stays out of reach with its last value', async () => {
    const { registry, safe, bias } = await threeInstruments()
    const { at } = await registry.use('bias', null).read('voltage')
    bias.inject({ kind: 'unplug', bytes: 2 })
    const started = performance.now()
    const [outcome, attenuator] = await safe('button')
    expect(outcome).toMatchObject({
      outcome: 'unreachable',
      values: [{ parameter: 'voltage', channel: null, value: 0.05, unit: 'V', read_at: new Date(at).toISOString() }],
      problem: { fault: 'port_missing' },
    })
    expect(attenuator).toMatchObject({ outcome: 'safe' })
    expect(performance.now() - started).toBeLessThan(5_500)
    // It is gone now, and what it was set to is known still.
    expect((await safe('button'))[0]).toMatchObject({
      outcome: 'unreachable',
      values: [{ parameter: 'voltage', channel: null, value: 0.05 }],
    })
    await registry.close()
  })

  it('is not looked for at an instrument that is gone where nothing of it is to be driven', async () => {
    const { registry, safe, bias } = await threeInstruments()
    bias.inject({ kind: 'unplug', bytes: 2 })
    await registry
      .use('bias', null)
      .read('voltage')
      .catch(() => undefined)
    expect((await safe('on_abort'))[0]).toEqual({ instrument: 'bias', outcome: 'held', values: [], problem: null })
    await registry.close()
  })

  it('reports within ramp time and five seconds even of a port that takes bytes and never answers', async () => {
    const { registry, safe, bias } = await threeInstruments()
    for (let count = 0; count < 200; count += 1) bias.inject({ kind: 'drop' })
    const started = performance.now()
    const [outcome] = await safe('button')
    expect(outcome!.outcome).toBe('unreachable')
    expect(performance.now() - started).toBeLessThan(6_000)
    await registry.close()
  })

  it('is missed where its time ends first, and says what to do at the rack', async () => {
    const lab = createLab([configured('bias', 'srs-dc205', null, '/dev/ttyS0')])
    lab.slow.set('/dev/ttyS0', new Promise(() => {}))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const driven = driveSafe({
      registry: lab.registry,
      policies: [],
      occasion: 'button',
      cause: { actor: 'ana', work: null },
    })
    await vi.advanceTimersByTimeAsync(5_100)
    expect(await driven).toMatchObject([
      {
        outcome: 'unreachable',
        problem: { fault: 'safe_state_missed', remedy: expect.stringMatching(/^switch its outputs off at its front/) },
      },
    ])
  })

  it('is reached by a ramp of many channels of one instrument', async () => {
    const lab = createLab([configured('dac', 'qdevil-qdac2', '0000027')])
    lab.plugIn('/dev/ttyACM0', 'qdevil-qdac2', { twin: createQdac2Twin(TWIN), usbSerial: '0000027' })
    await lab.registry.look()
    const dac = lab.registry.use('dac', null)
    for (const channel of ['1', '24']) await dac.set('voltage', 0.1, { channel })
    const [outcome] = await driveSafe({
      registry: lab.registry,
      policies: [],
      occasion: 'button',
      cause: { actor: 'ana', work: null },
    })
    expect(outcome!.outcome).toBe('safe')
    expect(outcome!.values).toHaveLength(24)
    expect(outcome!.values.every(({ value }) => value === 0)).toBe(true)
    await lab.registry.close()
  })
})

describe('a precondition', () => {
  const cold: LabPrecondition = {
    id: 'cold',
    label: 'Mixing chamber',
    instrument: 'fridge',
    parameter: 'temperature',
    channel: 'D',
    below: 0.02,
    above: null,
    unit: 'K',
    max_age_s: 10,
    for_s: 5,
  }
  const reading = (change: Partial<InstrumentReading>): InstrumentReading => ({
    parameter: 'temperature',
    channel: 'D',
    value: 0.011,
    unit: 'K',
    status: 'ok',
    at: 100_000,
    ...change,
  })

  it('is met by a reading within the limit', () => {
    expect(checkPrecondition(cold, { reading: reading({}), now: 101_000 })).toBeNull()
  })

  it.each([
    ['no reading', null, 'sensor_invalid', 'Mixing chamber: temperature D of fridge was never read'],
    [
      'an old reading',
      reading({ at: 80_000 }),
      'sensor_invalid',
      'Mixing chamber: temperature D of fridge was read 21 s ago; at most 10 s are allowed',
    ],
    [
      'a broken sensor',
      reading({ value: null, status: 'invalid_reading' }),
      'sensor_invalid',
      'Mixing chamber: temperature D of fridge says invalid_reading',
    ],
    [
      'exactly 0 K',
      reading({ value: 0 }),
      'sensor_invalid',
      'Mixing chamber: temperature D of fridge reads exactly 0 K, which no sensor can measure',
    ],
    [
      'a warm fridge',
      reading({ value: 0.3 }),
      'limit_breached',
      'Mixing chamber: temperature D of fridge is 0.3 K; it must be below 0.02 K',
    ],
  ])('fails on %s, saying what and where', (_, read, code, message) => {
    expect(checkPrecondition(cold, { reading: read, now: 101_000 })).toMatchObject({ code, message })
  })

  it('watched through a run counts once it has been breached for long enough, and once only', () => {
    const watch = createLimitWatch()
    const at = (now: number, value: number) => {
      const breach = checkPrecondition(cold, { reading: reading({ value, at: now }), now })
      return watch.look(breach ? [breach] : [], now)
    }
    expect(at(0, 0.3)).toEqual([])
    expect(at(3_000, 0.3)).toEqual([])
    expect(at(4_000, 0.01)).toEqual([])
    expect(at(5_000, 0.3)).toEqual([])
    expect(at(10_000, 0.3)).toMatchObject([{ code: 'limit_breached' }])
    expect(at(11_000, 0.3)).toEqual([])
  })

  it('takes a twin with a broken wire for no value', async () => {
    const { instrument } = await connect({
      ...rowOf('lakeshore-336'),
      twin: options => {
        const twin = createLakeShoreTwin({ ...options, minimumGapMs: 0 })
        twin.breakSensor('D', true)
        return twin
      },
    })
    const read = await instrument.read('temperature', { channel: 'D' })
    expect(read).toMatchObject({ value: null, status: 'invalid_reading' })
    expect(checkPrecondition(cold, { reading: read, now: Date.now() })).toMatchObject({ code: 'sensor_invalid' })
    expect((await instrument.read('temperature', { channel: 'A' })).value).toBeCloseTo(46.2, 0)
    await instrument.close()
  })
})
