/** Circuits as text. */
import { CircuitState, CircuitStateRequest } from '../jobs/circuit-state'
import { CircuitTemplate, TemplateParam, TemplateQuery, TemplateText } from '../jobs/circuit-template'
import { CircuitText, ExportCircuit, ParseCircuit, ParsedCircuit } from '../jobs/circuit-text'
import {
  RenameCircuit,
  SaveCircuit,
  SavedCircuit,
  SavedCircuitDetail,
  SavedCircuitParam,
  SavedCircuitQuery,
  SavedText,
  SavedVersionParam,
  SaveVersion,
} from '../jobs/saved-circuit'
import { itemsOf } from '../model/primitives'
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
    summary: 'Write a circuit as OpenQASM 2 or 3, or a Clifford circuit in the language of Stim',
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
  listTemplates: route('GET /api/svc/quantum/circuits/templates', 'circuits', {
    access: JOBS,
    summary: 'Circuits to start from',
    reply: itemsOf(CircuitTemplate),
  }),
  getTemplate: route('GET /api/svc/quantum/circuits/templates/:template', 'circuits', {
    access: JOBS,
    summary: 'A circuit to start from as OpenQASM 3, with comments that say which qubit is what',
    params: TemplateParam,
    query: TemplateQuery,
    reply: TemplateText,
  }),
  listSavedCircuits: route('GET /api/svc/quantum/circuits/saved', 'circuits', {
    access: JOBS,
    summary: 'Saved circuits of the caller, the one saved last first',
    query: SavedCircuitQuery,
    reply: itemsOf(SavedCircuit),
  }),
  saveCircuit: route('POST /api/svc/quantum/circuits/saved', 'circuits', {
    access: JOBS,
    summary: 'Save a circuit by name, as text; each later save is a version',
    body: SaveCircuit,
    reply: SavedCircuit,
    status: 201,
    errors: ['conflict'],
    body_limit: 17 * MB,
    example: { name: 'Bell pair', text: 'OPENQASM 3.0; include "stdgates.inc"; qubit[2] q; h q[0]; cx q[0], q[1];' },
  }),
  getSavedCircuit: route('GET /api/svc/quantum/circuits/saved/:circuit_id', 'circuits', {
    access: JOBS,
    summary: 'A saved circuit with its newest text and the list of its versions',
    params: SavedCircuitParam,
    reply: SavedCircuitDetail,
    errors: ['not_found'],
  }),
  getSavedVersion: route('GET /api/svc/quantum/circuits/saved/:circuit_id/versions/:version', 'circuits', {
    access: JOBS,
    summary: 'The text of one version of a saved circuit',
    params: SavedVersionParam,
    reply: SavedText,
    errors: ['not_found'],
  }),
  saveVersion: route('POST /api/svc/quantum/circuits/saved/:circuit_id/versions', 'circuits', {
    access: JOBS,
    summary: 'Save a saved circuit again, as its next version; a text that is the newest already adds none',
    params: SavedCircuitParam,
    body: SaveVersion,
    reply: SavedCircuit,
    errors: ['not_found', 'conflict'],
    body_limit: 17 * MB,
    example: { text: 'OPENQASM 3.0; include "stdgates.inc"; qubit[2] q; h q;', after: 1 },
  }),
  renameSavedCircuit: route('PATCH /api/svc/quantum/circuits/saved/:circuit_id', 'circuits', {
    access: JOBS,
    summary: 'Give a saved circuit another name',
    params: SavedCircuitParam,
    body: RenameCircuit,
    reply: SavedCircuit,
    errors: ['not_found'],
    example: { name: 'Bell pair, measured' },
  }),
  deleteSavedCircuit: route('DELETE /api/svc/quantum/circuits/saved/:circuit_id', 'circuits', {
    access: JOBS,
    summary: 'Delete a saved circuit; it can be brought back for 30 days',
    params: SavedCircuitParam,
    reply: SavedCircuit,
    errors: ['not_found'],
  }),
  restoreSavedCircuit: route('POST /api/svc/quantum/circuits/saved/:circuit_id/restore', 'circuits', {
    access: JOBS,
    summary: 'Bring a deleted circuit back, with all its versions',
    params: SavedCircuitParam,
    reply: SavedCircuit,
    errors: ['not_found'],
  }),
} as const
