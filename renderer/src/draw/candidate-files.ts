/** The candidates of a chiplet as files: a line for each in CSV, and JSON with what they were judged by. */
import type { Candidate, ResolvedModule } from '../../../main/contract/modules'
import { type Cell, csvText } from './format/csv'
import type { Layout } from './modules/role-map'

const flag = (value: boolean | undefined) => (value === undefined ? null : String(value))

/** A column's name, and what stands in it. */
export type Column<T> = readonly [name: string, cell: (one: T) => Cell]

type Placed = Pick<Candidate, keyof Layout | 'score' | 'round_duration_ns' | 'swap_count' | 'ft_preserved'>

/** Of everything that is a layout with a score. */
export const LAYOUT_COLUMNS: readonly Column<Placed>[] = [
  ...(['D0', 'D1', 'D2', 'D3', 'D4'] as const).map(name => [name, (each: Placed) => each.data_qubits[name]] as const),
  ['syndrome_ancilla', each => each.syndrome_ancilla],
  ['flag_qubit', each => each.flag_qubit],
  ['routing_qubits', each => each.routing_qubits.join(' ')],
  ['score', each => each.score],
  ['round_duration_ns', each => each.round_duration_ns],
  ['swap_count', each => each.swap_count],
  ['ft_preserved', each => flag(each.ft_preserved)],
]

const COLUMNS: readonly Column<Candidate>[] = [
  ['rank', each => each.rank],
  ['pareto', each => flag(each.pareto)],
  ...LAYOUT_COLUMNS,
  ['coherence_ratio', each => each.coherence_ratio ?? null],
  ['gate_passed', each => flag(each.gate_passed)],
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
    [...IDENTITY, ...COLUMNS.map(([name]) => name)],
    ...module.candidates.map(candidate => [
      ...IDENTITY.map(name => module[name]),
      ...COLUMNS.map(([, cell]) => cell(candidate)),
    ]),
  ])

export function candidatesJson(module: ResolvedModule): string {
  const { calibrated_at, gate, search, candidates } = module
  const identity = Object.fromEntries(IDENTITY.map(name => [name, module[name]]))
  return JSON.stringify({ ...identity, calibrated_at, gate, search, candidates }, null, 2)
}
