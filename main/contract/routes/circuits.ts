/** Circuits as text. */
import { CircuitState, CircuitStateRequest } from '../jobs/circuit-state'
import { CircuitText, ExportCircuit, ParseCircuit, ParsedCircuit } from '../jobs/circuit-text'
import { JOBS, MB, route } from './define-route'

/** The example circuit. */
export const bell = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
  ],
}

export const circuitsRoutes = {
  parseCircuit: route('POST /api/svc/quantum/circuits/parse', 'circuits', {
    access: JOBS,
    summary: 'Read OpenQASM 2 or 3 into a circuit; faults carry line and column',
    body: ParseCircuit,
    reply: ParsedCircuit,
    body_limit: 17 * MB,
    example: { text: 'OPENQASM 2.0; include "qelib1.inc"; qreg q[1]; creg c[1]; h q[0]; measure q -> c;' },
  }),
  exportCircuit: route('POST /api/svc/quantum/circuits/export', 'circuits', {
    access: JOBS,
    summary: 'Write a circuit as OpenQASM 2 or 3',
    body: ExportCircuit,
    reply: CircuitText,
    body_limit: 17 * MB,
    example: { circuit: bell, format: 'openqasm3' },
  }),
  circuitState: route('POST /api/svc/quantum/circuits/state', 'circuits', {
    access: JOBS,
    summary:
      'Exact state behind the last instruction of a circuit on up to 12 qubits, over all branches of its measurements',
    body: CircuitStateRequest,
    reply: CircuitState,
    body_limit: 17 * MB,
    example: { circuit: bell, pinned: [{ instruction: 2, outcome: 1 }] },
  }),
} as const
