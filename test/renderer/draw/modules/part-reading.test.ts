import { describe, expect, it } from 'vitest'
import { edgeId, qubitId } from '../../../../renderer/src/draw/calibration/calibration-map'
import { partReading } from '../../../../renderer/src/draw/modules/part-reading'
import { sampleBackend, sampleSnapshot } from '../../samples/devices'
import { sampleModule } from '../../samples/modules'

const backend = sampleBackend()
const module = sampleModule(backend)
const snapshot = sampleSnapshot(backend)
const reading = (part: string | null) => partReading({ backend, module, snapshot }, part)

describe('what the map of a module reads out', () => {
  it('is role, figures and share of Δ_round of a qubit', () => {
    expect(reading(qubitId(module.syndrome_ancilla))).toEqual({
      title: `Qubit ${module.syndrome_ancilla}, A: syndrome ancilla`,
      lines: [
        'Readout error 1.6 %, one-qubit gate error 0.08 %, reset error unknown, T1 339 µs, T2 131 µs',
        expect.stringMatching(/^Without its couplings it adds 0\.0568 expected faults, [\d.]+ % of Δ_round\.$/),
      ],
    })
    expect(reading(qubitId(module.data_qubits.D0))!.title).toBe(`Qubit ${module.data_qubits.D0}, data D0`)
  })

  it('is CZ error, uses and share of Δ_round of a coupling', () => {
    const used = module.diagnostics.delta_round.edges.find(({ uses }) => uses === 5)!
    expect(reading(edgeId(used.a, used.b))).toEqual({
      title: `Coupling ${used.a}–${used.b}`,
      lines: [
        expect.stringMatching(/^CZ error [\d.]+ %, 84 ns$/),
        expect.stringMatching(/^Used 5 × a round; adds 0\.0200 expected faults, [\d.]+ % of Δ_round\.$/),
      ],
    })
  })

  it('says what is not used, what is out of service and why, and nothing where no part is meant', () => {
    expect(reading(qubitId(17))).toMatchObject({
      title: 'Qubit 17, not used',
      lines: [expect.any(String), 'A round does not use it.'],
    })
    const [a, b] = backend.couplings[0]!
    expect(reading(edgeId(a, b))!.lines[0]).toBe('out of service: error published as exactly 1')
    expect(reading(null)).toBeNull()
    expect(reading('q999')).toBeNull()
  })
})
