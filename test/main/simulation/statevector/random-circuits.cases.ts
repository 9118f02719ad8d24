import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NativeAddon } from '../../../../main/simulation/addon/interface'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { freshSeed, nativeWith } from '../engine-fixtures'
import { classicalWork, followsFrom } from './classical-circuits'
import { dynamicCircuit, gateCircuit, resettingCircuit } from './random-circuits'
import { farthest, fastState, slowState, total } from './states'

/** Six standard deviations of the difference of two shares, and room for the tail of rare counts. */
function expectAlike(fast: Map<string, number>, slow: Map<string, number>, note: string): void {
  const [m, n] = [total(fast), total(slow)]
  for (const key of new Set([...fast.keys(), ...slow.keys()])) {
    const [x, y] = [(fast.get(key) ?? 0) / m, (slow.get(key) ?? 0) / n]
    const mean = (m * x + n * y) / (m + n)
    const sigma = Math.sqrt(mean * (1 - mean) * (1 / m + 1 / n))
    expect(Math.abs(x - y), `${note}, ${key}: ${x} and ${y}`).toBeLessThanOrEqual(6 * sigma + 12 / n)
  }
}

/** Random circuits on the addon; `scale` says how many of them. */
export function randomCircuitCases(addon: NativeAddon | null, scale: number): void {
  const reference = createReferenceSimulator()

  it('have the same amplitudes', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(gateCircuit(8, 60), async circuit => {
        const slow = slowState(circuit)
        expect(farthest(await fastState(addon, circuit), slow)).toBeLessThan(1e-12)
        expect(farthest(await fastState(addon, circuit, 32), slow)).toBeLessThan(1e-5)
      }),
      { numRuns: 60 * scale, endOnFailure: true },
    )
  })

  it.each(['float64', 'float32'] as const)('agree with the reference in %s', { timeout: 300_000 }, async precision => {
    const native = nativeWith(addon)
    await fc.assert(
      fc.asyncProperty(dynamicCircuit(4, 25), async circuit => {
        const [one, other] = [freshSeed(), freshSeed()]
        const fast = await native.countOutcomes(circuit, { shots: 20_000, seed: one, precision })
        expectAlike(
          fast,
          await reference.countOutcomes(circuit, { shots: 2_000, seed: other }),
          `seeds ${one} and ${other}`,
        )
      }),
      { numRuns: 20 * scale, endOnFailure: true },
    )
  })

  it.each(['float64', 'float32'] as const)(
    'agree with the reference where every other op is a reset or a measurement, in %s',
    {
      timeout: 300_000,
    },
    async precision => {
      const native = nativeWith(addon)
      await fc.assert(
        fc.asyncProperty(resettingCircuit(5, 40), async circuit => {
          const [one, other] = [freshSeed(), freshSeed()]
          const fast = await native.countOutcomes(circuit, { shots: 20_000, seed: one, precision })
          expectAlike(
            fast,
            await reference.countOutcomes(circuit, { shots: 1_500, seed: other }),
            `seeds ${one} and ${other}`,
          )
        }),
        { numRuns: 14 * scale, endOnFailure: true },
      )
    },
  )

  it.each(['float64', 'float32'] as const)(
    'read what their own inputs say, in %s',
    { timeout: 300_000 },
    async precision => {
      const native = nativeWith(addon)
      await fc.assert(
        fc.asyncProperty(classicalWork, async circuit => {
          const seed = freshSeed()
          const counts = await native.countOutcomes(circuit, { shots: 60, seed, precision })
          const wrong = [...counts.keys()].filter(reading => !followsFrom(reading, circuit))
          expect(wrong, `seed ${seed}`).toEqual([])
          expect(total(counts)).toBe(60)
        }),
        { numRuns: 24 * scale, endOnFailure: true },
      )
    },
  )
}
