import { describe, expect, it } from 'vitest'
import { ModuleDiagnostics } from '../../../../../main/contract/modules/diagnostics'
import type { FaultProtocol } from '../../../../../main/contract/modules/faults'
import type { Layout } from '../../../../../main/qec/model/round'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { enumerateFaults } from '../../../../../main/qec/proof/enumeration'
import { compileRound } from '../../../../../main/qec/schedule/compile'
import { swapCost } from '../../../../../main/qec/schedule/route'
import { diagnosticsOf } from '../../../../../main/qec/search/explain/diagnostics'
import { stabilityOf } from '../../../../../main/qec/search/explain/stability'
import { latticeCouplings, syntheticDevice } from '../../devices'
import { planRound } from '../../fixtures/planned-rounds'

const LAYOUT: Layout = { ancilla: 4, flag: 3, routing: [1, 7], data: [0, 2, 6, 5, 8] }
const GRAPH = { sites: [0, 1, 2, 3, 4, 5, 6, 7, 8], edges: latticeCouplings(3, 3) }

function diagnose(protocol: FaultProtocol = 'adaptive') {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), {
    qubit: q => ({
      t1_us: 100 + q,
      ...(q === 7 ? { fidelity_1q: 0.95, readout_fidelity: 0.8 } : {}),
      ...(q === 8 ? { t2_us: 60 } : {}),
    }),
    edge: (a, b) => (a === 3 && b === 4 ? { fidelity: 0.96 } : a === 0 && b === 3 ? { fidelity: 0.91 } : {}),
  })
  const noise = noiseModel(profile, snapshot)
  const round = compileRound(planRound(GRAPH, LAYOUT, swapCost)!, noise)
  return diagnosticsOf(round, {
    noise,
    faults: enumerateFaults(round, { protocol }),
    stability: stabilityOf(round, profile, [snapshot]),
  })
}

describe('the diagnostics of a module', () => {
  const shown = diagnose()

  it('have the shape of the contract', () => {
    expect(ModuleDiagnostics.parse(shown)).toEqual(shown)
  })

  it('name the weakest part beside each mean', () => {
    expect(shown.fidelity_1q).toMatchObject({ min: 0.95, min_at: 'qubit:7' })
    expect(shown.two_qubit_fidelity).toMatchObject({ min: 0.96, min_at: 'edge:3-4' })
    expect(shown.fidelity_1q.mean).toBeCloseTo((0.95 + 8 * 0.9995) / 9, 12)
    expect([shown.t1_min_us, shown.t2_min_us]).toEqual([100, 60])
  })

  it('leave out what the module does not use: an idle edge, the readout of a routing site', () => {
    expect(shown.two_qubit_fidelity.min).toBeGreaterThan(0.91)
    expect(shown.readout_fidelity.min).toBe(0.99)
  })

  it('predict the acceptance of a round as exp(-delta_pauli)', () => {
    expect(shown.delta_pauli).toBeGreaterThan(shown.delta_round.total)
    expect(shown.predicted_detection_acceptance_per_round).toBeCloseTo(Math.exp(-shown.delta_pauli), 15)
  })

  it('carry the verdict with its protocol and number of cases', () => {
    expect(shown.ft).toMatchObject({ protocol: 'adaptive', failures: 0, counterexample: null })
    expect(shown.ft.cases).toBeGreaterThan(1_000)
  })

  it('name the fault that breaks a protocol that is not fault tolerant', () => {
    const broken = diagnose('single-pass')
    expect(broken.ft_preserved).toBe(false)
    expect(broken.ft.counterexample!.fault).not.toBe('')
    expect(broken.ft.counterexample!.effect).toMatch(/logical [XYZ] remains/)
  })
})
