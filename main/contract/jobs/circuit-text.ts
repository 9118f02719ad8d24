/** Circuits as text: OpenQASM in and out, Stim out. Nothing is stored. */
import { z } from 'zod'
import { ParametricCircuit } from './circuit'

export const MAX_CIRCUIT_TEXT = 16_000_000

export const ParseCircuit = z.strictObject({
  /** OpenQASM 2.0 or 3.x. */
  text: z.string().min(1).max(MAX_CIRCUIT_TEXT),
})
export type ParseCircuit = z.infer<typeof ParseCircuit>

export const QasmVersion = z.enum(['2.0', '3.0'])
export type QasmVersion = z.infer<typeof QasmVersion>

export const ParsedCircuit = z.object({
  /** The circuit, with expressions of the inputs where it has some. */
  circuit: ParametricCircuit,
  /** Names of `input float` and `input angle`: the parameters that a submit gives values for. */
  inputs: z.array(z.string()),
  /** OpenQASM version of the text. */
  version: QasmVersion,
  /** Notes where the text was read differently from what one might expect. */
  notes: z.array(z.string()),
})
export type ParsedCircuit = z.infer<typeof ParsedCircuit>

export const CircuitFormat = z.enum(['openqasm2', 'openqasm3', 'stim'])
export type CircuitFormat = z.infer<typeof CircuitFormat>

export const ExportCircuit = z.strictObject({ circuit: ParametricCircuit, format: CircuitFormat })
export type ExportCircuit = z.infer<typeof ExportCircuit>

export const CircuitText = z.object({ text: z.string(), format: CircuitFormat })
export type CircuitText = z.infer<typeof CircuitText>
