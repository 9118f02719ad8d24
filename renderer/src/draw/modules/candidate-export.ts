/** The candidates of a chiplet, and the layouts that are ruled out, as files: a line for each in CSV, and JSON with what they were judged by. */
import { type Cell, csvText } from '../../../../main/contract/model/csv-text'
import type { Candidate, DisqualifiedLayout, ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { LogicalQubit } from '../../../../main/contract/modules/logical-qubits'
import type { RoleLayout } from './role-map'

const flag = (value: boolean | undefined) => (value === undefined ? null : String(value))

/** A column's name, and what stands in it. */
type CsvColumn<T> = readonly [name: string, cell: (one: T) => Cell]

type ScoredLayout = Pick<Candidate, keyof RoleLayout | 'score' | 'round_duration_ns' | 'swap_count' | 'ft_preserved'>

/** Columns of every layout with a score. */
const LAYOUT_COLUMNS: readonly CsvColumn<ScoredLayout>[] = [
  ...(['D0', 'D1', 'D2', 'D3', 'D4'] as const).map(
    name => [name, (each: ScoredLayout) => each.data_qubits[name]] as const,
  ),
  ['syndrome_ancilla', each => each.syndrome_ancilla],
  ['flag_qubit', each => each.flag_qubit],
  ['routing_qubits', each => each.routing_qubits.join(' ')],
  ['score', each => each.score],
  ['round_duration_ns', each => each.round_duration_ns],
  ['swap_count', each => each.swap_count],
  ['ft_preserved', each => flag(each.ft_preserved)],
]

const CANDIDATE_COLUMNS: readonly CsvColumn<Candidate>[] = [
  ['rank', each => each.rank],
  ['pareto', each => flag(each.pareto)],
  ...LAYOUT_COLUMNS,
  ['coherence_ratio', each => each.coherence_ratio ?? null],
  ['gate_passed', each => flag(each.gate_passed)],
  ['gate_verdict', each => each.gate_verdict ?? null],
  ...(['snapshots', 'unusable', 'mean', 'spread', 'worst', 'slope_per_day'] as const).map(
    name => [`stability_30d_${name}`, (each: Candidate) => each.stability_30d?.[name] ?? null] as const,
  ),
  ...(['total', 'two_qubit', 'single_qubit', 'measurement', 'idle', 'reset'] as const).map(
    name => [`versus_best_${name}`, (each: Candidate) => each.versus_best?.[name] ?? null] as const,
  ),
  ['fix', each => each.fix?.message ?? null],
]

const IDENTITY = ['backend_id', 'chiplet', 'logical_qubit', 'calibration_id', 'noise_model_version'] as const

export const candidatesCsv = (module: ResolvedModule): string =>
  csvText([
    [...IDENTITY, ...CANDIDATE_COLUMNS.map(([name]) => name), 'qubit_labels'],
    ...module.candidates.map(candidate => [
      ...IDENTITY.map(name => module[name]),
      ...CANDIDATE_COLUMNS.map(([, cell]) => cell(candidate)),
      labelsText(candidate, module),
    ]),
  ])

/** `5=QB6 8=QB9`: the vendor's names of the layout's qubits, where they differ from the indices. */
function labelsText(
  { data_qubits, syndrome_ancilla, flag_qubit, routing_qubits }: RoleLayout,
  { qubit_labels }: ResolvedModule,
) {
  const sites = [...Object.values(data_qubits), syndrome_ancilla, flag_qubit, ...routing_qubits]
  const named = sites.filter(site => qubit_labels?.[site] !== undefined)
  return named.map(site => `${site}=${qubit_labels![site]}`).join(' ') || null
}

export function candidatesJson(module: ResolvedModule): string {
  const { calibrated_at, gate, search, candidates } = module
  const identity = Object.fromEntries(IDENTITY.map(name => [name, module[name]]))
  return JSON.stringify({ ...identity, calibrated_at, gate, search, candidates }, null, 2)
}

const RULED_OUT_COLUMNS: readonly CsvColumn<DisqualifiedLayout>[] = [
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
    [...Object.keys(identity), ...RULED_OUT_COLUMNS.map(([name]) => name)],
    ...(qubit.disqualified ?? []).map(layout => [
      ...Object.values(identity),
      ...RULED_OUT_COLUMNS.map(([, cell]) => cell(layout)),
    ]),
  ])
}

export function ruledOutJson(backend_id: string, qubit: LogicalQubit): string {
  const { calibrated_at = null, status, vetoes, disqualified = [] } = qubit
  return JSON.stringify({ ...identityOf(backend_id, qubit), calibrated_at, status, vetoes, disqualified }, null, 2)
}
