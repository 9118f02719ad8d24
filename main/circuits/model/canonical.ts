import {
  type Angle,
  beginsLoop,
  type Condition,
  isLoopMark,
  type ParametricCircuit,
  type ParametricInstruction,
} from '../../contract/jobs/circuit'
import { clbitsInUse, clbitsOf, resultBitsOf } from './classical-bits'
import { canonicalValue } from './condition-value'
import { DEFAULT_MAX_ITERATIONS, maxIterationsOf } from './loops'
import { defaultRegisters, sameRegisters } from './registers'

const isEmpty = (list: readonly Angle[] | undefined) => list !== undefined && list.length === 0
const saysNothing = (instruction: ParametricInstruction) => {
  const { clbits, params, condition } = instruction
  return isEmpty(clbits) || isEmpty(params) || typeof condition?.value === 'string' || isLoopMark(instruction)
}

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
  saysNothing(instruction) ? canonicalMark(plain(instruction), instruction) : instruction

/** Drops the default bound; writes `until c == 1` as `while c == 0`. */
function canonicalMark(mark: ParametricInstruction, given: ParametricInstruction): ParametricInstruction {
  if (!beginsLoop(given)) return mark
  const bound = maxIterationsOf(given)
  const bounded = bound === DEFAULT_MAX_ITERATIONS ? mark : { ...mark, max_iterations: bound }
  const { name, condition } = bounded
  if (name === 'while' || !condition || !('clbit' in condition)) return bounded
  return { ...bounded, name: 'while', condition: { ...condition, value: condition.value === 1 ? 0 : 1 } }
}

const highestQubit = ({ instructions }: ParametricCircuit): number =>
  instructions.reduce((most, { qubits }) => qubits.reduce((high, qubit) => Math.max(high, qubit), most), 0)

/**
 * The same circuit without redundant fields: no empty lists, no `num_clbits` that follows from the bits in use, no
 * `result_clbits` that includes every bit, no default registers. Reading back what `writeQasm3` wrote gives exactly this.
 */
export function canonicalCircuit<Given extends ParametricCircuit>(circuit: Given): Given {
  const [width, result, { registers, physical_qubits }] = [clbitsOf(circuit), resultBitsOf(circuit), circuit]
  const num_qubits = physical_qubits ? highestQubit(circuit) + 1 : circuit.num_qubits
  const isNamed = registers !== undefined && !sameRegisters(registers, defaultRegisters(num_qubits, width, result))
  return {
    num_qubits,
    ...(isNamed || width !== clbitsInUse(circuit) ? { num_clbits: width } : {}),
    ...(result < width ? { result_clbits: result } : {}),
    ...(physical_qubits ? { physical_qubits } : {}),
    ...(isNamed ? { registers } : {}),
    instructions: circuit.instructions.map(canonicalInstruction),
  } as Given
}
