import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  distributionPlot,
  distributionTable,
  medianError,
} from '../../../../renderer/src/draw/calibration/distribution'
import { sampleBackend, sampleSnapshot } from '../../samples/devices'

const [backend, snapshot] = [sampleBackend(), sampleSnapshot()]

describe('the distributions of errors', () => {
  it('rise from one part to all of them, in ascending errors', () => {
    const { traces, layout } = distributionPlot(backend, snapshot, { chiplet: null, scheme: 'light' })
    expect(traces.length).toBeGreaterThan(1)
    const lines = traces.filter(({ mode }) => mode === 'lines')
    expect(lines.length).toBe(traces.length / 2)
    for (const { x, y } of lines as unknown as { x: number[]; y: number[] }[]) {
      expect(x).toEqual([...x].sort((a, b) => a - b))
      expect(y[0]).toBeCloseTo(100 / y.length)
      expect(y.at(-1)).toBe(100)
    }
    expect((layout!.xaxis as { type: string }).type).toBe('log')
  })

  it('carry a mark at the median of each, on the curve', () => {
    const { traces } = distributionPlot(backend, snapshot, { chiplet: null, scheme: 'dark' })
    const [lines, marks] = ['lines', 'markers'].map(
      wanted => traces.filter(({ mode }) => mode === wanted) as unknown as { x: number[]; y: number[] }[],
    )
    expect(marks).toHaveLength(lines!.length)
    for (const [at, { x, y }] of marks!.entries()) {
      expect(y).toEqual([50])
      expect(x[0]).toBeCloseTo(medianError(lines![at]!.x)!)
    }
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
