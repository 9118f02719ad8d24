import type { CircuitText, ExportCircuit, ParsedCircuit } from '../../contract/jobs/circuit-text'
import { AppError } from '../../contract/model/errors'
import { faultsOfForm } from '../model/validate'
import { QasmError } from './model/diagnostics'
import { parseParametricQasm } from './read'
import { writeQasm2, writeQasm3 } from './write'

/** Reads OpenQASM. Throws AppError invalid_request with line and column of each fault, and what `checkpoint` throws. */
export function parseText(text: string, checkpoint?: () => void): ParsedCircuit {
  try {
    const { circuit, inputs, version, notes } = parseParametricQasm(text, checkpoint)
    return { circuit, inputs: [...inputs], version, notes: [...notes] }
  } catch (error) {
    throw error instanceof QasmError ? refused(error, '/text') : error
  }
}

interface QasmExport extends ExportCircuit {
  readonly format: Exclude<ExportCircuit['format'], 'stim'>
}

/** Writes OpenQASM. Throws AppError invalid_request where the circuit is not valid or the format cannot say it. */
export function writeText({ circuit, format }: QasmExport): CircuitText {
  const faults = faultsOfForm(circuit)
  if (faults.length > 0) throw new AppError('invalid_request', 'The circuit is not valid', { faults })
  try {
    return { text: format === 'openqasm2' ? writeQasm2(circuit) : writeQasm3(circuit), format }
  } catch (error) {
    throw error instanceof QasmError ? refused(error, '/circuit') : error
  }
}

const refused = (error: QasmError, pointer: string) =>
  new AppError('invalid_request', error.message, {
    faults: error.problems.map(({ line, column, message }) => ({ pointer, line, column, message })),
  })
