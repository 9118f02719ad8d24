import { utc } from '../../contract/model/iso-time'
import { labelled } from '../../contract/model/qubit-labels'
import type { ResolvedModule } from '../../contract/modules/candidates'
import { feasibilityOf } from '../../contract/modules/feasibility-gate'
import type { LogicalQubit, LogicalQubitList } from '../../contract/modules/logical-qubits'
import { significant } from '../../contract/numbers/number-text'
import { facts, table } from '../io/table'
import { microsecondsText } from './report-figures'

export function rankingText({ logical_qubits, calibration_id, noise_model_version }: LogicalQubitList): string {
  const rows = logical_qubits.map(rankingRow)
  const heading = ['rank', 'chiplet', 'Δ_round', 'T_round', 'T_round/T2', 'SWAPs', 'status']
  return [
    `Chiplets by predicted Δ_round (calibration ${calibration_id}, noise model ${noise_model_version})`,
    table([heading, ...rows], ['right', 'left', 'right', 'right', 'right', 'right', 'left']),
  ].join('\n')
}

function rankingRow({ rank, chiplet, status, reason, module }: LogicalQubit): string[] {
  if (!module) return ['–', chiplet, '–', '–', '–', '–', `${status}: ${reason ?? ''}`]
  const { score, predicted_round_duration_ns, coherence_ratio, schedule } = module
  const bound = module.gate.ratio_is_bound ? '≥ ' : ''
  const figures = [
    significant(score, 4),
    microsecondsText(predicted_round_duration_ns),
    `${bound}${significant(coherence_ratio, 4)}`,
  ]
  return [String(rank ?? '–'), chiplet, ...figures, String(schedule.swap_count), status]
}

export function moduleText(module: ResolvedModule): string {
  const { data_qubits, schedule, diagnostics, search } = module
  const { gate, measurement, idle, reset, total } = diagnostics.delta_round
  const at = (qubit: number) => labelled(qubit, module.qubit_labels)
  const data = Object.entries(data_qubits).map(([name, qubit]) => `${name}=${at(qubit)}`)
  return facts([
    ['module', `${module.logical_qubit} on ${module.backend_id}`],
    [
      'layout',
      `${data.join(' ')}  A=${at(module.syndrome_ancilla)} F=${at(module.flag_qubit)}  routing ${module.routing_qubits.map(at).join(',') || 'none'}`,
    ],
    [
      'search',
      search.optimal
        ? 'least Δ_round of the declared schedules, proved'
        : `best of ${search.layouts_scored} layouts scored, not proved least`,
    ],
    ['fault tolerance', faultToleranceText(module)],
    [
      'gates a round',
      `${schedule.cz_count} CZ${nativeText(module)} with ${movesText(schedule)}, ${schedule.single_qubit_gate_count} single-qubit, depth ${schedule.depth}; ${schedule.conditional_cz_count} CZ more after a trigger`,
    ],
    [
      'round duration',
      `${microsecondsText(module.predicted_round_duration_ns)}; repeat ${microsecondsText(schedule.conditional_duration_ns)}`,
    ],
    [
      'coherence ratio',
      `${module.gate.ratio_is_bound ? 'at least ' : ''}${significant(module.coherence_ratio, 4)}; gate ${module.gate.limit}: ${GATE_WORDS[feasibilityOf(module.gate)]}`,
    ],
    ...(module.gate.rests_on ?? []).map(
      ({ text, message }) => ['gate rests on', `assumed ${text}. ${message}`] as const,
    ),
    [
      'Δ_round',
      `${significant(total, 4)} = gates ${significant(gate.total, 4)} + measurement ${significant(measurement, 4)} + idle ${significant(idle, 4)} + reset ${significant(reset, 4)}`,
    ],
    [
      'calibration',
      `${module.calibration_id}, ${module.calibrated_at === null ? 'not dated' : utc(module.calibrated_at)}`,
    ],
    ...module.warnings.map(({ code, message }) => [`warning`, `${code}: ${message}`] as const),
  ])
}

const GATE_WORDS = { passed: 'passed', failed: 'FAILED', unknown: 'UNKNOWN: a T2 is not known' } as const

/** ` (made of 112 native iswap)`; empty where CZ is native. */
function nativeText({ schedule, diagnostics }: ResolvedModule): string {
  const gates = diagnostics.delta_round.edges.flatMap(({ native_gate }) => native_gate ?? [])
  if (gates.length === 0) return ''
  const all = diagnostics.delta_round.edges.length === gates.length ? [] : ['cz']
  return ` (made of ${schedule.native_two_qubit_count} native ${[...new Set(gates), ...all].join(', ')})`
}

const faultToleranceText = ({ schedule, diagnostics: { ft } }: ResolvedModule): string =>
  schedule.ft_preserved
    ? `preserved: ${ft.cases} single faults enumerated, none fails (${ft.protocol})`
    : `NOT preserved: ${ft.failures} of ${ft.cases} single faults fail (${ft.protocol})`

/** Moves of the ancilla; one with a reset costs two CZ, a SWAP three. */
function movesText({ swap_count, reset_move_count = 0 }: ResolvedModule['schedule']): string {
  if (reset_move_count === 0) return `${swap_count} SWAPs`
  return `${swap_count} moves of the ancilla (${reset_move_count} with a reset, ${swap_count - reset_move_count} SWAPs)`
}
