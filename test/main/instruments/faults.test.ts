import { describe, expect, it } from 'vitest'
import type { Instrument } from '../../../main/instruments/drivers/instrument'
import { isFault } from '../../../main/instruments/model/fault'
import type { InstrumentValue } from '../../../main/instruments/model/request'
import { connect } from './connected'
import { faultsOf, named } from './fault-script'
import { type Instrument as Row, TABLE } from './table'

const settable = TABLE.filter(({ setting }) => setting !== null)

const place = ({ setting }: Row) => (setting!.channel === undefined ? {} : { channel: setting!.channel })
const close = (value: InstrumentValue | null, wanted: InstrumentValue) =>
  typeof wanted === 'number' ? Math.abs(Number(value) - wanted) < 1e-3 * Math.abs(wanted) + 1e-6 : value === wanted

/** The setting once the line is quiet again, or the fault that stands; a fault may take one more try to pass. */
async function settled(instrument: Instrument, row: Row): Promise<InstrumentValue | null | 'failed'> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      return (await instrument.read(row.setting!.parameter, place(row))).value
    } catch (error) {
      if (!isFault(error)) throw error
      if (instrument.failure) return 'failed'
    }
  }
  return 'failed'
}

describe.concurrent.each(settable.map(row => [row.driver, row] as const))('%s', (_, row) => {
  const { parameter, values } = row.setting!
  const [first, second] = values

  describe.each(faultsOf(row).map(fault => [named(fault), fault] as const))('under the fault %s', (_, fault) => {
    it('reads the value that is set, or names a fault', async () => {
      const { instrument, twin } = await connect(row)
      await instrument.set(parameter, first, place(row))
      twin.inject(fault)
      try {
        const { value, status } = await instrument.read(parameter, place(row))
        expect({ value: close(value, first) ? first : value, status }).toEqual({ value: first, status: 'ok' })
      } catch (error) {
        if (!isFault(error)) throw error
      }
      const later = await settled(instrument, row)
      if (later !== 'failed') expect(close(later, first) ? first : later).toBe(first)
      expect(instrument.queued).toBe(0)
      await instrument.close()
    })

    it('sets the value and proves it, or names a fault', async () => {
      const { instrument, twin } = await connect(row)
      await instrument.set(parameter, first, place(row))
      twin.inject(fault)
      let isSet = false
      try {
        const { read_back } = await instrument.set(parameter, second, place(row))
        expect(close(read_back, second)).toBe(true)
        isSet = true
      } catch (error) {
        if (!isFault(error)) throw error
      }
      const later = await settled(instrument, row)
      if (later !== 'failed')
        expect(isSet ? close(later, second) : close(later, first) || close(later, second)).toBe(true)
      expect(instrument.queued).toBe(0)
      await instrument.close()
    })
  })

  it('says that a set was silently ignored', async () => {
    const { instrument, twin } = await connect(row)
    await instrument.set(parameter, first, place(row))
    twin.inject({ kind: 'ignore_set' })
    await expect(instrument.set(parameter, second, place(row))).rejects.toMatchObject({ fault: 'set_not_taken' })
    expect(close((await settled(instrument, row)) as InstrumentValue, first)).toBe(true)
    await instrument.close()
  })

  it('says that a value was clamped', async () => {
    const { instrument, twin } = await connect(row)
    await instrument.set(parameter, first, place(row))
    twin.inject({ kind: 'clamp_set' })
    const clamped = instrument.set(parameter, second, place(row))
    // Half of "closed" is "open": what cannot be clamped is set.
    const outcome = await clamped.then(
      ({ read_back }) => read_back === second,
      error => isFault(error, 'verify_failed', 'set_not_taken'),
    )
    expect(outcome).toBe(true)
    await instrument.close()
  })

  it('ends as unplugged, wherever the bytes stop, and refuses what comes later', async () => {
    for (let bytes = 1; bytes < 12; bytes += 1) {
      const { instrument, twin } = await connect(row)
      twin.inject({ kind: 'unplug', bytes })
      await expect(instrument.set(parameter, first, place(row))).rejects.toMatchObject({ fault: 'unplugged' })
      await expect(instrument.read(parameter, place(row))).rejects.toMatchObject({ fault: 'unplugged' })
    }
  })
})

describe.each(TABLE.filter(({ setting }) => setting === null).map(row => [row.driver, row] as const))(
  '%s',
  (_, row) => {
    it('gives bytes as they come, and ends as unplugged', async () => {
      const { instrument, twin } = await connect(row)
      const first = await instrument.read('bytes')
      expect(first.value).toMatch(/^[0-9a-f]{128}$/)
      expect((await instrument.read('bytes')).value).not.toBe(first.value)
      twin.inject({ kind: 'truncate', bytes: 10 })
      await expect.poll(() => instrument.failure?.fault).toBe('unplugged')
      await expect(instrument.read('bytes')).rejects.toMatchObject({ fault: 'unplugged' })
    })
  },
)
