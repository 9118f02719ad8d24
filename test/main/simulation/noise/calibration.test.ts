import { describe, expect, it } from 'vitest'
import type { DeviceProfile } from '../../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { noiseParametersOf } from '../../../../main/simulation/noise/calibration'

const qubit = (index: number, t1_us: number | null, fidelity_1q: number | null) => ({
  index,
  label: `Q${index}`,
  t1_us,
  t2_us: 100,
  t2_echo_us: null,
  fidelity_1q,
  readout_fidelity: 0.98,
  reset_fidelity: null,
  gate_1q_length_ns: null,
  readout_length_ns: 700,
  reset_length_ns: null,
  out_of_service: null,
})

const snapshot = {
  calibration_id: 'cal-1',
  qubits: [qubit(0, 40, 0.999), qubit(1, null, 0.99), qubit(2, 80, null), qubit(3, 60, 0.995)],
  edges: [{ a: 1, b: 0, gate: 'cz', fidelity: 0.97, duration_ns: 68, out_of_service: null }],
} as unknown as CalibrationSnapshot
const profile = {
  assumed: {
    gate_1q_length_ns: 32,
    cz_length_ns: 100,
    readout_length_ns: 1_000,
    reset_length_ns: 500,
    reset_fidelity: 0.95,
  },
} as unknown as DeviceProfile

describe('figures for circuits on a simulated device', () => {
  const figures = noiseParametersOf(profile, snapshot)

  it('are the published ones, in nanoseconds and infidelities', () => {
    expect(figures.t1(0)).toBe(40_000)
    expect(figures.gate1Error(0)).toBeCloseTo(0.001)
    expect(figures.gate2Error(0, 1)).toBeCloseTo(0.03)
    expect(figures.gate2Length(0, 1)).toBe(68)
    expect(figures.readoutLength(0)).toBe(700)
  })

  it('are of a whole CZ where it is made of another gate', () => {
    const edges = [{ a: 1, b: 0, gate: 'cx', fidelity: 0.97, duration_ns: 300, out_of_service: null }]
    const made = noiseParametersOf(profile, { ...snapshot, edges } as unknown as CalibrationSnapshot)
    // The CX with an H before and one after it on its target, qubit 0.
    expect(made.gate2Error(0, 1)).toBeCloseTo(0.03 + 0.8 * 2 * 1.5 * 0.001, 12)
    expect(made.gate2Length(1, 0)).toBe(300 + 2 * 32)
  })

  it('are the profile’s where lengths are absent, and the median of the device where figures are', () => {
    expect(figures.gate1Length(0)).toBe(32)
    expect(figures.resetError(2)).toBeCloseTo(0.05)
    expect(figures.t1(1)).toBe(60_000)
    expect(figures.gate1Error(2)).toBeCloseTo(0.005)
    expect(figures.gate2Error(2, 3)).toBeCloseTo(0.03)
    expect(figures.gate2Length(2, 3)).toBe(100)
    expect(figures.readoutError(99)).toBeCloseTo(0.02)
  })

  it('hold T2 to its physical limit', () => {
    expect(figures.t2(0)).toBe(80_000)
    expect(figures.t2(2)).toBe(100_000)
  })
})
