import { describe, expect, it } from 'vitest'
import type { CalibrationQubit } from '../../../../../main/contract/calibration/snapshot'
import { scoreRound } from '../../../../../main/qec/noise/score'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { usableGraph } from '../../../../../main/qec/noise/vetoes'
import { selectModule } from '../../../../../main/qec/search/enumerate/select'
import { disqualifiedLayouts } from '../../../../../main/qec/search/explain/disqualified'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { type Device, latticeCouplings, noCheckpoint, syntheticDevice } from '../../devices'

const SHAPES = new ShapeCache()
const selecting = { isFaultTolerant: () => true, shapes: SHAPES }

/** A 3x3 chiplet with a change at its centre, which every layout uses. */
const centre = (change: Partial<CalibrationQubit>): Device =>
  syntheticDevice(9, latticeCouplings(3, 3), {
    qubit: q => (q === 4 ? change : { readout_fidelity: 0.98 + q / 1_000 }),
  })

const disqualified = ({ profile, snapshot }: Device) =>
  disqualifiedLayouts({ profile, snapshot, chiplet: profile.chiplets[0]! }, selecting, noCheckpoint)

const bestDelta = ({ profile, snapshot }: Device) => {
  const { graph } = usableGraph(profile, snapshot, profile.chiplets[0]!)
  const noise = noiseModel(profile, snapshot)
  const { best } = selectModule(graph, { noise, selecting, checkpoint: noCheckpoint })
  return best && scoreRound(best, noise).total
}

describe('a layout that a veto rules out', () => {
  it('is reported with the Δ_round that it would have if the threshold were lower, and with what would do', () => {
    const device = centre({ readout_fidelity: 0.6 })
    const lower = { ...device.profile, thresholds: { ...device.profile.thresholds, readout_fidelity: 0.5 } }
    const [first] = disqualified(device)
    expect(bestDelta(device)).toBeNull()
    expect(first!.round.delta).toBeCloseTo(bestDelta({ ...device, profile: lower })!, 10)
    expect(first).toMatchObject({ known: true, vetoes: [{ site: 'qubit:4', figure: 'readout_fidelity' }] })
    expect(first!.reason).toMatch(/uses qubit 4.*0\.6 is below the threshold 0\.7\. It would do at 0\.7 or more\./)
  })

  it.each<[string, Partial<CalibrationQubit>]>([
    ['is out of service', { out_of_service: 'no signal', t1_us: null, fidelity_1q: 0.5 }],
    ['lacks a figure', { t2_us: null }],
  ])('is not charged for a part that %s: its Δ_round is then a bound', (_, change) => {
    const found = disqualified(centre(change))
    const repaired = bestDelta(centre({ out_of_service: null }))!
    expect(found[0]!.known).toBe(false)
    expect(found[0]!.round.delta).toBeLessThan(repaired)
    expect(found.map(({ round }) => round.delta)).toEqual(found.map(({ round }) => round.delta).sort((a, b) => a - b))
  })

  it('names edges that are vetoed or missing', () => {
    const device = centre({})
    const edges = device.snapshot.edges.filter(({ a, b }) => a !== 4 && b !== 4)
    const [first] = disqualified({ ...device, snapshot: { ...device.snapshot, edges } })
    expect(first!.vetoes.length).toBeGreaterThan(1)
    for (const { site } of first!.vetoes) expect(site).toMatch(/^edge:(\d-4|4-\d)$/)
  })

  it('is never said of a chiplet without vetoes, and never uses usable parts alone', () => {
    expect(disqualified(centre({}))).toEqual([])
    const corner = syntheticDevice(12, latticeCouplings(4, 3), { qubit: q => (q === 0 ? { t1_us: 0.5 } : {}) })
    const found = disqualified(corner)
    expect(found.length).toBeLessThanOrEqual(10)
    for (const { vetoes } of found) expect(vetoes.map(({ site }) => site)).toEqual(['qubit:0'])
  })
})
