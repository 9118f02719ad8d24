/** A point of a table's parameters at which no gate is a special case. */
import type { Circuit, Instruction, ParametricCircuit } from '../../contract/jobs/circuit'
import { seededRandom } from '../model/seeded-random'
import { createBinder, type ParameterTable } from './bind'

/** The circuit at that point, by which decisions are made for all rows. */
export function generalCircuit(source: ParametricCircuit, table: ParameterTable): Circuit {
  const { names } = table
  const point = { names, rows: 1, values: Float64Array.from(pointWithin(table)) }
  return withFiniteAngles(createBinder(source, point).circuit(0))
}

/** A point between the least and the greatest value of each parameter; a parameter that never differs keeps its value. */
function pointWithin({ names, rows, values }: ParameterTable): number[] {
  const random = seededRandom(0)
  return names.map((_, at) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let row = 0; row < rows; row++) {
      const value = values[row * names.length + at]!
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
    return least + (most - least) * random()
  })
}

/** Replaces an angle that is not finite at this point by one at which no gate is a special case. */
function withFiniteAngles(circuit: Circuit): Circuit {
  const random = seededRandom(1)
  const finite = (one: Instruction): Instruction =>
    one.params && !one.params.every(Number.isFinite)
      ? { ...one, params: one.params.map(param => (Number.isFinite(param) ? param : 1 + random())) }
      : one
  return { ...circuit, instructions: circuit.instructions.map(finite) }
}
