/** Contents of the form for the clone of a job. */
import type { JobDetail } from '../../../../main/contract/jobs/circuit-job'
import { routes } from '../../../../main/contract/routes'
import type { Call } from '../../api/transport/client'
import { observableLines } from './observable-lines'
import { parameterTableText } from './parameter-table'
import { FIRST_FIELDS, type SubmitFields } from './submit-fields'

/** The fields of a job without its seed, as a clone is a new sample. */
export const clonedFields = ({ backend, mode, shots, options, name, tags, ...asked }: JobDetail): SubmitFields => ({
  ...FIRST_FIELDS,
  backend,
  shots: shots === 0 ? FIRST_FIELDS.shots : String(shots),
  noise: mode === 'mock' && options.noise === 'calibrated' ? 'calibrated' : '',
  precision: mode === 'mock' && options.precision === 'float32' ? 'float32' : '',
  name: name ?? '',
  tags: tags.join(', '),
  observables: observableLines(asked.observables ?? []),
  exact: asked.estimates === 'exact',
  target_error: asked.target_error === undefined ? '' : String(asked.target_error),
  grouping: options.grouping === 'general' ? 'general' : '',
  readout: options.mitigation?.readout ?? '',
  initial_layout: options.initial_layout?.join(', ') ?? '',
  routing: options.routing ?? '',
})

/** The parameter table of a sweep as text, taken from its results; empty for other jobs and unfinished ones. */
export async function clonedParameters(
  call: Call,
  { job_uuid, status, rows, estimates }: JobDetail,
  signal: AbortSignal,
) {
  if (rows === null || status !== 'COMPLETED') return ''
  const params = { job_uuid }
  const table =
    estimates === null
      ? await call(routes.getResultSeries, { params, query: { parity: '0' } }, signal)
      : await call(routes.getResultValues, { params, query: { format: 'json' } }, signal)
  return parameterTableText({ names: table.names, rows: table.rows.map(({ values }) => values) })
}
