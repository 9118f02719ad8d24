/** What a verified preparation leaves, as `flag-map` begins with it: to first order in the faults of the accepted attempt. */
import type { CardinalState } from '../../contract/model/protocols'
import { syndromeOf } from '../code/five-qubit'
import { LOGICAL_OF } from '../code/logical-readout'
import { anticommute, single } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import type { FaultRates } from '../noise/rates'
import { gatesTo, type TransversalGates } from '../program/transversal-gates'
import type { CompiledPreparation } from '../spam/preparation-circuit'
import { preparationFaults } from '../spam/verified-preparation'

/** An error before the transversal gates as it is after them. */
const turned = (error: Pauli5, gates: TransversalGates['gates']): Pauli5 =>
  gates.reduce(({ x, z }, gate) => (gate === 'h' ? { x: z, z: x } : { x, z: z ^ x }), error)

/** As `MapTables.start`: round 0 is not run, so only the first sixteen entries, those without flags, are filled. */
export function preparedStart(preparation: CompiledPreparation, rates: FaultRates, state: CardinalState): Float64Array {
  const { gates, pauli } = gatesTo(state)
  const { logical } = LOGICAL_OF[state]
  const start = new Float64Array(256)
  const add = (error: Pauli5, chance: number) => {
    start[syndromeOf(error)]! += anticommute(error, logical) ? -chance : chance
  }
  add({ x: 0, z: 0 }, 1)
  for (const { accepted, error, probability } of preparationFaults(preparation, rates))
    if (accepted) add(turned(error, gates), probability)
  if (gates.length > 0 || pauli !== 'I')
    preparation.layout.data.forEach((site, data) => {
      for (const letter of ['X', 'Y', 'Z'] as const) add(single(data, letter), rates.single(site) / 3)
    })
  return start
}
