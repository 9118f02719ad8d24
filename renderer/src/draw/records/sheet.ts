/** The run record as a readable sheet, grouped and named as in the spec's table; wire names stand in full. */
import { freeText, modeOf } from '../../../../main/contract/backends/catalogue'
import { utc } from '../../../../main/contract/model/iso-time'
import type { Estimate } from '../../../../main/contract/model/primitives'
import { STATE_TEXT } from '../../../../main/contract/model/protocols'
import { labelled } from '../../../../main/contract/model/qubit-labels'
import { feasibilityOf } from '../../../../main/contract/modules/feasibility-gate'
import { RATIO } from '../../../../main/contract/numbers/interval-text'
import { fixed } from '../../../../main/contract/numbers/number-text'
import type { WallTimeBaseline } from '../../../../main/contract/runs/comparison'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { tokensText } from '../format/prices'
import { confidence, count, estimate, fidelity, nanoseconds } from '../format/quantity'
import { gateRestsOn } from '../modules/module-text'
import { decayText } from '../runs/options'
import { gainFigure, VERDICT_TEXT } from '../runs/run-text'
import { SURVIVAL_TEXT } from '../runs/survival-text'
import { foldedAssignmentLines, foldedOrderLines, foldedSequencerLines } from './folded-lines'
import { controlInstrumentLines, measuredFields, sequencerLines, timedText } from './instrument-lines'
import { optionalFields } from './optional-fields'

/** One field: its wire name and what it holds, a line each. */
interface SheetRow {
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

const at = ({ qubit_labels }: RunRecord, qubit: number) => labelled(qubit, qubit_labels)

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
        .map(([name, qubit]) => `${name} = ${at(record, qubit)}`)
        .join(', '),
    ),
    row('syndrome_ancilla', at(record, record.syndrome_ancilla)),
    row('flag_qubit', at(record, record.flag_qubit)),
    row('routing_qubits', record.routing_qubits.map(qubit => at(record, qubit)).join(', ') || 'none'),
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
    ...(record.tokens ? [row('tokens', tokensWords(record.tokens, record.backend_id))] : []),
  )

const decisionsText = ({ latency_ns, basis, wait_ns }: NonNullable<RunRecord['feedforward']>): string =>
  latency_ns === null
    ? 'none: nothing is decided within a shot'
    : `latency ${nanoseconds(latency_ns)} (${basis}); the data wait ${nanoseconds(wait_ns)} after each flagged extraction beyond the ancilla's reset`
const tokensWords = (tokens: NonNullable<RunRecord['tokens']>, backend_id: string) => {
  const { charged, shots_executed, price_per_shot } = tokens
  const price = price_per_shot === 0 ? freeText(modeOf(backend_id)) : `${tokensText(price_per_shot)} a shot`
  return `${tokensText(charged)} for ${count(shots_executed)} shots${price_per_shot === 0 ? ': ' : ' at '}${price}`
}

const timing = (record: RunRecord) =>
  group(
    'Timing',
    row(
      'round_duration_measured',
      `${nanoseconds(record.round_duration_measured.value_ns)} (${record.round_duration_measured.source})`,
      ...timedText(record.round_duration_measured),
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
    row('coherence_ratio', fixed(record.coherence_ratio, 4)),
    ...(record.gate
      ? [
          row(
            'gate',
            `${feasibilityOf(record.gate)} (at most ${fixed(record.gate.limit, 2)}), of the module`,
            ...gateRestsOn({ gate: record.gate }),
          ),
        ]
      : []),
    ...(record.feedforward ? [row('feedforward', decisionsText(record.feedforward))] : []),
    row('dd_applied', yes(record.dd_applied)),
  )

const preparation = (record: RunRecord) =>
  group(
    'Reset and prep',
    row('reset_method', record.reset_method),
    row(
      'reset_fidelity',
      ...record.reset_fidelity.map(
        each => `qubit ${at(record, each.qubit)}: ${fidelity(each.value)}${each.assumed ? ' (assumed)' : ''}`,
      ),
    ),
    row('encoding_method', record.encoding_method),
    row('state_prep_fidelity', withMethod(record.state_prep_fidelity)),
  )

const baselineError = (name: string, one: RunRecord['physical_baseline_error']['best'], record: RunRecord) =>
  one === null ? `${name}: none` : `${name}: qubit ${at(record, one.qubit)}, ${withMethod(one.error_per_round)} a round`

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
      baselineError('best', record.physical_baseline_error.best, record),
      baselineError('median', record.physical_baseline_error.median, record),
    ),
    row('logical_error', `${withMethod(record.logical_error)} a round`),
    row(
      'logical_gain',
      ...(['best', 'median'] as const).map(key => {
        const gain = record.logical_gain[key]
        const why = gain.against ? `. ${gain.against.text}` : ''
        return `against ${key}: ${gainFigure(gain)} (${confidence(gain.estimate)}), ${VERDICT_TEXT[gain.verdict].toLowerCase()}${why}`
      }),
    ),
    ...beside(record),
  )

/** Beside the gain: survival by itself, how the best qubit was chosen, the baseline at the wall times of the shots. */
function beside({ survival_verdict, comparison: { selection, physical_wall_time: wall } }: RunRecord): SheetRow[] {
  const side = (name: string, one: WallTimeBaseline | null) =>
    one === null
      ? []
      : [`${name}: qubit ${one.qubit}, ${withMethod(one.error_per_round)} a round; gain ${estimate(one.gain, RATIO)}`]
  return [
    ...(survival_verdict
      ? [row('survival_verdict', `${SURVIVAL_TEXT[survival_verdict.verdict]}.`, survival_verdict.text)]
      : []),
    ...(selection ? [row('selection', `${count(selection.pilot_shots)} pilot shots. ${selection.text}`)] : []),
    ...(wall ? [row('physical_wall_time', wall.text, ...side('best', wall.best), ...side('median', wall.median))] : []),
  ]
}

const provenance = (record: RunRecord, { folded }: SheetOptions) =>
  group(
    'Provenance',
    row('calibration_id', record.calibration_id),
    row('noise_model_version', record.noise_model_version),
    row('decoder', record.decoder),
    row('decoder_version', record.decoder_version),
    row('control_instruments', ...record.control_instruments.flatMap(controlInstrumentLines)),
    row('sequencers', ...record.sequencers.flatMap(folded ? foldedSequencerLines : sequencerLines)),
    row('execution_timestamp', utc(record.execution_timestamp)),
  )

const reproduction = (record: RunRecord) =>
  group(
    'Reproduction',
    row('run_id', record.run_id),
    row('record_version', record.record_version),
    row('simulated', yes(record.simulated)),
    row('engine', record.engine),
    row('decay', decayText(record)),
    row('seed', String(record.seed)),
    row('protocol', record.protocol),
    row('states', record.states.map(state => `|${STATE_TEXT[state]}⟩`).join(', ')),
    row('readout_method', record.readout_method),
    ...(record.readout_choice ? [row('readout_choice', record.readout_choice.text)] : []),
    row('schedule_hash', record.schedule_hash),
    row('shot_files', `${count(record.shot_files.length)} packed bit files`),
    row('override', yes(record.override)),
    row('warnings', ...record.warnings.map(warning => `${warning.message} (${warning.code})`)),
    row('software', `${record.software.name} ${record.software.version}`),
  )

const GROUPS = [identity, layout, parameters, timing, preparation, outcomes, provenance, reproduction]

/** Fields that are shown as plots and tables, or of use to programs only. */
const ELSEWHERE = ['comparison', 'round_layout', 'qubit_labels']

/** Fields that a newer service records beyond those named above, as they are on the wire: nothing recorded is hidden. */
function others(record: RunRecord, shown: readonly SheetGroup[]): SheetGroup[] {
  const known = new Set([...ELSEWHERE, ...shown.flatMap(({ rows }) => rows.map(({ field }) => field))])
  const rows = Object.entries(record)
    .filter(([field, value]) => !known.has(field) && value !== undefined)
    .map(([field, value]) => row(field, ...(Array.isArray(value) ? value : [value]).map(each => JSON.stringify(each))))
  return rows.length === 0 ? [] : [group('Further fields', ...rows)]
}

interface SheetOptions {
  /** For paper: hundreds of programs and circuits of a device run in a line for each kind of them. */
  readonly folded: boolean
}

function measured(
  record: Extract<RunRecord, { record_version: 'pentad-run/2' }>,
  { folded }: SheetOptions,
): SheetRow[] {
  const fields = measuredFields(record)
  if (!folded) return fields
  const short: Record<string, readonly string[]> = {
    assignment: foldedAssignmentLines(record),
    order: foldedOrderLines(record.order),
  }
  return fields.map(({ field, lines }) => row(field, ...(short[field] ?? lines)))
}

/** The spec's seven groups in its order, then what reproduction needs beyond them, and what this run alone has. */
export function recordSheet(record: RunRecord, options: SheetOptions = { folded: false }): SheetGroup[] {
  const optional = optionalFields(record)
  const shown = [
    ...GROUPS.map(write => write(record, options)),
    ...(record.record_version === 'pentad-run/2'
      ? [group('Measured on the device', ...measured(record, options))]
      : []),
    ...(optional.length > 0 ? [group('Optional fields', ...optional)] : []),
  ]
  return [...shown, ...others(record, shown)]
}
