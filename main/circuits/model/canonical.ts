import type { Angle, Condition, ParametricCircuit, ParametricInstruction } from '../../contract/jobs/circuit'
import { clbitsInUse, clbitsOf } from './classical-bits'
import { canonicalValue } from './condition-value'
import { defaultRegisters, sameRegisters } from './registers'

const isEmpty = (list: readonly Angle[] | undefined) => list !== undefined && list.length === 0
const saysNothing = ({ clbits, params, condition }: ParametricInstruction) =>
  isEmpty(clbits) || isEmpty(params) || typeof condition?.value === 'string'

const canonicalCondition = (condition: Condition): Condition =>
  'clbit' in condition ? condition : { ...condition, value: canonicalValue(condition.value) }

/** The instruction without fields that say nothing, empty clbits or params, and with the value of its condition as a number. */
const plain = ({
  name,
  qubits,
  clbits = [],
  params = [],
  condition,
}: ParametricInstruction): ParametricInstruction => ({
  name,
  qubits,
  ...(clbits.length > 0 ? { clbits } : {}),
  ...(params.length > 0 ? { params } : {}),
  ...(condition ? { condition: canonicalCondition(condition) } : {}),
})

/** Most instructions of a long circuit are canonical; they are shared, not copied. */
const canonicalInstruction = (instruction: ParametricInstruction): ParametricInstruction =>
  saysNothing(instruction) ? plain(instruction) : instruction

/**
 * The same circuit with nothing redundant in it: no empty lists, no `num_clbits` that use already implies, no registers
 * that are the default ones. Reading back what `writeQasm3` wrote gives exactly this.
 */
export function canonicalCircuit<Given extends ParametricCircuit>(circuit: Given): Given {
  const [width, { num_qubits, registers }] = [clbitsOf(circuit), circuit]
  const isNamed = registers !== undefined && !sameRegisters(registers, defaultRegisters(num_qubits, width))
  return {
    num_qubits,
    ...(isNamed || width !== clbitsInUse(circuit) ? { num_clbits: width } : {}),
    ...(isNamed ? { registers } : {}),
    instructions: circuit.instructions.map(canonicalInstruction),
  } as Given
}
