import { describe, expect, it } from 'vitest'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { abortAfter, findAddon, nativeWith, progressUntil } from './engine-fixtures'
import { layered, memoryProgram } from './random-programs'

const addon = findAddon()
const engines: [string, Simulator][] = [['reference', createReferenceSimulator()]]
if (addon) engines.push(['native', nativeWith(addon)])

/** Far more than a second of work for either engine. */
const longFrames = (engine: Simulator, options: Parameters<Simulator['sampleFrames']>[3]) =>
  engine.sampleFrames(memoryProgram(100), 5_000_000, 1n, options)
const longCircuit = (engine: Simulator, options: Parameters<Simulator['runCircuit']>[3]) =>
  engine.runCircuit(layered(20, 1_000), 1_000, 1n, options)

/** Longest silence of the event loop while the work goes on, in milliseconds. */
async function longestSilence(work: (signal: AbortSignal) => Promise<unknown>, ms: number): Promise<number> {
  let longest = 0
  let last = performance.now()
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 2)
  await abortAfter(ms, work)
  clearInterval(ticking)
  return longest
}

describe.each(engines)('the %s engine at long work', (_, engine) => {
  it.each([
    ['frames', longFrames],
    ['a circuit', longCircuit],
  ])('stops %s within 200 ms of an abort, with its reason', { retry: 2, timeout: 30_000 }, async (_, long) => {
    const { reason, took } = await abortAfter(100, signal => long(engine, { signal }))
    expect(reason).toMatchObject({ message: 'enough' })
    expect(took).toBeLessThan(200)
  })

  it.each([
    ['frames', longFrames],
    ['a circuit', longCircuit],
  ])('keeps the event loop alive during %s', { retry: 2, timeout: 30_000 }, async (_, long) => {
    // The design asks for 20 ms at the 99th percentile on a free machine; a loaded one gets room. Blocking shows as 500.
    expect(await longestSilence(signal => long(engine, { signal }), 500)).toBeLessThan(200)
  })

  it('refuses at once when aborted before the start', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(longFrames(engine, { signal })).rejects.toThrow('too late')
    await expect(longCircuit(engine, { signal })).rejects.toThrow('too late')
  })

  it('reports rising progress between 0 and 1', { timeout: 30_000 }, async () => {
    const start = performance.now()
    const seen = await progressUntil(3, options => longFrames(engine, options))
    expect(seen).toHaveLength(3)
    // At most some ten reports a second.
    expect(performance.now() - start).toBeGreaterThan(180)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    for (const fraction of seen) {
      expect(fraction).toBeGreaterThanOrEqual(0)
      expect(fraction).toBeLessThanOrEqual(1)
    }
  })
})
