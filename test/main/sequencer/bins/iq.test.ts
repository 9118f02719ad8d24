import { describe, expect, it } from 'vitest'
import { discrimination, IQ_BYTES, iqMoments, joinedMoments } from '../../../../main/sequencer/bins/iq'
import { createRandom } from '../../../../main/simulation/model/random'

/** Points as the wire has them. */
function bytesOf(points: readonly (readonly [number, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(IQ_BYTES * points.length))
  for (const [at, [i, q]] of points.entries()) {
    view.setFloat32(IQ_BYTES * at, i, true)
    view.setFloat32(IQ_BYTES * at + 4, q, true)
  }
  return new Uint8Array(view.buffer)
}

/** Round clouds of this spread about a point. */
function cloud(centre: readonly [number, number], spread: number, count: number, seed: bigint) {
  const random = createRandom(seed)
  const gaussian = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform()) * spread
  return Array.from({ length: count }, (): [number, number] => [centre[0] + gaussian(), centre[1] + gaussian()])
}

const momentsOf = (points: readonly (readonly [number, number])[]) => iqMoments(bytesOf(points), 1)[0]!

describe('points in the I/Q plane', () => {
  it('are summed slot by slot, and what is no number is left out', () => {
    const [first, second] = iqMoments(
      bytesOf([
        [1, 2],
        [3, 4],
        [5, 6],
        [Number.NaN, 0],
      ]),
      2,
    )
    expect(first).toEqual({ n: 2, i: 6, q: 8, ii: 26, qq: 40, iq: 32 })
    expect(second).toEqual({ n: 1, i: 3, q: 4, ii: 9, qq: 16, iq: 12 })
    expect(joinedMoments([[first!], [second!]])[0]).toMatchObject({ n: 3, i: 9 })
    expect(() => iqMoments(new Uint8Array(9), 1)).toThrow(/no whole shots/)
  })

  it('give the turn after which 1 lies beside 0 along +I, and the threshold half way', () => {
    const zero = momentsOf([
      [1, 1],
      [1, 1.0001],
    ])
    const one = momentsOf([
      [1, 3],
      [1, 3.0001],
    ])
    const { rotation_deg, threshold } = discrimination(zero, one)!
    expect(rotation_deg.value).toBeCloseTo(270, 3)
    // Turned by 270°, (1, 1) is (1, -1) and (1, 3) is (3, -1).
    expect(threshold.value).toBeCloseTo(2, 3)
  })

  it('have limits that hold what is true in 95 % of the cases', () => {
    const truth = { rotation: 360 - (Math.atan2(0.03, 0.04) * 180) / Math.PI }
    let inside = 0
    for (let seed = 0; seed < 200; seed++) {
      const zero = momentsOf(cloud([0.1, 0.2], 0.02, 400, BigInt(seed)))
      const one = momentsOf(cloud([0.14, 0.23], 0.02, 400, BigInt(1_000 + seed)))
      const { rotation_deg, threshold } = discrimination(zero, one)!
      const middle = (0.04 * 0.12 + 0.03 * 0.215) / 0.05
      const holds = ({ low, high }: typeof threshold, value: number) => low! <= value && value <= high!
      inside += Number(holds(rotation_deg, truth.rotation)) + Number(holds(threshold, middle))
    }
    // 400 draws of 0.95: five standard deviations are 22.
    expect(inside).toBeGreaterThan(358)
    expect(inside).toBeLessThan(400)
  })

  it('say nothing where they lie no way apart, or are too few', () => {
    const zero = momentsOf([
      [1, 1],
      [1, 1],
    ])
    expect(discrimination(zero, zero)).toBeNull()
    expect(discrimination(zero, momentsOf([[2, 2]]))).toBeNull()
  })
})
