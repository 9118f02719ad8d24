import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GATES, gateNamed } from '../../../../main/contract/gates/gate-table'
import { adjoint } from '../../../../main/contract/gates/matrices'
import { distance, identity, multiply } from '../../circuits/unitary'

const UNITARIES = Object.entries(GATES).flatMap(([name, gate]) => (gate.matrix ? [[name, gate] as const] : []))
const angles = fc.double({ min: -10, max: 10, noNaN: true })
const pick = (params: readonly number[], count: number) => params.slice(0, count)

describe('the gate table', () => {
  it('names what the design names', () => {
    const names =
      'h x y z s sdg t tdg sx sxdg id rx ry rz p u cz cy ch cp crx cry crz cx swap iswap ccx cswap measure reset barrier'
    expect(Object.keys(GATES).sort()).toEqual(names.split(' ').sort())
  })

  it('is not fooled by names of the prototype', () => expect(gateNamed('constructor')).toBeNull())

  it.each(UNITARIES)('%s is unitary and undone by its inverse', (_, { matrix, inverse, params: count, qubits }) => {
    fc.assert(
      fc.property(angles, angles, angles, (a, b, c) => {
        const params = pick([a, b, c], count)
        const unity = identity(2 ** qubits!)
        expect(distance(multiply(adjoint(matrix!(params)), matrix!(params)), unity, false)).toBeLessThan(1e-12)
        const back = inverse?.(params)
        if (!back) return
        expect(distance(multiply(GATES[back.name]!.matrix!(back.params), matrix!(params)), unity, false)).toBeLessThan(
          1e-12,
        )
      }),
      { numRuns: 20 },
    )
  })

  it('gives sx, p and rz the phases of stdgates.inc', () => {
    expect(GATES.sx!.matrix!([])[0]![0]).toEqual([0.5, 0.5])
    expect(GATES.p!.matrix!([1])[0]![0]).toEqual([1, 0])
    expect(GATES.rz!.matrix!([1])[0]![0]).toEqual([Math.cos(0.5), -Math.sin(0.5)])
    expect(GATES.u!.matrix!([1, 2, 3])[0]![0]).toEqual([Math.cos(0.5), 0])
  })
})
