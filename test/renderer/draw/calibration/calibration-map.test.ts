import { describe, expect, it } from 'vitest'
import {
  calibrationMap,
  edgeId,
  PITCH,
  partTowards,
  pixelsPerUnit,
  qubitId,
  siteTowards,
} from '../../../../renderer/src/draw/calibration/calibration-map'
import { colourOf, SCALES } from '../../../../renderer/src/draw/calibration/error-scale'
import { sampleBackend, sampleSnapshot } from '../../samples/devices'

const backend = sampleBackend()
const snapshot = sampleSnapshot(backend)
const whole = calibrationMap(backend, snapshot, { figure: 't2', chiplet: null })
const element = (id: string, elements = whole) => elements.find(each => each.data.id === id)!

describe('the calibration map', () => {
  it('has an outline for each chiplet, a node for each qubit and an edge for each coupling', () => {
    const kinds = (name: string) => whole.filter(each => String(each.classes).startsWith(name)).length
    expect([kinds('chiplet'), kinds('qubit'), kinds('coupling')]).toEqual([2, 18, backend.couplings.length])
  })

  it('colours a published figure by the absolute scale', () => {
    expect(element(qubitId(0)).data.colour).toBe(colourOf(SCALES.t2, snapshot.qubits[0]!.t2_us!))
  })

  it('crosses out what is out of service and never colours what is not published', () => {
    expect(element(qubitId(4))).toMatchObject({ classes: 'qubit out', data: { label: '✕ 4' } })
    expect(element(qubitId(5)).classes).toBe('qubit absent')
    expect(element(edgeId(1, 0))).toMatchObject({ classes: 'coupling out' })
  })

  it('shows the qubits and couplings inside a chosen chiplet only', () => {
    const some = calibrationMap(backend, snapshot, { figure: 't1', chiplet: 'a01' })
    expect(some.filter(each => each.classes?.includes('qubit'))).toHaveLength(9)
    expect(some.filter(each => each.classes?.includes('coupling'))).toHaveLength(12)
    expect(element(edgeId(2, 3), some)).toBeUndefined()
  })

  it('sets the shortest coupling to one pitch, whatever the units of the profile', () => {
    const spread = {
      ...backend,
      qubits: backend.qubits.map(qubit => ({ ...qubit, x: qubit.x * 250, y: qubit.y * 250 })),
    }
    expect(pixelsPerUnit(backend)).toBe(PITCH)
    expect(pixelsPerUnit(spread)).toBe(PITCH / 250)
  })

  it('treats a coupling that the snapshot does not mention as absent', () => {
    const without = { ...snapshot, edges: snapshot.edges.slice(2) }
    const map = calibrationMap(backend, without, { figure: 't1', chiplet: null })
    const [a, b] = backend.couplings[1]!
    expect(element(edgeId(a, b), map).classes).toBe('coupling absent')
  })

  it('marks what lies beyond the ends of the scale, at qubits and at couplings', () => {
    const [a, b] = backend.couplings[1]!
    const figures = {
      ...snapshot,
      qubits: snapshot.qubits.map(qubit => ({ ...qubit, t1_us: qubit.index === 0 ? 2 : 5_000 })),
      edges: snapshot.edges.map(edge => (edge.a === a && edge.b === b ? { ...edge, fidelity: 0.5 } : edge)),
    }
    const map = calibrationMap(backend, figures, { figure: 't1', chiplet: null })
    expect([0, 1].map(index => element(qubitId(index), map).data.label)).toEqual(['▲ 0', '▽ 1'])
    expect(element(edgeId(a, b), map).data.label).toBe('▲')
  })

  it('leads Shift and an arrow onto the coupling, and an arrow from there to its end', () => {
    expect(partTowards(backend, { selected: 'q0', direction: 'right', alongCoupling: true })).toBe('e0-1')
    expect(partTowards(backend, { selected: 'e0-1', direction: 'right', alongCoupling: false })).toBe('q1')
    expect(partTowards(backend, { selected: 'e0-1', direction: 'left', alongCoupling: true })).toBe('q0')
    expect(partTowards(backend, { selected: 'e0-1', direction: 'up', alongCoupling: false })).toBeNull()
    expect(partTowards(backend, { selected: 'q0', direction: 'left', alongCoupling: true })).toBeNull()
    expect(partTowards(backend, { selected: 'q0', direction: 'right', alongCoupling: false })).toBe('q1')
    expect(partTowards(backend, { selected: null, direction: 'right', alongCoupling: false })).toBe('q0')
    const alone = { ...backend, couplings: backend.couplings.filter(([from]) => from !== 0) }
    expect(partTowards(alone, { selected: 'q0', direction: 'right', alongCoupling: true })).toBeNull()
  })

  it('leads the arrow keys to the neighbour ahead and stops at the rim', () => {
    expect(siteTowards(backend.qubits, 0, 'right')).toBe(1)
    expect(siteTowards(backend.qubits, 0, 'down')).toBe(6)
    expect(siteTowards(backend.qubits, 7, 'up')).toBe(1)
    expect(siteTowards(backend.qubits, 0, 'left')).toBeNull()
  })
})
