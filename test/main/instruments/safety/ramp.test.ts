import { describe, expect, it } from 'vitest'
import { rampTogether } from '../../../../main/instruments/safety/ramp'
import { connect } from '../connected'
import { TABLE } from '../table'

const rowOf = (driver: string) => TABLE.find(row => row.driver === driver)!

/** The voltages that went out, in order. */
const sets = (log: Awaited<ReturnType<typeof connect>>['log'], command: RegExp) =>
  log.search({ direction: 'sent' }, 10_000).flatMap(({ text }) => {
    const value = command.exec(text)?.[1]
    return value === undefined ? [] : [Number(value)]
  })

describe('a ramp', () => {
  it('begins at the value that is read back, takes no larger step than it may, and ends at the target', async () => {
    const { instrument, log } = await connect(rowOf('srs-dc205'))
    await instrument.set('voltage', 0.5)
    const ramp = { step: 0.1, interval_ms: 1 }
    await rampTogether([{ instrument, parameter: 'voltage', channel: null, value: -0.03, ramp }])
    const voltages = sets(log, /^VOLT (-?[\d.]+)/)
    expect(voltages[0]).toBe(0.5)
    expect(voltages.at(-1)).toBe(-0.03)
    for (const [index, voltage] of voltages.slice(1).entries())
      expect(Math.abs(voltage - voltages[index]!)).toBeLessThanOrEqual(0.1 + 1e-6)
    await instrument.close()
  })

  it('of several channels keeps them in proportion and takes as long as the longest', async () => {
    const { instrument, log } = await connect(rowOf('qdevil-qdac2'))
    const ramp = { step: 0.1, interval_ms: 1 }
    const target = (channel: string, value: number) => ({ instrument, parameter: 'voltage', channel, value, ramp })
    await rampTogether([target('1', 1), target('2', -0.5), target('3', 0)])
    const [first, second] = [sets(log, /^sour1:volt (-?[\d.e-]+)/), sets(log, /^sour2:volt (-?[\d.e-]+)/)]
    expect(first).toHaveLength(10)
    for (const [step, voltage] of first.entries()) expect(second[step]).toBeCloseTo(-voltage / 2, 6)
    expect(sets(log, /^sour3:volt (-?[\d.e-]+)/)).toEqual([])
    await instrument.close()
  })

  it('asks once for the value of each step but the last, which is read as any other set', async () => {
    const { instrument, log } = await connect(rowOf('srs-sim928'))
    const before = log.search({ direction: 'sent' }, 10_000).length
    const planned: number[] = []
    const target = { instrument, parameter: 'voltage', channel: null, value: 0.4, ramp: { step: 0.1, interval_ms: 2 } }
    const reached = await rampTogether([target], { onPlanned: ms => void planned.push(ms) })
    expect(reached).toEqual([0.4])
    expect(planned).toEqual([8])
    const sent = log.search({ direction: 'sent' }, 10_000).slice(before)
    const place = (volts: string) => sent.findIndex(({ text }) => text.includes(`"VOLT ${volts}"`))
    const step = ['SNDT 4,"VOLT 0.200"\\n', 'SNDT 4,"VOLT?"\\n', 'GETN? 4,128\\n']
    expect(sent.slice(place('0.200'), place('0.300')).map(({ text }) => text)).toEqual(step)
    expect(sent.slice(place('0.400')).filter(({ text }) => text.includes('VOLT?'))).toHaveLength(2)
    await instrument.close()
  })

  it('takes no late answer of a step for the next one', async () => {
    const { instrument, twin, log } = await connect(rowOf('qdevil-qdac2'))
    const ramp = { step: 0.1, interval_ms: 1 }
    const ramping = rampTogether([{ instrument, parameter: 'voltage', channel: '1', value: 1, ramp }])
    await expect.poll(() => sets(log, /^sour1:volt (\S+)/).length).toBeGreaterThan(2)
    twin.inject({ kind: 'stale', instead: true })
    twin.inject({ kind: 'duplicate' })
    expect(await ramping).toEqual([1])
    expect((await instrument.read('voltage', { channel: '1' })).value).toBe(1)
    await instrument.close()
  })

  it('stops where a step does not agree, and says so', async () => {
    const { instrument, twin, log } = await connect(rowOf('srs-dc205'))
    twin.inject({ kind: 'ignore_set' })
    const ramp = { step: 0.1, interval_ms: 20 }
    const ramping = rampTogether([{ instrument, parameter: 'voltage', channel: null, value: 0.5, ramp }])
    await expect(ramping).rejects.toMatchObject({
      fault: 'set_not_taken',
      message: 'srs-dc205: voltage was set to 0.1 and reads 0; the ramp of voltage to 0.5 V came as far as 0 V',
    })
    expect((await instrument.read('voltage')).value).toBe(0)
    const again = rampTogether([{ instrument, parameter: 'voltage', channel: null, value: 0.5, ramp }])
    await expect.poll(() => sets(log, /^VOLT (\S+)/).length).toBeGreaterThan(2)
    twin.inject({ kind: 'ignore_set' })
    await expect(again).rejects.toMatchObject({ fault: 'set_not_taken', message: /came as far as 0\.[123] V$/ })
    await instrument.close()
  })

  it('that fails on the way says how far it came', async () => {
    const { instrument, log } = await connect(rowOf('qdevil-qdac2'))
    const ramp = { step: 0.1, interval_ms: 20 }
    const ramping = rampTogether([{ instrument, parameter: 'voltage', channel: '1', value: 4, ramp }])
    await expect.poll(() => sets(log, /^sour1:volt (\S+)/).length).toBeGreaterThan(1)
    await instrument.set('range', 'low', { channel: '1' })
    await expect(ramping).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringMatching(
        /^qdevil-qdac2: set voltage to 2\.1: -222.*; the ramp of voltage 1 to 4 V came as far as 2 V$/,
      ),
    })
    await instrument.close()
  })

  it('out of range is refused before a byte of it goes out', async () => {
    const { instrument, log } = await connect(rowOf('srs-dc205'))
    const ramping = rampTogether([{ instrument, parameter: 'voltage', channel: null, value: 500 }])
    await expect(ramping).rejects.toMatchObject({ fault: 'value_out_of_range' })
    expect(sets(log, /^VOLT (.+)/)).toEqual([])
    await instrument.close()
  })
})

describe('a range that follows from another setting', () => {
  const onTenVolts = async () => {
    const connected = await connect(rowOf('srs-dc205'))
    await connected.instrument.set('range', 'ten_volts')
    return connected
  }
  const ramp = { step: 0.1, interval_ms: 1 }

  it('gives the ramp its steps: each is one that the instrument takes as it is', async () => {
    const { instrument, log } = await onTenVolts()
    await rampTogether([{ instrument, parameter: 'voltage', channel: null, value: 1.23456, ramp }])
    const voltages = sets(log, /^VOLT (-?[\d.]+)/)
    expect(voltages).toHaveLength(13)
    for (const voltage of voltages) expect(voltage).toBe(Number(voltage.toFixed(5)))
    expect((await instrument.read('voltage')).value).toBe(1.23456)
    await instrument.close()
  })

  it.each([
    [11, 'value_out_of_range', 'voltage takes -10.1 to 10.1 V, not 11, while range is ten_volts'],
    [
      ...([1.234567, 'value_off_step'] as const),
      'voltage takes multiples of 0.00001 V, not 1.234567: the nearest are 1.23456 and 1.23457 V, while range is ten_volts',
    ],
  ])('refuses %d V before a byte of it goes out, as %s, and names the setting', async (value, fault, message) => {
    const { instrument, log } = await onTenVolts()
    const ramping = rampTogether([{ instrument, parameter: 'voltage', channel: null, value, ramp }])
    await expect(ramping).rejects.toMatchObject({ fault, message })
    expect(sets(log, /^VOLT (.+)/)).toEqual([])
    await instrument.close()
  })

  it('rounds what was computed to the nearest that it takes', async () => {
    const { instrument } = await onTenVolts()
    await rampTogether([{ instrument, parameter: 'voltage', channel: null, value: 0.0123456789, ramp, nearest: true }])
    expect((await instrument.read('voltage')).value).toBe(0.01235)
    await instrument.close()
  })

  it('lets the safe state go ahead where the setting cannot be read', async () => {
    const { instrument, twin } = await onTenVolts()
    await instrument.set('voltage', 0.1)
    twin.inject({ kind: 'drop' })
    await rampTogether([{ instrument, parameter: 'voltage', channel: null, value: 0, ramp }], { urgent: true })
    expect((await instrument.read('voltage')).value).toBe(0)
    await instrument.close()
  })
})
