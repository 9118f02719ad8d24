import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SampleFault } from '../../../../../main/contract/entropy/sample-fault'
import { healthCutoffs } from '../../../../../main/entropy/generation/health/cutoffs'
import { bestLag, MAX_LAG } from '../../../../../main/entropy/generation/health/lag-choice'
import { createHealthMonitor } from '../../../../../main/entropy/generation/health/monitor'
import { createPhotonArrivalModel } from '../../../../../main/twins/random/photon-arrival'
import { seededBytes, seededUniform } from '../seeded'
import { bestLagByComparisons, slowHealthCounters } from './slow-counters'

const SEED = fc.integer({ min: 0, max: 2 ** 31 })

/** Feeds both in pieces, resets both where they latch, and answers what each said. */
function bothOn(cutoffs: ReturnType<typeof healthCutoffs>, samples: Uint8Array, seed: number) {
  const [fast, slow] = [createHealthMonitor(cutoffs), createHealthMonitor(cutoffs, slowHealthCounters(cutoffs))]
  const uniform = seededUniform(seed)
  const pieces: { readonly fast: unknown; readonly slow: unknown; readonly alarms: number }[] = []
  for (let at = 0; at < samples.length; ) {
    const piece = samples.subarray(at, at + Math.ceil(2500 * uniform()))
    at += piece.length
    const outcomes = fast.test(piece)
    pieces.push({
      fast: [outcomes, fast.figures()],
      slow: [slow.test(piece), slow.figures()],
      alarms: outcomes.reduce((sum, { alarms }) => sum + alarms.length, 0),
    })
    if (fast.state === 'latched') fast.reset()
    if (slow.state === 'latched') slow.reset()
  }
  return {
    fast: pieces.map(({ fast }) => fast),
    slow: pieces.map(({ slow }) => slow),
    alarms: pieces.reduce((sum, { alarms }) => sum + alarms, 0),
  }
}

describe('the fast health tests and their slow reference', () => {
  it('choose the same lag', () => {
    fc.assert(
      fc.property(SEED, fc.constantFrom(2, 3, 16, 256), fc.nat(1023), fc.nat(200), (seed, symbols, more, repeats) => {
        const samples = seededBytes(MAX_LAG + 1 + more, seed, symbols)
        // A stretch that repeats, which may be longer than any lag.
        for (let i = repeats + 1; i < samples.length / 2; i++) samples[i] = samples[i - repeats - 1]!
        const window = 1 + (seed % (more + 1))
        expect(bestLag(samples, window)).toBe(bestLagByComparisons(samples, window))
      }),
      { numRuns: 60 },
    )
  })

  it('say the same of samples that are worse than was claimed, in whatever pieces', () => {
    let alarms = 0
    fc.assert(
      fc.property(
        SEED,
        fc.constantFrom(2, 4, 256),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        (seed, symbols, bad) => {
          const uniform = seededUniform(seed)
          const samples = seededBytes(12_000, seed + 1, symbols)
          const lag = 1 + Math.floor(140 * uniform())
          for (let i = lag; i < samples.length; i++) if (uniform() < bad) samples[i] = samples[i - lag]!
          const both = bothOn(healthCutoffs(symbols, Math.log2(symbols)), samples, seed)
          expect(both.fast).toEqual(both.slow)
          alarms += both.alarms
        },
      ),
      // One that surely raises alarms, however harmless the drawn ones are.
      { numRuns: 12, examples: [[1, 2, 0.6]] },
    )
    expect(alarms).toBeGreaterThan(0)
  })

  it.each<SampleFault>([
    { kind: 'stuck', from: 5_000 },
    { kind: 'bias_ramp', from: 5_000, per_million: 10 },
    { kind: 'periodic', from: 5_000, period: 64, chance: 0.95 },
    { kind: 'lag', from: 5_000, lag: 50, chance: 0.9 },
    { kind: 'saturation', from: 5_000, gain: 12 },
  ])('say the same of a detector with the fault $kind', fault => {
    const model = createPhotonArrivalModel({ seed: 4 })
    model.setFaults([fault])
    const both = bothOn(healthCutoffs(256, model.min_entropy), model.samples(30_000), 5)
    expect(both.fast).toEqual(both.slow)
    expect(both.alarms).toBeGreaterThan(0)
  })
})
