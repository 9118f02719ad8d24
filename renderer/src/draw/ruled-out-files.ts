/** The layouts of a chiplet that vetoes rule out as files: a line for each in CSV, and JSON as the service gave them. */
import type { DisqualifiedLayout, LogicalQubit } from '../../../main/contract/modules'
import { type Column, LAYOUT_COLUMNS } from './candidate-files'
import { csvText } from './format/csv'

const COLUMNS: readonly Column<DisqualifiedLayout>[] = [
  ...LAYOUT_COLUMNS,
  ['score_is_bound', each => String(each.score_is_bound)],
  ['vetoed_parts', each => each.vetoes.map(({ site }) => site).join(' ')],
  ['reason', each => each.reason],
]

const identityOf = (backend_id: string, qubit: LogicalQubit) => ({
  backend_id,
  chiplet: qubit.chiplet,
  logical_qubit: qubit.logical_id,
  calibration_id: qubit.calibration_id ?? null,
  noise_model_version: qubit.noise_model_version ?? null,
})

export function ruledOutCsv(backend_id: string, qubit: LogicalQubit): string {
  const identity = identityOf(backend_id, qubit)
  return csvText([
    [...Object.keys(identity), ...COLUMNS.map(([name]) => name)],
    ...(qubit.disqualified ?? []).map(layout => [
      ...Object.values(identity),
      ...COLUMNS.map(([, cell]) => cell(layout)),
    ]),
  ])
}

export function ruledOutJson(backend_id: string, qubit: LogicalQubit): string {
  const { calibrated_at = null, status, vetoes, disqualified = [] } = qubit
  return JSON.stringify({ ...identityOf(backend_id, qubit), calibrated_at, status, vetoes, disqualified }, null, 2)
}
