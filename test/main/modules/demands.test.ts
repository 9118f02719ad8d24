/** Layouts that must or must not use something: judged by the search without demands, of which they are parts. */
import { describe, expect, it } from 'vitest'
import { type LayoutDemands, logicalName, NO_DEMANDS } from '../../../main/contract/modules/layout-demands'
import { LogicalQubit } from '../../../main/contract/modules/logical-qubits'
import { serve, tripleDevice } from './served-modules'

const { modules } = serve(tripleDevice())
const named = (demands: Partial<LayoutDemands>) => logicalName('c0', { ...NO_DEMANDS, ...demands })
const asked = async (demands: Partial<LayoutDemands>) => {
  const qubit = await modules.get('synthetic', named(demands))
  expect(LogicalQubit.parse(qubit)).toEqual(qubit)
  expect(qubit.logical_id).toBe(named(demands))
  return qubit
}
const delta = async (demands: Partial<LayoutDemands>) =>
  (await asked(demands)).module?.score ?? Number.POSITIVE_INFINITY
const usedBy = (module: NonNullable<LogicalQubit['module']>) => [
  ...Object.values(module.data_qubits),
  module.syndrome_ancilla,
  module.flag_qubit,
  ...module.routing_qubits,
]

describe('demands on a layout', () => {
  it('part the layouts: the best of all is the better of the best with a qubit and the best without it', async () => {
    const { module } = await asked({})
    for (const qubit of [0, 1, 10]) {
      const [within, without] = [await delta({ pinned_qubits: [qubit] }), await delta({ excluded_qubits: [qubit] })]
      expect(Math.min(within, without)).toBeCloseTo(module!.score, 9)
      expect(Math.max(within, without)).toBeGreaterThanOrEqual(module!.score - 1e-9)
    }
  })

  it('part them by couplings likewise, also below another demand', async () => {
    const pinned_qubits = [9]
    const above = await delta({ pinned_qubits })
    for (const coupling of [
      [9, 10],
      [1, 10],
    ] as const) {
      const within = await delta({ pinned_qubits, pinned_couplings: [coupling] })
      const without = await delta({ pinned_qubits, excluded_couplings: [coupling] })
      expect(Math.min(within, without)).toBeCloseTo(above, 9)
    }
  })

  it('are met by the layout, its candidates, its preparation and what it says of them', async () => {
    const excluded = (await asked({ excluded_couplings: [[0, 1]] })).module!
    expect(excluded.diagnostics.delta_round.edges.some(({ a, b }) => a === 0 && b === 1)).toBe(false)
    expect(excluded.vetoes.find(({ figure }) => figure === 'excluded')?.message).toMatch(
      /0.1 is excluded by the request/,
    )
    const pinned = (await asked({ pinned_qubits: [9] })).module!
    expect(usedBy(pinned)).toContain(9)
    for (const { data_qubits, syndrome_ancilla, flag_qubit, routing_qubits } of pinned.candidates)
      expect([...Object.values(data_qubits), syndrome_ancilla, flag_qubit, ...routing_qubits]).toContain(9)
  })

  it('take any candidate, as it stands in the list, to be resolved and run', async () => {
    const { module } = await asked({})
    const third = module!.candidates[2]!
    const { data_qubits, syndrome_ancilla, flag_qubit, routing_qubits } = third
    const layout = [...Object.values(data_qubits), syndrome_ancilla, flag_qubit, ...routing_qubits]
    const ready = await modules.resolve('synthetic', named({ layout }))
    expect(ready.module.score).toBeCloseTo(third.score, 9)
    expect(usedBy(ready.module)).toEqual(layout)
    expect(ready.module.logical_qubit).toBe(named({ layout }))
    expect(ready.module.search.bound).toBeLessThanOrEqual(module!.score)
    const other = await asked({ layout: [...layout].reverse() })
    expect([other.status, other.reason]).toEqual([
      'no_embedding',
      expect.stringMatching(/not among the candidates of chiplet c0/),
    ])
  })

  it('are refused where the chiplet has no such part', async () => {
    const why = (demands: Partial<LayoutDemands>) =>
      modules.get('synthetic', named(demands)).then(
        () => 'none',
        error => `${error.code}: ${error.message}`,
      )
    expect(await why({ excluded_qubits: [99] })).toBe('not_found: Chiplet c0 has no qubit 99')
    expect(await why({ pinned_couplings: [[0, 20]] })).toBe('not_found: Chiplet c0 has no coupling of 0 and 20')
  })

  it('say so where nothing meets them', async () => {
    const qubit = await asked({ excluded_qubits: [0], pinned_qubits: [0] })
    expect([qubit.status, qubit.rank, qubit.module]).toEqual(['no_embedding', null, null])
    expect(qubit.reason).toMatch(/uses every pinned qubit and coupling/)
  })
})
