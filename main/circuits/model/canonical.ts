import type { Circuit, Instruction } from '../../contract/jobs'
import { defaultRegisters, sameRegisters } from './registers'
import { clbitsInUse, clbitsOf } from './validate'

const isEmpty = (list: readonly number[] | undefined) => list !== undefined && list.length === 0
const saysNothing = ({ clbits, params }: Instruction) => isEmpty(clbits) || isEmpty(params)

/** The instruction without fields that say nothing: empty clbits or params. */
const withoutEmpty = ({ name, qubits, clbits = [], params = [], condition }: Instruction): Instruction => ({
  name,
  qubits,
  ...(clbits.length > 0 ? { clbits } : {}),
  ...(params.length > 0 ? { params } : {}),
  ...(condition ? { condition } : {}),
})

/** Most instructions of a long circuit are canonical; they are shared, not copied. */
const canonicalInstruction = (instruction: Instruction): Instruction =>
  saysNothing(instruction) ? withoutEmpty(instruction) : instruction

/**
 * The same circuit with nothing redundant in it: no empty lists, no `num_clbits` that use already implies, no registers
 * that are the default ones. Reading back what `writeQasm3` wrote gives exactly this.
 */
export function canonicalCircuit(circuit: Circuit): Circuit {
  const [width, { num_qubits, registers }] = [clbitsOf(circuit), circuit]
  const isNamed = registers !== undefined && !sameRegisters(registers, defaultRegisters(num_qubits, width))
  return {
    num_qubits,
    ...(isNamed || width !== clbitsInUse(circuit) ? { num_clbits: width } : {}),
    ...(isNamed ? { registers } : {}),
    instructions: circuit.instructions.map(canonicalInstruction),
  }
}
