import { afterEach, describe, expect, it, vi } from 'vitest'
import { InstrumentError } from '../../../../main/instruments/model/fault'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { configured, createLab } from '../lab'
import { TWIN } from '../table'

afterEach(() => vi.useRealTimers())

const PORT = '/dev/ttyUSB0'

/** A source with another serial number than the one that is looked for, for a minute. */
async function looking() {
  vi.useFakeTimers()
  const lab = createLab([configured('bias', 'srs-dc205', '00142', PORT)])
  lab.plugIn(PORT, 'srs-dc205', { twin: createDc205Twin({ ...TWIN, serialNumber: '00999' }) })
  const states: string[] = []
  lab.registry.onChange(() => states.push(lab.registry.list()[0]!.state))
  lab.registry.start()
  await vi.advanceTimersByTimeAsync(60_000)
  return { ...lab, states }
}

/** Each begins at the usual rate; the others follow where nobody answers. */
const attempts = (opened: readonly { baud: number | undefined }[]) =>
  opened.filter(({ baud }) => baud === 115_200).length

describe('an instrument that does not answer as it should', () => {
  it('is queried ever more seldom, and its state stays', async () => {
    const { opened, registry, states } = await looking()
    // At 0, 2, 6, 14 and 30 s.
    expect(attempts(opened)).toBe(5)
    expect(states[0]).toBe('connecting')
    expect([...new Set(states.slice(1))]).toEqual(['absent'])
    await registry.close()
  })

  it('is queried at once where USB shows another identity, where somebody looks, and after a discovery', async () => {
    const lab = await looking()
    const queriesIn = async (ms: number) => {
      const before = attempts(lab.opened)
      await vi.advanceTimersByTimeAsync(ms)
      return attempts(lab.opened) - before
    }
    expect(await queriesIn(5_000)).toBe(0)
    lab.plugIn(PORT, 'srs-dc205', { twin: createDc205Twin({ ...TWIN, serialNumber: '00998' }), usbSerial: '00998' })
    expect(await queriesIn(2_500)).toBe(1)
    await queriesIn(30_000)
    const looked = lab.registry.look('bias')
    expect(await queriesIn(1_500)).toBe(1)
    await looked
    await queriesIn(20_000)
    const plugInOther = () =>
      lab.plugIn(PORT, 'srs-dc205', { twin: createDc205Twin({ ...TWIN, serialNumber: '00142' }), usbSerial: '00998' })
    plugInOther()
    expect(await queriesIn(5_000)).toBe(0)
    const discovered = lab.registry.discover()
    await vi.advanceTimersByTimeAsync(1_000)
    await discovered
    plugInOther()
    await queriesIn(2_500)
    expect(lab.registry.list()[0]!.state).toBe('ready')
    await lab.registry.close()
  })

  it('is tried at each look where the port did not open, as that asks nobody', async () => {
    vi.useFakeTimers()
    const lab = createLab([configured('bias', 'srs-dc205', null, PORT)])
    lab.plugIn(PORT, 'srs-dc205', { twin: createDc205Twin(TWIN) })
    lab.refusals.set(PORT, new InstrumentError('access_denied', 'ana may not open it', PORT))
    lab.registry.start()
    await vi.advanceTimersByTimeAsync(60_000)
    lab.refusals.clear()
    await vi.advanceTimersByTimeAsync(2_500)
    expect(lab.registry.list()[0]!.state).toBe('ready')
    await lab.registry.close()
  })
})

it('one that is lost stays lost until it is back', async () => {
  vi.useFakeTimers()
  const lab = createLab([configured('bias', 'srs-dc205', '00142', PORT)])
  const twin = lab.plugIn(PORT, 'srs-dc205', { twin: createDc205Twin(TWIN), usbSerial: '00142' })
  lab.registry.start()
  await vi.advanceTimersByTimeAsync(2_500)
  const states: string[] = []
  lab.registry.onChange(() => states.push(lab.registry.list()[0]!.state))
  twin.inject({ kind: 'unplug', bytes: 0 })
  await vi.advanceTimersByTimeAsync(20_000)
  lab.plugIn('/dev/ttyUSB1', 'srs-dc205', { twin: createDc205Twin(TWIN), usbSerial: '00142' })
  await vi.advanceTimersByTimeAsync(2_500)
  expect([...new Set(states)]).toEqual(['lost', 'ready'])
  await lab.registry.close()
})
