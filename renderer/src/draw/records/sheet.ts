/** The run record as a readable sheet, grouped and named as in the spec's table; wire names stand in full. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { confidence, count, estimate, fidelity, nanoseconds, utc } from '../format/quantity'
import { particularsOf } from './optional-fields'
import { decayWords } from '../run-options'
import { gainFigure, STATE_WORDS, VERDICT_WORDS } from '../run-words'

/** One field: its wire name and what it holds, a line each. */
export interface SheetRow {
  readonly field: string
  readonly lines: readonly string[]
}
export interface SheetGroup {
  readonly group: string
  readonly rows: readonly SheetRow[]
}

const row = (field: string, ...lines: string[]): SheetRow => ({ field, lines: lines.length > 0 ? lines : ['none'] })
const group = (name: string, ...rows: SheetRow[]): SheetGroup => ({ group: name, rows })
const yes = (value: boolean) => (value ? 'yes' : 'no')
const withMethod = (figure: Estimate) => `${estimate(figure)} (${confidence(figure)})`

const identity = (record: RunRecord) =>
  group(
    'Identity',
    row('backend_id', record.backend_id),
    row('chiplet', record.chiplet),
    row('logical_qubit_id', record.logical_qubit_id),
    row('code', record.code),
    row('ft_scheme', record.ft_scheme),
    row('syndrome_strategy', record.syndrome_strategy),
  )

const extractionName = (each: { generator: string; flagged: boolean }) =>
  `${each.generator} (${each.flagged ? 'flagged' : 'unflagged repeat'})`

const layout = (record: RunRecord) =>
  group(
    'Layout',
    row(
      'data_qubits',
      Object.entries(record.data_qubits)
        .map(([name, qubit]) => `${name} = ${qubit}`)
        .join(', '),
    ),
    row('syndrome_ancilla', String(record.syndrome_ancilla)),
    row('flag_qubit', String(record.flag_qubit)),
    row('routing_qubits', record.routing_qubits.join(', ') || 'none'),
    row(
      'stabilizer_schedule',
      ...record.stabilizer_schedule.map(each => {
        const couplings = each.couplings.map(step => `${step.pauli} on ${step.data} from ${step.ancilla_at}`).join(', ')
        const flags =
          each.flag_after_couplings.length > 0
            ? `; flag after couplings ${each.flag_after_couplings.join(' and ')}`
            : ''
        return `${extractionName(each)}: ${couplings}${flags}`
      }),
    ),
    row(
      'routing_schedule',
      ...record.routing_schedule.map(each => {
        const moves = each.moves
          .map(move => `${move.from} → ${move.to} after coupling ${move.after_coupling}`)
          .join(', ')
        return `${extractionName(each)}: ${moves || 'no move'}`
      }),
    ),
    row('ft_preserved', yes(record.ft_preserved)),
  )

const parameters = (record: RunRecord) =>
  group(
    'Run parameters',
    row('rounds', record.rounds.join(', ')),
    row('shots', `${count(record.shots)} for each state and number of rounds`),
    row('mode', record.mode),
  )

const timing = (record: RunRecord) =>
  group(
    'Timing',
    row(
      'round_duration_measured',
      `${nanoseconds(record.round_duration_measured.value_ns)} (${record.round_duration_measured.source})`,
      ...(record.round_duration_measured.mean_with_repeats_ns === null
        ? []
        : [`${nanoseconds(record.round_duration_measured.mean_with_repeats_ns)} on average with conditional repeats`]),
    ),
    row(
      'idle_time_per_data_qubit',
      Object.entries(record.idle_time_per_data_qubit)
        .map(([name, ns]) => `${name} ${nanoseconds(ns)}`)
        .join(', '),
    ),
    row('coherence_ratio', record.coherence_ratio.toFixed(4)),
    row('dd_applied', yes(record.dd_applied)),
  )

const preparation = (record: RunRecord) =>
  group(
    'Reset and prep',
    row('reset_method', record.reset_method),
    row(
      'reset_fidelity',
      ...record.reset_fidelity.map(
        each => `qubit ${each.qubit}: ${fidelity(each.value)}${each.assumed ? ' (assumed)' : ''}`,
      ),
    ),
    row('encoding_method', record.encoding_method),
    row('state_prep_fidelity', withMethod(record.state_prep_fidelity)),
  )

const baselineError = (name: string, one: RunRecord['physical_baseline_error']['best']) =>
  one === null ? `${name}: none` : `${name}: qubit ${one.qubit}, ${withMethod(one.error_per_round)} a round`

const outcomes = (record: RunRecord) =>
  group(
    'Outcomes',
    row(
      'flag_outcomes',
      ...record.flag_outcomes.map(
        each =>
          `R = ${each.rounds}, ${each.generator}: ${count(each.raised)} of ${count(each.executed)}, ${estimate(each.rate)}`,
      ),
    ),
    row('postselection_acceptance_rate', withMethod(record.postselection_acceptance_rate)),
    row('physical_baseline_definition', record.physical_baseline_definition),
    row(
      'physical_baseline_error',
      baselineError('best', record.physical_baseline_error.best),
      baselineError('median', record.physical_baseline_error.median),
    ),
    row('logical_error', `${withMethod(record.logical_error)} a round`),
    row(
      'logical_gain',
      ...(['best', 'median'] as const).map(key => {
        const gain = record.logical_gain[key]
        return `against ${key}: ${gainFigure(gain)} (${confidence(gain.estimate)}), ${VERDICT_WORDS[gain.verdict].toLowerCase()}`
      }),
    ),
  )

const provenance = (record: RunRecord) =>
  group(
    'Provenance',
    row('calibration_id', record.calibration_id),
    row('noise_model_version', record.noise_model_version),
    row('decoder', record.decoder),
    row('decoder_version', record.decoder_version),
    row('control_instruments', ...record.control_instruments),
    row('sequencers', ...record.sequencers),
    row('execution_timestamp', utc(record.execution_timestamp)),
  )

const reproduction = (record: RunRecord) =>
  group(
    'Reproduction',
    row('run_id', record.run_id),
    row('record_version', record.record_version),
    row('simulated', yes(record.simulated)),
    row('engine', record.engine),
    row('decay', decayWords(record)),
    row('seed', String(record.seed)),
    row('protocol', record.protocol),
    row('states', record.states.map(state => `|${STATE_WORDS[state]}⟩`).join(', ')),
    row('readout_method', record.readout_method),
    row('schedule_hash', record.schedule_hash),
    row('shot_files', `${count(record.shot_files.length)} packed bit files`),
    row('override', yes(record.override)),
    row('warnings', ...record.warnings.map(warning => `${warning.code}: ${warning.message}`)),
    row('software', `${record.software.name} ${record.software.version}`),
  )

const GROUPS = [identity, layout, parameters, timing, preparation, outcomes, provenance, reproduction]

/** Shown as plots and tables, or of use to programs only. */
const ELSEWHERE = ['comparison', 'round_layout']

/** Fields that a newer service records beyond those named above, as they are on the wire: nothing recorded is hidden. */
function others(record: RunRecord, shown: readonly SheetGroup[]): SheetGroup[] {
  const known = new Set([...ELSEWHERE, ...shown.flatMap(({ rows }) => rows.map(({ field }) => field))])
  const rows = Object.entries(record)
    .filter(([field, value]) => !known.has(field) && value !== undefined)
    .map(([field, value]) => row(field, ...(Array.isArray(value) ? value : [value]).map(each => JSON.stringify(each))))
  return rows.length === 0 ? [] : [group('Further fields', ...rows)]
}

/** The spec's seven groups in its order, then what reproduction needs beyond them, and what this run alone has. */
export function recordSheet(record: RunRecord): SheetGroup[] {
  const particulars = particularsOf(record)
  const shown = [
    ...GROUPS.map(write => write(record)),
    ...(particulars.length > 0 ? [group('Particulars', ...particulars)] : []),
  ]
  return [...shown, ...others(record, shown)]
}
