/** Writes circuits as text: JSON here, OpenQASM and Stim by the service. */
import type { ParametricCircuit } from '../../../../../main/contract/jobs/circuit'
import type { CircuitFormat } from '../../../../../main/contract/jobs/circuit-text'
import { routes } from '../../../../../main/contract/routes'
import type { Call } from '../../../api/transport/client'
import { circuitJson } from '../../../draw/circuits/circuit-text'

export type ExportFormat = CircuitFormat | 'json'

export const EXPORTS: readonly { readonly format: ExportFormat; readonly name: string; readonly file: string }[] = [
  { format: 'openqasm3', name: 'OpenQASM 3', file: 'circuit.qasm' },
  { format: 'openqasm2', name: 'OpenQASM 2', file: 'circuit-v2.qasm' },
  { format: 'json', name: 'JSON', file: 'circuit.json' },
  { format: 'stim', name: 'Stim', file: 'circuit.stim' },
]

/** Rejects with ApiProblem where the format cannot express the circuit. */
export async function exportText(call: Call, circuit: ParametricCircuit, format: ExportFormat): Promise<string> {
  if (format === 'json') return circuitJson(circuit)
  return (await call(routes.exportCircuit, { body: { circuit, format } })).text
}

/** The circuit as OpenQASM 3, or as JSON where the service cannot write it. */
export const readableText = (call: Call, circuit: ParametricCircuit): Promise<string> =>
  exportText(call, circuit, 'openqasm3').catch(() => circuitJson(circuit))
