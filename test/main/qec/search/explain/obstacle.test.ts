import { describe, expect, it } from 'vitest'
import { usableGraph, withoutVetoed } from '../../../../../main/qec/noise/vetoes'
import { obstacleOf } from '../../../../../main/qec/search/explain/obstacle'
import { surveyOf } from '../../../../../main/qec/search/explain/remedies'
import { adjacency } from '../../../../../main/qec/search/model/connected-sets'
import {
  type Device,
  type Figures,
  latticeCouplings,
  NO_REAL_DEVICES,
  noCheckpoint,
  realDevice,
  syntheticDevice,
} from '../../devices'

const obstacle = ({ profile, snapshot }: Device) =>
  obstacleOf('chiplet c0', usableGraph(profile, snapshot, profile.chiplets[0]!), noCheckpoint)

const onSquare = (figures: Figures) => obstacle(syntheticDevice(9, latticeCouplings(3, 3), figures))

describe('a topology without a layout says what blocks', () => {
  it.each([
    [
      'a 5x2 ladder',
      10,
      latticeCouplings(5, 2),
      /leaves six others has more than 5\. One further coupling would allow one, e\.g\. /,
    ],
    [
      'a line of 11',
      11,
      latticeCouplings(11, 1),
      /has more than 2\. No single further coupling .* found; 2 together would, e\.g\. \d+-\d+ and \d+-\d+\.$/,
    ],
    [
      'a line of 150',
      150,
      latticeCouplings(150, 1),
      /no connected set of up to 12 sites has more than 2\. No single .* 2 together would/,
    ],
    ['a chiplet of six', 6, latticeCouplings(3, 2), /it has 6 qubits, and a layout needs at least 7\.$/],
  ])('%s', (_, size, couplings, reason) => {
    const found = obstacle(syntheticDevice(size, couplings))
    expect(found).toMatchObject({ status: 'no_embedding', decisive: [] })
    expect(found.reason).toMatch(reason)
  })

  it('and names couplings each of which does allow one', () => {
    const ladder = latticeCouplings(5, 2)
    const { couplings } = obstacle(syntheticDevice(10, ladder))
    expect(couplings.length).toBeGreaterThan(0)
    for (const [a, b] of couplings) {
      const graph = { sites: Array.from({ length: 10 }, (_, site) => site), edges: [...ladder, [a, b] as const] }
      expect(surveyOf(adjacency(graph), noCheckpoint).smallest).not.toBeNull()
    }
  })

  it.each([
    ['a line of 7', 7],
    ['a line of 8', 8],
    ['a line of 11', 11],
  ])('and on %s names couplings that together allow one, none of which can be spared', (_, size) => {
    const line = latticeCouplings(size, 1)
    const { couplings, couplings_together } = obstacle(syntheticDevice(size, line))
    expect(couplings).toEqual([])
    const offers = (added: readonly (readonly [number, number])[]) => {
      const graph = { sites: Array.from({ length: size }, (_, site) => site), edges: [...line, ...added] }
      return surveyOf(adjacency(graph), noCheckpoint).smallest !== null
    }
    expect(offers(couplings_together)).toBe(true)
    for (const spared of couplings_together)
      expect(offers(couplings_together.filter(one => one !== spared))).toBe(false)
  })

  it.skipIf(NO_REAL_DEVICES)('a seven-qubit heavy-hex fragment', () => {
    expect(obstacle(realDevice('ibm_lagos_2024-05-27')).status).toBe('no_embedding')
  })
})

describe('couplings that would allow a layout', () => {
  const offers = ({ graph }: ReturnType<typeof usableGraph>, added: readonly (readonly [number, number])[]) =>
    surveyOf(adjacency({ ...graph, edges: [...graph.edges, ...added] }), noCheckpoint).smallest !== null

  it('are enough without the parts that are vetoed, and none of these', () => {
    const couplings = latticeCouplings(13, 1)
    const { profile, snapshot } = syntheticDevice(13, couplings, { qubit: q => (q === 6 ? { t2_us: null } : {}) })
    const usable = usableGraph(profile, snapshot, profile.chiplets[0]!)
    const { couplings_together } = obstacleOf('chiplet c0', usable, noCheckpoint)
    expect(couplings_together.length).toBeGreaterThan(1)
    expect(offers(usable, couplings_together)).toBe(true)
    expect(couplings_together.flat()).not.toContain(6)
    for (const coupling of couplings_together) expect(couplings).not.toContainEqual(coupling)
  })

  it('need lifted vetoes besides where nothing less is enough', () => {
    const dead = syntheticDevice(8, latticeCouplings(8, 1), { qubit: q => (q > 5 ? { t2_us: null } : {}) })
    const { couplings_together, reason } = obstacle(dead)
    expect(couplings_together).toHaveLength(3)
    expect(reason).toMatch(/The vetoed parts would have to be lifted besides\.$/)
  })
})

it('says that the search was cut short where couplings and calibration allow a layout', () => {
  const { status, reason } = onSquare({})
  expect(status).toBe('no_embedding')
  expect(reason).toMatch(/reached its limit of work/)
})

it('lifts as few vetoes as will do: two at a well-coupled site, not those of a long way', () => {
  // Star around 0 of which two arms are dead, and a line from it on which as many neighbours cost three.
  const couplings: [number, number][] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [0, 5],
    [0, 6],
    [4, 7],
    [7, 8],
    [7, 9],
  ]
  const dead = (q: number) => (q >= 5 ? { out_of_service: 'dead' } : {})
  const { decisive_together } = obstacle(syntheticDevice(10, couplings, { qubit: dead }))
  expect(decisive_together.map(({ site }) => site)).toEqual(['qubit:5', 'qubit:6'])
})

describe('a topology that vetoes leave without a layout', () => {
  it('names the one veto that stands in the way', () => {
    const found = onSquare({ qubit: q => (q === 0 ? { t2_us: 0.2 } : {}) })
    expect(found.status).toBe('disqualified')
    expect(found.decisive.map(({ site }) => site)).toEqual(['qubit:0'])
    expect(found.reason).toMatch(/This veto alone stands in the way: Qubit 0: T2 0.2 µs is below the threshold 1 µs\./)
  })

  it('names every veto whose lifting would be enough', () => {
    const found = onSquare({ edge: a => (a === 0 ? { fidelity: 0.5 } : {}) })
    expect(found.decisive.map(({ site }) => site)).toEqual(['edge:0-1', 'edge:0-3'])
    expect(found.reason).toMatch(/Lifting any one of these would be enough/)
  })

  it('spells out a few vetoes that block together', () => {
    const found = onSquare({ qubit: q => (q === 0 || q === 8 ? { out_of_service: 'dead' } : {}) })
    expect(found.decisive).toEqual([])
    expect(found.reason).toMatch(/No single veto decides: Qubit 0 is out of service: dead\. Qubit 8 is/)
  })

  it('counts many vetoes when no single one decides', () => {
    const found = onSquare({ edge: () => ({ gate: 'sycamore' }) })
    expect(found).toMatchObject({ status: 'disqualified', decisive: [] })
    expect(found.reason).toMatch(/No single veto decides: 12 for CZ fidelity\. Lifting .* together would be enough/)
  })

  it.each([
    ['two dead corners', { qubit: (q: number) => (q === 0 || q === 8 ? { out_of_service: 'dead' } : {}) }],
    ['no coupling that works', { edge: () => ({ gate: 'sycamore' }) }],
  ])('names vetoes that block together, none of which can be spared: %s', (_, figures) => {
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), figures)
    const usable = usableGraph(profile, snapshot, profile.chiplets[0]!)
    const { decisive_together } = obstacleOf('chiplet c0', usable, noCheckpoint)
    const parts = [...new Set(usable.vetoes.map(({ site }) => site))]
    const lifted = [...new Set(decisive_together.map(({ site }) => site))]
    const offers = (some: readonly string[]) => {
      const graph = withoutVetoed(usable.drawn, new Set(parts.filter(part => !some.includes(part))))
      return surveyOf(adjacency(graph), noCheckpoint).smallest !== null
    }
    expect(lifted.length).toBeGreaterThan(1)
    expect(offers(lifted)).toBe(true)
    for (const spared of lifted) expect(offers(lifted.filter(part => part !== spared))).toBe(false)
  })
})
