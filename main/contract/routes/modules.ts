/** Logical-qubit modules: selection, compiled rounds, single faults, drift and the stream of the lab. */
import { BackendParam } from '../backends/catalogue'
import { Drift, DriftQuery } from '../backends/drift'
import { LabEvent, LabEventsQuery } from '../backends/lab-events'
import { TemplateText } from '../jobs/circuit-template'
import { ResolvedModule } from '../modules/candidates'
import { FaultReplay, FaultReplayQuery, FaultsQuery, FaultsReport } from '../modules/faults'
import { SelectionProfile } from '../modules/layout'
import { LogicalParam, LogicalQubit, LogicalQubitList, LogicalTopology } from '../modules/logical-qubits'
import { ReadoutQuery, RoundsQuery, RoundsText } from '../modules/rounds'
import { RoundSchedule } from '../modules/schedule'
import { QEC, route } from './define-route'

const profile = {
  workload: 'logical_qubit_513',
  chiplet: 'a01',
  code: '[[5,1,3]]',
  ft_scheme: 'flag',
  syndrome_strategy: 'flag_sequential',
}

export const modulesRoutes = {
  listLogicalQubits: route('GET /v1/backends/:backend_id/logical-qubits', 'modules', {
    access: QEC,
    summary: 'Every logical-qubit module of the backend, ranked by predicted Δ_round',
    params: BackendParam,
    reply: LogicalQubitList,
    errors: ['not_found'],
  }),
  selectModule: route('POST /v1/backends/:backend_id/logical-qubits/select', 'modules', {
    access: QEC,
    summary: 'Resolve the best module of a chiplet from the current calibration',
    params: BackendParam,
    body: SelectionProfile,
    reply: ResolvedModule,
    errors: ['not_found', 'no_embedding', 'disqualified'],
    example: profile,
  }),
  getLogicalQubit: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id', 'modules', {
    access: QEC,
    summary: 'Layout, schedule and status of one module',
    params: LogicalParam,
    reply: LogicalQubit,
    errors: ['not_found'],
  }),
  exportRounds: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/rounds', 'modules', {
    access: QEC,
    summary: 'The compiled memory experiment as a Stim circuit or OpenQASM 3, to be checked with other programs',
    params: LogicalParam,
    query: RoundsQuery,
    reply: RoundsText,
    errors: ['not_found', 'no_embedding', 'disqualified'],
  }),
  readoutCircuit: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/readout', 'modules', {
    access: QEC,
    summary:
      'A circuit that reads the physical qubits of a module as its logical readout does, as OpenQASM 3 with comments',
    params: LogicalParam,
    query: ReadoutQuery,
    reply: TemplateText,
    errors: ['not_found', 'no_embedding', 'disqualified'],
  }),
  getSchedule: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/schedule', 'modules', {
    access: QEC,
    summary: 'The compiled round on its clock: every operation and idle window by site, and the conditional repeat',
    params: LogicalParam,
    reply: RoundSchedule,
    errors: ['not_found', 'no_embedding', 'disqualified'],
  }),
  logicalTopology: route('GET /v1/backends/:backend_id/logical-topology', 'modules', {
    access: QEC,
    summary: 'Logical overlay across all chiplets of the backend',
    params: BackendParam,
    reply: LogicalTopology,
    errors: ['not_found'],
  }),
  listFaults: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/faults', 'faults', {
    access: QEC,
    summary: 'Every single fault of the compiled round, injected and decoded: verdict, failing faults, flag tables',
    params: LogicalParam,
    query: FaultsQuery,
    reply: FaultsReport,
    errors: ['not_found', 'no_embedding', 'disqualified'],
  }),
  replayFault: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/faults/replay', 'faults', {
    access: QEC,
    summary: 'One fault followed step by step through the round, the repeat and the decoder',
    params: LogicalParam,
    query: FaultReplayQuery,
    reply: FaultReplay,
    errors: ['not_found', 'no_embedding', 'disqualified'],
  }),
  getDrift: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/drift', 'drift', {
    access: QEC,
    summary: 'What the chiplet resolves to under every imported snapshot, and what changed from one to the next',
    params: LogicalParam,
    query: DriftQuery,
    reply: Drift,
    errors: ['not_found'],
  }),
  labEvents: route('GET /v1/events', 'drift', {
    access: QEC,
    summary: 'WebSocket: new snapshots, moved layouts, progress of runs and studies, with resume; one frame a message',
    query: LabEventsQuery,
    reply: LabEvent,
    status: 101,
    errors: ['upgrade_required'],
  }),
} as const
