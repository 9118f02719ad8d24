import { type ParametricProgram, parseParametricQasm } from '../../../../main/circuits/qasm/read'
import type { Circuit } from '../../../../main/contract/jobs/circuit'

interface QasmProgram extends Pick<ParametricProgram, 'version' | 'notes'> {
  readonly circuit: Circuit
}

/** Reads a program without inputs. Throws as `parseParametricQasm`, and an Error for a program with inputs. */
export function parseQasm(text: string, checkpoint?: () => void): QasmProgram {
  const { circuit, inputs, ...rest } = parseParametricQasm(text, checkpoint)
  if (inputs.length > 0) throw new Error(`the input ${inputs[0]} has no value here`)
  return { circuit: circuit as Circuit, ...rest }
}
