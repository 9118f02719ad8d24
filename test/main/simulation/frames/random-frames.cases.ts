import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import { freshSeed } from '../engine-fixtures'
import { certainProgram, chanceProgram, planesFor } from '../random-programs'

/** Shares of ones per plane, and of disagreements between each plane and the next: rates and correlations. */
export function rates(planes: BitPlanes): number[] {
  const found: number[] = []
  for (let b = 0; b < planes.planes; b++) {
    let ones = 0
    let differ = 0
    for (let shot = 0; shot < planes.shots; shot++) {
      const bit = bitAt(planes, b, shot)
      ones += bit
      differ += bit ^ bitAt(planes, (b + 1) % planes.planes, shot)
    }
    found.push(ones / planes.shots, differ / planes.shots)
  }
  return found
}

/** Six standard deviations of the difference of two shares, and room for the tail of rare counts. */
function band([a, b]: readonly [number, number], [m, n]: readonly [number, number]): number {
  const mean = (a * m + b * n) / (m + n)
  return 6 * Math.sqrt(mean * (1 - mean) * (1 / m + 1 / n)) + 12 / Math.min(m, n)
}

export function expectAlike(fast: BitPlanes, slow: BitPlanes, note: string): void {
  const slowRates = rates(slow)
  rates(fast).forEach((rate, i) => {
    expect(Math.abs(rate - slowRates[i]!), `${note}, figure ${i}: ${rate} and ${slowRates[i]}`).toBeLessThanOrEqual(
      band([rate, slowRates[i]!], [fast.shots, slow.shots]),
    )
  })
}

/** Random frame programs against the reference engine; `scale` says how many of them. */
export function randomFrameCases(native: Simulator, scale: number): void {
  const reference = createReferenceSimulator()

  it('agree bit by bit where nothing is left to chance', async () => {
    const shots = 131
    await fc.assert(
      fc.asyncProperty(certainProgram, fc.infiniteStream(fc.nat({ max: 255 })), async (certain, bytes) => {
        const planes = planesFor(certain, shots, () => bytes.next().value!)
        const fast = await native.sampleFrames(certain, { shots, seed: freshSeed(), inputs: planes })
        const slow = await reference.sampleFrames(certain, { shots, seed: freshSeed(), inputs: planes })
        expect(fast).toEqual(slow)
      }),
      { numRuns: 100 * scale },
    )
  })

  it('agree in rates and correlations where noise acts', { timeout: 300_000 }, async () => {
    const shots = 8_000
    await fc.assert(
      fc.asyncProperty(chanceProgram, async noisy => {
        const [one, other] = [freshSeed(), freshSeed()]
        const planes = planesFor(noisy, shots, () => Math.random() * 256)
        const fast = await native.sampleFrames(noisy, { shots, seed: one, inputs: planes })
        const slow = await reference.sampleFrames(noisy, { shots, seed: other, inputs: planes })
        expectAlike(fast, slow, `seeds ${one} and ${other}`)
      }),
      { numRuns: 15 * scale, endOnFailure: true },
    )
  })
}
