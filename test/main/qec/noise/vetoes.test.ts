import { describe, expect, it } from 'vitest'
import type { CalibrationEdge, CalibrationQubit } from '../../../../main/contract/calibration/snapshot'
import { Veto } from '../../../../main/contract/modules/diagnostics'
import { usableGraph } from '../../../../main/qec/noise/vetoes'
import { CEPHEUS_TILES, latticeCouplings, NO_REAL_DEVICES, realDevice, syntheticDevice } from '../devices'

function square(qubit4: Partial<CalibrationQubit>, edge14: Partial<CalibrationEdge> = {}) {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), {
    qubit: index => (index === 4 ? qubit4 : {}),
    edge: (a, b) => (a === 1 && b === 4 ? edge14 : {}),
  })
  return usableGraph(profile, snapshot, profile.chiplets[0]!)
}

const QUBIT_CASES: [string, Partial<CalibrationQubit>, Partial<Veto>][] = [
  ['a dead qubit', { out_of_service: 'gate error 1' }, { figure: 'out_of_service', value: null }],
  ['a qubit without T1', { t1_us: null }, { figure: 't1_us', value: null, threshold: null }],
  ['a qubit without T2', { t2_us: null }, { figure: 't2_us', value: null, threshold: null }],
  ['a short T2', { t2_us: 0.5 }, { figure: 't2_us', value: 0.5, threshold: 1 }],
  ['a qubit without readout fidelity', { readout_fidelity: null }, { figure: 'readout_fidelity', value: null }],
  ['a poor readout', { readout_fidelity: 0.6 }, { figure: 'readout_fidelity', value: 0.6, threshold: 0.7 }],
  ['a poor gate', { fidelity_1q: 0.89 }, { figure: 'fidelity_1q', value: 0.89, threshold: 0.9 }],
  ['a poor reset', { reset_fidelity: 0.4 }, { figure: 'reset_fidelity', value: 0.4, threshold: 0.5 }],
]

describe('a part that must not be used leaves the graph by name', () => {
  it.each(QUBIT_CASES)('%s goes with its edges', (_, change, veto) => {
    const { graph, vetoes, drawn } = square(change)
    expect(graph.sites).not.toContain(4)
    expect(graph.edges.flat()).not.toContain(4)
    expect(drawn.sites).toContain(4)
    expect(vetoes).toEqual([expect.objectContaining({ site: 'qubit:4', ...veto })])
    expect(vetoes[0]!.message).toMatch(/Qubit 4/)
    expect(Veto.parse(vetoes[0])).toEqual(vetoes[0])
  })

  it.each([
    ['dead', { out_of_service: 'error 1' }],
    ['below the threshold', { fidelity: 0.89 }],
    ['without fidelity', { fidelity: null }],
    ['of a gate that makes no CZ', { gate: 'sycamore' }],
  ])('an edge that is %s goes alone', (_, change) => {
    const { graph, vetoes } = square({}, change)
    expect(graph.sites).toHaveLength(9)
    expect(graph.edges).toHaveLength(11)
    expect(vetoes.map(({ site }) => site)).toEqual(['edge:1-4'])
  })

  it.each([
    [0.0858756, '0.0859'],
    [0.99996, '0.99996'],
  ])('a T2 of %d µs is told in as few digits as show that it is below', (t2_us, reported) => {
    const [veto] = square({ t2_us }).vetoes
    expect(veto!.message).toBe(`Qubit 4: T2 ${reported} µs is below the threshold 1 µs.`)
  })

  it('nothing goes for want of T2 where no qubit of the chiplet has one, but what its limit 2·T1 shows to be below', () => {
    const without = (t1_us: (index: number) => number) => {
      const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), {
        qubit: index => ({ t1_us: t1_us(index), t2_us: null }),
      })
      const thresholds = { ...profile.thresholds, t2_us: 20 }
      return usableGraph({ ...profile, thresholds }, snapshot, profile.chiplets[0]!).vetoes
    }
    expect(without(() => 10)).toEqual([])
    expect(without(index => (index === 4 ? 9 : 10))).toEqual([
      expect.objectContaining({ site: 'qubit:4', figure: 't2_us', value: 18, threshold: 20 }),
    ])
  })

  it('what lies exactly on its threshold stays', () => {
    const at = { t1_us: 1, t2_us: 1, fidelity_1q: 0.9, readout_fidelity: 0.7, reset_fidelity: 0.5 }
    expect(square(at, { fidelity: 0.9 }).vetoes).toEqual([])
  })

  it('a reset fidelity that is not published is assumed, not vetoed', () => {
    expect(square({ reset_fidelity: null }).vetoes).toEqual([])
  })

  it('every reason is named when a qubit has several', () => {
    expect(square({ t1_us: 0.1, readout_fidelity: 0.1 }).vetoes.map(({ figure }) => figure)).toEqual([
      'readout_fidelity',
      't1_us',
    ])
  })

  it('couplings out of the chiplet, loops and repetitions do not count', () => {
    const { profile, snapshot } = syntheticDevice(4, latticeCouplings(4, 1))
    const couplings = [...profile.couplings, [1, 0] as [number, number], [2, 2] as [number, number]]
    const chiplet = { chiplet_id: 'half', qubits: [0, 1, 2] }
    const { graph } = usableGraph({ ...profile, couplings }, snapshot, chiplet)
    expect(graph).toEqual({
      sites: [0, 1, 2],
      edges: [
        [0, 1],
        [1, 2],
      ],
    })
  })
})

it.skipIf(NO_REAL_DEVICES)('vetoes the dead qubits of Cepheus, and the one its file leaves out', () => {
  const { profile, snapshot } = realDevice('rigetti_cepheus_1_108q_2026-05-05', CEPHEUS_TILES)
  const vetoes = profile.chiplets.flatMap(chiplet => usableGraph(profile, snapshot, chiplet).vetoes)
  const dead = vetoes.filter(({ figure }) => figure === 'out_of_service' || figure === 'calibration')
  const qubits = dead.map(({ site }) => site).filter(site => site.startsWith('qubit'))
  expect(qubits).toEqual(expect.arrayContaining(['qubit:37', 'qubit:41', 'qubit:45', 'qubit:69']))
})
