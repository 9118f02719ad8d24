import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERROR_KINDS } from '../../../../main/contract/runs/studies'
import { calibratedRates } from '../../../../main/qec/noise/rates'
import { saturates, scaledNoise } from '../../../../main/qec/noise/scaling'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { latticeCouplings, syntheticDevice } from '../devices'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const noise = noiseModel(profile, snapshot)
const own = calibratedRates(noise)
const T = 12_345

const ratesAt = (kind: (typeof ERROR_KINDS)[number], factor: number) => {
  const rates = calibratedRates(scaledNoise(noise, kind, factor))
  return {
    two_qubit: rates.cz(0, 1),
    single_qubit: rates.single(0),
    readout: rates.readout(0),
    reset: rates.reset(0),
    idle: rates.idle(0, T).px,
  }
}
const [PARTS, OWN] = [['two_qubit', 'single_qubit', 'readout', 'reset'] as const, ratesAt('all', 1)]

describe('a device with scaled errors', () => {
  it.each(ERROR_KINDS)('is itself at factor 1 of %s, to the bit', kind => {
    expect(scaledNoise(noise, kind, 1)).toBe(noise)
    expect(ratesAt(kind, 1)).toEqual(OWN)
  })

  it('has the errors of one kind times the factor, and the others as they were', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ERROR_KINDS), fc.double({ min: 0.001, max: 20, noNaN: true }), (kind, factor) => {
        const rates = ratesAt(kind, factor)
        for (const part of PARTS)
          if (kind === 'all' || kind === part) expect(rates[part] / OWN[part]).toBeCloseTo(factor, 6)
          else expect(rates[part]).toBe(OWN[part])
        if (kind === 'all' || kind === 'idle') expect(rates.idle).toBeCloseTo(own.idle(0, T * factor).px, 12)
        else expect(rates.idle).toBe(OWN.idle)
      }),
    )
  })

  it('keeps its lengths, whatever is scaled', () => {
    const scaled = scaledNoise(noise, 'all', 7)
    for (const length of ['single', 'readout', 'reset'] as const) expect(scaled[length](3)).toBe(noise[length](3))
    expect(scaled.cz(0, 1)).toBe(noise.cz(0, 1))
    expect([scaled.t1(0), scaled.t2(0)]).toEqual([noise.t1(0) / 7, noise.t2(0) / 7])
  })

  it('has the idle errors under refocusing pulses times the factor too, where a refocused T2 is known', () => {
    const refocused = { ...noise, refocusedT2: (site: number) => (site === 0 ? 2 * noise.t2(0) : null) }
    for (const kind of ['all', 'idle'] as const) {
      const scaled = scaledNoise(refocused, kind, 4)
      expect([scaled.refocusedT2?.(0), scaled.refocusedT2?.(1)]).toEqual([noise.t2(0) / 2, null])
      const [rates, before] = [calibratedRates(scaled), calibratedRates(refocused)]
      for (const site of [0, 1]) expect(rates.idle(site, T, true).pz).toBeCloseTo(before.idle(site, 4 * T, true).pz, 12)
    }
    expect(scaledNoise(refocused, 'readout', 4).refocusedT2?.(0)).toBe(2 * noise.t2(0))
  })

  it('stops at what an error can mean, and never gets better by growing', () => {
    const rates = ratesAt('all', 100)
    expect(rates.two_qubit).toBeCloseTo((100 * 1.25 * 5) / 1_000, 9)
    expect(ratesAt('readout', 100).readout).toBe(0.5)
    const worse = scaledNoise({ ...noise, fidelityReadout: () => 0.3 }, 'readout', 2)
    expect(worse.fidelityReadout(0)).toBeCloseTo(0.3, 12)
    expect(saturates(noise, { kind: 'readout', factor: 100, sites: [0], pairs: [] })).toBe(true)
    expect(saturates(noise, { kind: 'readout', factor: 49, sites: [0], pairs: [] })).toBe(false)
    expect(saturates(noise, { kind: 'two_qubit', factor: 100, sites: [0], pairs: [[0, 1]] })).toBe(false)
    expect(saturates(noise, { kind: 'idle', factor: 100, sites: [0], pairs: [[0, 1]] })).toBe(false)
  })
})
