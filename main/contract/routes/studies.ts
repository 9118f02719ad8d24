/** Break-even maps. */
import { page } from '../model/primitives'
import { LogicalParam } from '../modules/logical-qubits'
import { BreakEvenRequest, Study, StudyListQuery, StudyParam } from '../runs/studies'
import { QEC, route } from './define-route'

export const studiesRoutes = {
  createStudy: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/break-even', 'studies', {
    access: QEC,
    summary: 'Start a break-even map: the predicted gain with the errors scaled by factors',
    params: LogicalParam,
    body: BreakEvenRequest,
    reply: Study,
    status: 202,
    errors: ['not_found', 'no_embedding', 'disqualified', 'queue_full'],
    example: {
      mode: 'correction',
      kinds: ['all', 'two_qubit'],
      scales: [0.01, 0.03, 0.1, 0.3, 1],
      rounds: [1, 2, 4],
      shots: 20000,
    },
  }),
  listStudies: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/break-even', 'studies', {
    access: QEC,
    summary: 'Break-even maps of one module, newest first',
    params: LogicalParam,
    query: StudyListQuery,
    reply: page(Study),
    errors: ['not_found'],
  }),
  getStudy: route('GET /v1/backends/:backend_id/logical-qubits/:logical_id/break-even/:study_id', 'studies', {
    access: QEC,
    summary: 'Status, progress and points of a break-even map',
    params: StudyParam,
    reply: Study,
    errors: ['not_found'],
  }),
  abortStudy: route('POST /v1/backends/:backend_id/logical-qubits/:logical_id/break-even/:study_id/abort', 'studies', {
    access: QEC,
    summary: 'Abort a break-even map that is not finished; the points it has stay',
    params: StudyParam,
    reply: Study,
    errors: ['not_found', 'conflict'],
  }),
} as const
