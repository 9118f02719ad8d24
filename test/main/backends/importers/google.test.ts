import { describe, expect, it } from 'vitest'
import { googleMetrics, googleSpec } from '../samples'
import { fault, read } from './read-files'

describe('Google files', () => {
  it('turn Pauli errors into average errors', () => {
    const { qubits, edges } = read(googleMetrics(), googleSpec())
    expect(qubits[0]!.fidelity_1q).toBeCloseTo(1 - 0.002, 12)
    expect(edges.map(({ gate, fidelity }) => [gate, fidelity])).toEqual([
      ['sqrt_iswap', 1 - 0.01 * (4 / 5)],
      ['sycamore', 0.99],
    ])
  })

  it('take durations from the spec, and row 0 column 9 before column 10', () => {
    const { qubits, edges } = read(googleSpec(), googleMetrics())
    expect(qubits.map(qubit => qubit.label)).toEqual(['0_9', '0_10'])
    expect(qubits[0]).toMatchObject({
      gate_1q_length_ns: 25,
      readout_length_ns: 4_000,
      reset_length_ns: null,
      t2_us: null,
    })
    expect(edges[1]).toMatchObject({ gate: 'sycamore', duration_ns: 12 })
  })

  it('leave out a measurement of milliseconds', () => {
    const { qubits, notes } = read(googleMetrics(), googleSpec(4_000_000_000))
    expect(qubits[0]!.readout_length_ns).toBeNull()
    expect(notes.join()).toContain('longer than a T1')
  })

  it('go by the time inside, else by the date in the name, else by none', () => {
    const named = (name: string) => read(googleMetrics(name)).source_device
    expect(named('line_2026_02_03_calibration.json')).toBe('google_line')
    expect(named('willow_pink_d7v1-2024_08_16_calibration.json')).toBe('google_willow_pink')
    expect(named('google_willow_pink_2024-08-16__willow_pink_d7v1-2024_08_16_calibration.json')).toBe(
      'google_willow_pink',
    )
    expect(named('upload.json')).toBe('google_unnamed')
    expect(read(googleMetrics()).calibrated_at).toBe('2026-02-03T00:00:00Z')
    expect(read(googleMetrics('figures.json')).calibrated_at).toBeNull()
    expect(read(googleMetrics('figures.json', { timestampMs: '1562544000021' })).calibrated_at).toBe(
      '2019-07-08T00:00:00.021Z',
    )
  })

  it('are read as Cirq wraps them, and faults are named inside', () => {
    const bare = JSON.parse(googleMetrics().content)
    const wrap = (metrics: object) => ({
      name: googleMetrics().name,
      content: JSON.stringify({ cirq_type: 'Calibration', metrics }),
    })
    expect(read(wrap(bare))).toEqual(read(googleMetrics()))
    expect(fault(wrap({ metrics: [{ name: 'x', targets: [], values: [] }] })).details.pointer).toBe(
      '/metrics/metrics/0',
    )
  })

  it('are refused for a time beyond all calendars', () => {
    expect(fault(googleMetrics('f.json', { timestampMs: 9e15 })).details.pointer).toBe('/timestampMs')
  })

  it('are refused as a spec alone', () => expect(fault(googleSpec()).message).toContain('alone holds no figures'))
})
