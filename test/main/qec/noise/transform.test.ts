import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairKey } from '../../../../main/contract/calibration/compound-cz'
import {
  assumedUses,
  czRecords,
  idleInfidelity,
  idlePaulis,
  idleSlope,
  isUnphysicalT2,
  NOISE_MODEL_VERSION,
  noiseModel,
  pauliFromInfidelity1,
  pauliFromInfidelity2,
} from '../../../../main/qec/noise/transform'
import { latticeCouplings, syntheticDevice } from '../devices'

const lifetime = fc.double({ min: 100, max: 1e6, noNaN: true })
const wait = fc.double({ min: 0, max: 1e6, noNaN: true })

describe('idle errors', () => {
  it('follow 1/2 - e^(-t/T1)/6 - e^(-t/T2)/3', () => {
    expect(idleInfidelity(1_000, 100_000, 80_000)).toBeCloseTo(0.5 - Math.exp(-0.01) / 6 - Math.exp(-0.0125) / 3, 12)
  })

  it('begin at 0, grow, and stay below 1/2', () =>
    fc.assert(
      fc.property(wait, wait, lifetime, lifetime, (t, more, t1, t2) => {
        expect(idleInfidelity(0, t1, t2)).toBeCloseTo(0, 15)
        expect(idleInfidelity(t + more, t1, t2)).toBeGreaterThanOrEqual(idleInfidelity(t, t1, t2))
        expect(idleInfidelity(t, t1, t2)).toBeLessThanOrEqual(0.5)
      }),
    ))

  it('have the slope that a small step shows', () =>
    fc.assert(
      fc.property(wait, lifetime, lifetime, (t, t1, t2) => {
        const step = Math.min(t1, t2) * 1e-4
        const rise = (idleInfidelity(t + step, t1, t2) - idleInfidelity(t - step, t1, t2)) / (2 * step)
        expect(Math.abs(rise - idleSlope(t, t1, t2))).toBeLessThan(1e-6 * (1 / t1 + 1 / t2))
      }),
    ))

  it('twirl into Paulis whose sum is 3/2 of the infidelity while T2 is physical', () =>
    fc.assert(
      fc.property(wait, lifetime, fc.double({ min: 0.01, max: 2, noNaN: true }), (t, t1, ratio) => {
        const t2 = t1 * ratio
        const { px, py, pz } = idlePaulis(t, t1, t2)
        expect(px).toBe(py)
        expect(px + py + pz).toBeCloseTo(pauliFromInfidelity1(idleInfidelity(t, t1, t2)), 12)
      }),
    ))

  it('never give a negative phase error, however unphysical T2 is', () => {
    expect(idlePaulis(1_000, 10_000, 100_000).pz).toBe(0)
    expect(isUnphysicalT2(10, 20)).toBe(false)
    expect(isUnphysicalT2(10, 20.001)).toBe(true)
  })
})

it('cliffords average infidelities into Pauli probabilities: 3/2 for one qubit, 5/4 for two', () => {
  expect(pauliFromInfidelity1(0.01)).toBeCloseTo(0.015, 15)
  expect(pauliFromInfidelity2(0.01)).toBeCloseTo(0.0125, 15)
})

describe('the noise model', () => {
  const lengths = { gate_1q_length_ns: null, readout_length_ns: null, reset_length_ns: null, reset_fidelity: null }

  it('speaks nanoseconds and names its version and calibration', () => {
    const { profile, snapshot } = syntheticDevice(2, [[0, 1]], { qubit: () => ({ t1_us: 50, t2_us: 30 }) })
    const noise = noiseModel(profile, snapshot)
    expect([noise.t1(0), noise.t2(1)]).toEqual([50_000, 30_000])
    expect([noise.version, noise.calibration_id]).toEqual([NOISE_MODEL_VERSION, snapshot.calibration_id])
    expect(noise.assumed).toEqual([])
  })

  it('takes lengths and reset fidelity from the profile where the snapshot has none, and says so', () => {
    const { profile, snapshot } = syntheticDevice(2, [[0, 1]], {
      qubit: index => (index === 1 ? lengths : {}),
      edge: () => ({ duration_ns: null }),
    })
    const noise = noiseModel(profile, snapshot)
    expect([noise.single(1), noise.readout(1), noise.reset(1), noise.cz(1, 0)]).toEqual([40, 1_000, 500, 70])
    expect(noise.fidelityReset(1)).toBe(0.99)
    expect(noise.fidelityReset(0)).toBe(0.995)
    expect([...noise.assumed].sort()).toEqual(['cz_length_ns', ...Object.keys(lengths)].sort())
  })

  it('reports which parts of a module use an assumed value', () => {
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), {
      qubit: index => (index === 4 ? { reset_fidelity: null } : {}),
    })
    expect(assumedUses(profile, snapshot, new Set([0, 1, 2]))).toEqual([])
    expect(assumedUses(profile, snapshot, new Set([3, 4]))).toEqual([
      {
        figure: 'reset_fidelity',
        uses: [{ part: 'qubit 4', assumption: { value: 0.99, terms: [], sign: '+' } }],
        of: 2,
      },
    ])
  })

  it('never invents a lifetime or a fidelity', () => {
    const { profile, snapshot } = syntheticDevice(2, [[0, 1]], {
      qubit: () => ({ t1_us: null, readout_fidelity: null }),
      edge: () => ({ fidelity: null }),
    })
    const noise = noiseModel(profile, snapshot)
    expect(() => noise.t1(0)).toThrow(/no t1_us for qubit 0/)
    expect(() => noise.fidelityReadout(1)).toThrow(/no readout_fidelity for qubit 1/)
    expect(() => noise.fidelityCz(1, 0)).toThrow(/no CZ fidelity for edge 0-1/)
  })

  it('bounds an unknown T2 by its limit 2·T1, and says where', () => {
    const { profile, snapshot } = syntheticDevice(2, [[0, 1]], { qubit: at => (at === 0 ? { t2_us: null } : {}) })
    const noise = noiseModel(profile, snapshot)
    expect([noise.t2(0), noise.t2Unknown!(0)]).toEqual([2 * noise.t1(0), true])
    expect([noise.t2(1), noise.t2Unknown!(1)]).toEqual([150_000, false])
  })

  it('reads a pair in either order, gates that make no CZ never, and of two records the worse', () => {
    const { profile, snapshot } = syntheticDevice(3, [
      [0, 1],
      [1, 0],
      [1, 2],
    ])
    const [first, second, third] = snapshot.edges
    const edges = [
      { ...first!, fidelity: 0.99 },
      { ...second!, fidelity: 0.98 },
      { ...third!, gate: 'sycamore' },
    ]
    expect(noiseModel(profile, { ...snapshot, edges }).fidelityCz(0, 1)).toBe(0.98)
    expect([...czRecords({ ...snapshot, edges }).keys()]).toEqual(['0-1'])
    expect(pairKey(17, 8)).toBe('8-17')
  })
})
