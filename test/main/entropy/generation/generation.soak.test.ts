/** Long random checks of what makes random bytes; seeds are printed with what fails. */
import { describe, expect, it } from 'vitest'
import { mmcOfBits, mmcOfSymbols } from '../../../../main/entropy/generation/estimators/multi-mmc'
import { circulantByBigInt } from '../../../../main/entropy/generation/extraction/circulant'
import { nextCirculantPrime } from '../../../../main/entropy/generation/extraction/circulant-primes'
import { healthCutoffs } from '../../../../main/entropy/generation/health/cutoffs'
import { createHealthMonitor } from '../../../../main/entropy/generation/health/monitor'
import { createSourcePool } from '../../../../main/entropy/generation/pool/source-pool'
import { createPhotonArrivalModel } from '../../../../main/twins/random/photon-arrival'
import { findAddon } from '../../simulation/engine-fixtures'
import { freshSeed, seededBytes } from './seeded'

const addon = findAddon()
const pass = () => {}

describe('health tests', () => {
  it('leave 3 × 10^7 fair bits alone, but for single windows', () => {
    const seed = freshSeed()
    const monitor = createHealthMonitor(healthCutoffs(2, 1))
    for (let i = 0; i < 30; i++) monitor.test(seededBytes(1_000_000, seed + i, 2))
    const { state, windows_failed } = monitor.figures()
    // About four failures are expected in 10^9 bits.
    expect(windows_failed, `seed ${seed}`).toBeLessThanOrEqual(2)
    expect(state).not.toBe('latched')
  })
})

describe.skipIf(!addon)('the extractor', () => {
  it.each([40_000, 120_000])('of about %i bits agrees with BigInt', async bits => {
    const seed = freshSeed()
    const n = nextCirculantPrime(bits)!
    const random = (count: number, from: number) => {
      const bytes = seededBytes(Math.ceil(count / 8), from)
      bytes[bytes.length - 1]! &= (1 << (count % 8 || 8)) - 1
      return bytes
    }
    const call = { n, m: n >> 1, x: random(n - 1, seed), y: random(n, seed + 1) }
    const fast = await addon!.extractCirculant(call).promise
    expect(Buffer.compare(fast, circulantByBigInt(call)), `seed ${seed}`).toBe(0)
  })
})

it('predictors of bits agree with those of symbols on a million', () => {
  const seed = freshSeed()
  const data = seededBytes(1_000_000, seed, 2)
  expect(mmcOfBits(data, pass), `seed ${seed}`).toEqual(mmcOfSymbols(data, pass))
})

it('a source made worse little by little latches before half of its samples are one value', () => {
  const model = createPhotonArrivalModel({ seed: freshSeed() })
  model.setFaults([{ kind: 'bias_ramp', from: 50_000, per_million: 0.2 }])
  const cutoffs = healthCutoffs(256, model.min_entropy)
  const pool = createSourcePool({ bits: 8, cutoffs, entropy: 6.5, low: 1, high: 2 ** 20, raw_samples: 0 })
  while (pool.monitor.state !== 'latched' && pool.monitor.figures().samples < 3_000_000) {
    pool.add(model.samples(10_000))
    pool.takeBytes(pool.figures().bytes)
  }
  const { samples, latched_by } = pool.monitor.figures()
  expect(latched_by).not.toBeNull()
  expect((samples - 50_000) * 2e-7).toBeLessThan(0.5)
  expect(pool.figures()).toMatchObject({ bytes: 0 })
})
