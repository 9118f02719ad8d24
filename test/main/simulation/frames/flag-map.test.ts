import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../../main/qec/decoding/words'
import { mapDecoder } from '../../../../main/qec/flag-map/decode'
import { uniforms } from '../../../../main/qec/statistics/random'
import { type MapCase, mapExperiment } from '../../qec/fixtures/flag-map-experiments'
import { randomPlanes } from '../../qec/fixtures/random-bits'
import { ratesAt } from '../../qec/fixtures/rounds'
import { abortAfter, findAddon, freshSeed, nativeWith } from '../engine-fixtures'

const addon = findAddon()
type Case = readonly [MapCase['protocol'], MapCase['readout'], number, MapCase['closing']?]

function madeOf([protocol, readout, rounds, closing]: Case, seed: bigint, rates = ratesAt(0.01)) {
  const { decoding, planes, program } = mapExperiment(
    { protocol, readout, rounds, ...(closing ? { closing } : {}) },
    Number(seed % 6n),
    rates,
  )
  return { decoding, planes: planes.total, program }
}

const CASES: [...Case][] = [
  ['adaptive', 'checked', 4],
  ['cyclic-window', 'checked', 5],
  ['cyclic-window', 'checked', 3, 'erasure'],
  ['adaptive', 'fault-tolerant', 3],
  ['cyclic-window', 'fault-tolerant', 4],
  ['adaptive', 'checked', 0],
  ['cyclic-window', 'checked', 0],
  ['adaptive', 'fault-tolerant', 0],
  ['cyclic-window', 'fault-tolerant', 0],
]

describe.skipIf(!addon)('flag-map in the kernels', () => {
  it.each(CASES)(
    'finds what the decoder in TypeScript finds to the last bit: %s, %s readout, %d rounds',
    async (...at) => {
      const seed = freshSeed()
      const { decoding, planes, program } = madeOf(at, seed)
      const random = uniforms(seed)
      const records = [
        await nativeWith(addon).sampleFrames(program, { shots: 20_000, seed }),
        randomPlanes(planes, 700, 0.5, random),
        randomPlanes(planes, 1_001, 0.03, random),
      ]
      for (const bits of records) {
        const slow = mapDecoder(decoding)(wordsOf(bits), { from: 0, to: Math.ceil(bits.shots / 32) })
        for (const threads of [1, 3]) {
          const fast = await nativeWith(addon, threads).decodeFlagMap!(decoding, bits)
          expect(fast.wrong, `seed ${seed}`).toEqual(slow.wrong)
          expect(fast, `seed ${seed}`).toEqual(slow)
        }
      }
    },
  )

  it('is handed large planes in parts, and reports how far it is', async () => {
    const seed = freshSeed()
    const { decoding, program } = madeOf(['adaptive', 'checked', 30], seed, ratesAt(0.001))
    const bits = await nativeWith(addon).sampleFrames(program, { shots: 60_000, seed })
    const fractions: number[] = []
    const fast = await nativeWith(addon).decodeFlagMap!(decoding, bits, { onProgress: at => fractions.push(at) })
    expect(fast).toEqual(mapDecoder(decoding)(wordsOf(bits), { from: 0, to: 1875 }))
    expect(fractions.every((at, i) => at <= 1 && at >= (fractions[i - 1] ?? 0))).toBe(true)
  })

  it('stops when aborted, with the reason', async () => {
    const { decoding, planes } = madeOf(['cyclic-window', 'checked', 100], 0n)
    const bits = randomPlanes(planes, 6_000, 0.5, uniforms(1n))
    const { reason } = await abortAfter(20, signal => nativeWith(addon).decodeFlagMap!(decoding, bits, { signal }))
    expect(reason).toMatchObject({ message: 'enough' })
  })
})
