import { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import type { Condition, Instruction } from '../../../../main/contract/jobs/circuit'
import { parseQasm } from './parse-qasm'

function conditionText(condition: Condition | undefined): string {
  if (!condition) return ''
  const bits = 'clbit' in condition ? condition.clbit : condition.clbits.join()
  return `if ${bits}=${condition.value} `
}

/** `h 0`, `rx(0.5) 1`, `measure 0 -> 2`, with `if …` in front where there is a condition. */
export function instructionText({ name, qubits, clbits, params, condition }: Instruction, digits = 6): string {
  const angles = params ? `(${params.map(angle => Number(angle.toFixed(digits))).join()})` : ''
  return `${conditionText(condition)}${name}${angles} ${qubits.join()}${clbits ? ` -> ${clbits.join()}` : ''}`
}

/** The instructions of a program, a line each. */
export const instructionLines = (text: string, digits = 6) =>
  parseQasm(text).circuit.instructions.map(instruction => instructionText(instruction, digits))

/** The faults for which `parseQasm` refuses the text. */
export function problemsOf(text: string) {
  try {
    parseQasm(text)
  } catch (error) {
    if (error instanceof QasmError) return error.problems
    throw error
  }
  throw new Error('no fault was found')
}
