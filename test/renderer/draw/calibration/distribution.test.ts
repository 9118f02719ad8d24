import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  distributionFigure,
  distributionTable,
  medianError,
} from '../../../../renderer/src/draw/calibration/distribution'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'
import { sampleBackend, sampleSnapshot } from '../../samples/devices'

const [backend, snapshot] = [sampleBackend(), sampleSnapshot()]

const figureOf = (scheme: 'light' | 'dark') =>
  distributionFigure(backend, snapshot, { chiplet: null, scheme, width: 86 })!
const panelOf = (scheme: 'light' | 'dark') => panelsOf(figureOf(scheme))[0]!

describe('the distributions of errors', () => {
  it('rise from no part to all of them, in ascending errors', () => {
    const { x, series } = panelOf('light')
    expect(x.kind).toBe('log')
    expect(series.length).toBeGreaterThan(1)
    for (const { curve } of series) {
      expect(curve!.x).toEqual([...curve!.x].sort((a, b) => a - b))
      expect(curve!.y).toEqual([...curve!.y].sort((a, b) => a - b))
      expect([curve!.x[0], curve!.x.at(-1)]).toEqual(x.range)
      expect([curve!.y[0], curve!.y.at(-1)]).toEqual([0, 1])
    }
  })

  it('carry a mark at the median of each, on the curve', () => {
    for (const { points, curve } of panelOf('dark').series) {
      expect(points).toHaveLength(1)
      const { x, y } = points[0]!
      expect(y).toBe(0.5)
      expect(Math.max(...curve!.y.filter((_, i) => curve!.x[i]! < x))).toBeLessThanOrEqual(0.5)
      expect(Math.min(...curve!.y.filter((_, i) => curve!.x[i]! > x))).toBeGreaterThanOrEqual(0.5)
    }
  })

  it('keep an error of 0 on a logarithmic axis, at its left edge', () => {
    const perfect = { ...snapshot, qubits: snapshot.qubits.map(qubit => ({ ...qubit, fidelity_1q: 1 })) }
    const { series, x } = panelsOf(
      distributionFigure(backend, perfect, { chiplet: null, scheme: 'light', width: 86 })!,
    )[0]!
    const gates = series.find(({ name }) => name === 'One-qubit gate')!
    expect(gates.curve!.x.slice(0, -1).every(place => place === x.range[0])).toBe(true)
    expect(gates.points).toEqual([])
  })

  it('are no figure where nothing is in service', () => {
    const dead = { ...snapshot, qubits: snapshot.qubits.map(qubit => ({ ...qubit, out_of_service: 'dead' })) }
    expect(distributionFigure(backend, dead, { chiplet: null, scheme: 'light', width: 86 })).toBeNull()
  })

  it('leave out what is out of service or not published', () => {
    const dead = { ...snapshot, qubits: snapshot.qubits.map(qubit => ({ ...qubit, out_of_service: 'dead' })) }
    const names = distributionTable(backend, dead, null).rows.map(([name]) => name)
    expect(names).not.toContain('Readout')
    // A coupling of a qubit that is out of service counts in no median of the history either.
    expect(names).not.toContain('CZ')
  })

  it('are those of one chiplet where one is chosen', () => {
    const all = distributionTable(backend, snapshot, null).rows.map(([, parts]) => Number(parts))
    const { chiplet_id } = backend.chiplets[0]!
    const some = distributionTable(backend, snapshot, chiplet_id).rows.map(([, parts]) => Number(parts))
    expect(some.every((parts, i) => parts <= all[i]!)).toBe(true)
  })

  it('have their median in the middle', () =>
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), errors => {
        const ascending = [...errors].sort((a, b) => a - b)
        const median = medianError(ascending)!
        expect(ascending.filter(error => error <= median).length * 2).toBeGreaterThanOrEqual(errors.length)
        expect(ascending.filter(error => error >= median).length * 2).toBeGreaterThanOrEqual(errors.length)
      }),
    ))
})
