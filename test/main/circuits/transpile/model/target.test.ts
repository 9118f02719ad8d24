import { describe, expect, it } from 'vitest'
import { targetOf } from '../../../../../main/circuits/transpile/model/target'
import { transpile } from '../../../../../main/circuits/transpile/transpile'
import type { CalibrationEdge } from '../../../../../main/contract/calibration/snapshot'
import { type Figures, latticeCouplings, NO_REAL_DEVICES, realDevice, syntheticDevice } from '../../../qec/devices'
import { ghz } from '../samples'

const square = (figures: Figures = {}) => syntheticDevice(4, latticeCouplings(2, 2), figures)
const names = (figures: Figures) => {
  const { profile, snapshot } = square(figures)
  const { qubits, couplings } = targetOf(profile, snapshot)
  return { qubits: qubits.map(({ qubit }) => qubit), couplings: couplings.map(({ a, b }) => `${a}-${b}`) }
}
const one = <T>(index: number, figures: T) => ({ qubit: (q: number) => (q === index ? figures : {}) })

describe('a target', () => {
  it('has every working qubit and coupling, with errors and nanoseconds', () => {
    const { profile, snapshot } = square()
    const { qubits, couplings, ...rest } = targetOf(profile, snapshot)
    expect(rest).toEqual({ device_id: 'synthetic', calibration_id: 'synthetic-1', feedforward_ns: 100, num_qubits: 4 })
    expect(qubits[3]).toEqual({
      qubit: 3,
      error_1q: expect.closeTo(0.0005, 12),
      readout_error: expect.closeTo(0.01, 12),
      reset_error: expect.closeTo(0.005, 12),
      gate_1q_ns: 32,
      readout_ns: 800,
      reset_ns: 400,
      t1_ns: 200_000,
      t2_ns: 150_000,
    })
    expect(couplings).toHaveLength(4)
    expect(couplings[0]).toEqual({ a: 0, b: 1, error: expect.closeTo(0.005, 12), duration_ns: 68 })
  })

  it.each([
    ['out of service', { out_of_service: 'dead' }],
    ['without a readout fidelity', { readout_fidelity: null }],
    ['without a T1', { t1_us: null }],
    ['below a threshold', { fidelity_1q: 0.5 }],
  ])('lacks a qubit %s and its couplings', (_, figures) => {
    expect(names(one(3, figures))).toEqual({ qubits: [0, 1, 2], couplings: ['0-1', '0-2'] })
  })

  it.each<[string, Partial<CalibrationEdge>]>([
    ['out of service', { out_of_service: 'dead' }],
    ['without a fidelity', { fidelity: null }],
    ['below the threshold', { fidelity: 0.5 }],
    ['of a gate that makes no CZ', { gate: 'sycamore' }],
  ])('lacks a coupling %s', (_, figures) => {
    const { qubits, couplings } = names({ edge: (a, b) => (a === 0 && b === 1 ? figures : {}) })
    expect(qubits).toEqual([0, 1, 2, 3])
    expect(couplings).toEqual(['0-2', '1-3', '2-3'])
  })

  it('takes lengths and reset fidelity from the profile where the snapshot has none', () => {
    const { profile, snapshot } = square({
      qubit: () => ({ gate_1q_length_ns: null, readout_length_ns: null, reset_length_ns: null, reset_fidelity: null }),
      edge: () => ({ duration_ns: null }),
    })
    const { qubits, couplings } = targetOf(profile, snapshot)
    expect(qubits[0]).toMatchObject({ gate_1q_ns: 40, readout_ns: 1_000, reset_ns: 500 })
    expect(qubits[0]!.reset_error).toBeCloseTo(0.01, 12)
    expect(couplings[0]!.duration_ns).toBe(70)
  })

  it('counts a coupling listed twice by its worse record', () => {
    const { profile, snapshot } = square()
    const worse = { ...snapshot.edges[0]!, a: snapshot.edges[0]!.b, b: snapshot.edges[0]!.a, fidelity: 0.95 }
    const { couplings } = targetOf(profile, { ...snapshot, edges: [worse, ...snapshot.edges] })
    expect(couplings[0]!.error).toBeCloseTo(0.05, 12)
  })

  it('makes a CZ of other gates, charges all its parts, and counts what stands behind the CZs of a circuit', () => {
    const { profile, snapshot } = square({ edge: () => ({ gate: 'sqrt_iswap', fidelity: 0.99, duration_ns: 32 }) })
    const target = targetOf(profile, snapshot)
    // Two gates of 32 ns and three layers of 32 ns; two native errors and five pulses as Pauli errors.
    const error = expect.closeTo(2 * 0.01 + 0.8 * 5 * 1.5 * 0.0005, 12)
    expect(target.couplings[0]).toEqual({
      a: 0,
      b: 1,
      error,
      duration_ns: 160,
      native_gate: 'sqrt_iswap',
      native_uses: 2,
    })
    const result = transpile(ghz(3), target)
    expect(result).toMatchObject({ cz_count: 2, native_two_qubit_count: 4, native_two_qubit_gates: ['sqrt_iswap'] })
    expect(transpile(ghz(3), targetOf(square().profile, square().snapshot))).not.toHaveProperty(
      'native_two_qubit_count',
    )
  })

  it('lets qubits wait with T2 at its limit 2·T1 where none is published at all, and says that the success is a bound', () => {
    const { profile, snapshot } = square({ qubit: () => ({ t2_us: null }) })
    const target = targetOf(profile, snapshot)
    expect(target.qubits.map(({ t1_ns, t2_ns }) => t2_ns / t1_ns)).toEqual([2, 2, 2, 2])
    expect(transpile(ghz(2), target)).toMatchObject({ success_is_bound: true })
    expect(names(one(3, { t2_us: null })).qubits).toEqual([0, 1, 2])
  })

  it('may be one chiplet of the device', () => {
    const { profile, snapshot } = square()
    const target = targetOf(profile, snapshot, [1, 3])
    expect(target).toMatchObject({ num_qubits: 4, couplings: [{ a: 1, b: 3 }] })
    expect(transpile(ghz(2), target).initial_layout.toSorted()).toEqual([1, 3])
  })

  it.skipIf(NO_REAL_DEVICES)('of a published device runs a GHZ state without SWAPs on good parts', () => {
    const { profile, snapshot } = realDevice('ibm_nighthawk_2025-12-08')
    const result = transpile(ghz(12), targetOf(profile, snapshot))
    expect(result).toMatchObject({ swap_count: 0, cz_count: 11, calibration_id: snapshot.calibration_id })
    expect(result.expected_success).toBeGreaterThan(0.5)
  })
})
