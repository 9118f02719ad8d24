/** What the experiment says to its user, as text. */

import type { Comparison, DecayFit, Gain } from '../contract/comparison'
import type { LogicalQubit, LogicalQubitList, ResolvedModule } from '../contract/modules'
import type { Estimate } from '../contract/model/primitives'
import type { RunRecord } from '../contract/runs/record'
import type { RunPrediction } from '../contract/runs/run'
import { facts, table } from './io/table'

const digits = (value: number, count = 4): string =>
  value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5)
    ? String(Number(value.toPrecision(count)))
    : value.toExponential(count - 1)

const microseconds = (ns: number): string => `${digits(ns / 1000)} µs`

/** `0.0123 [0.0119, 0.0127]`; a dash where nothing was observed, `unknown` where the counts cannot tell. */
export const withInterval = ({ value, low, high }: Estimate): string =>
  low === null || high === null
    ? '–'
    : `${value === null ? 'unknown' : digits(value)} [${digits(low, 3)}, ${digits(high, 3)}]`

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
  const figures = [digits(score), microseconds(predicted_round_duration_ns), digits(coherence_ratio)]
  return [String(rank ?? '–'), chiplet, ...figures, String(schedule.swap_count), status]
}

export function moduleText(module: ResolvedModule): string {
  const { data_qubits, schedule, diagnostics, search } = module
  const { gate, measurement, idle, reset, total } = diagnostics.delta_round
  const data = Object.entries(data_qubits).map(([name, qubit]) => `${name}=${qubit}`)
  return facts([
    ['module', `${module.logical_qubit} on ${module.backend_id}`],
    [
      'layout',
      `${data.join(' ')}  A=${module.syndrome_ancilla} F=${module.flag_qubit}  routing ${module.routing_qubits.join(',') || 'none'}`,
    ],
    [
      'search',
      search.optimal ? 'optimum proved' : `best of ${search.layouts_scored} layouts scored, optimum not proved`,
    ],
    ['fault tolerance', faultToleranceText(module)],
    [
      'gates a round',
      `${schedule.cz_count} CZ with ${movesText(schedule)}, ${schedule.single_qubit_gate_count} single-qubit, depth ${schedule.depth}; ${schedule.conditional_cz_count} CZ more after a trigger`,
    ],
    [
      'round duration',
      `${microseconds(module.predicted_round_duration_ns)}; repeat ${microseconds(schedule.conditional_duration_ns)}`,
    ],
    [
      'coherence ratio',
      `${digits(module.coherence_ratio)}; gate ${module.gate.limit}: ${module.gate.passed ? 'passed' : 'FAILED'}`,
    ],
    [
      'Δ_round',
      `${digits(total)} = gates ${digits(gate.total)} + measurement ${digits(measurement)} + idle ${digits(idle)} + reset ${digits(reset)}`,
    ],
    ['calibration', `${module.calibration_id}, ${module.calibrated_at ?? 'not dated'}`],
    ...module.warnings.map(({ code, message }) => [`warning`, `${code}: ${message}`] as const),
  ])
}

const faultToleranceText = ({ schedule, diagnostics: { ft } }: ResolvedModule): string =>
  schedule.ft_preserved
    ? `preserved: ${ft.cases} single faults enumerated, none fails (${ft.protocol})`
    : `NOT preserved: ${ft.failures} of ${ft.cases} single faults fail (${ft.protocol})`

/** What the run is expected to show, before it runs. */
export function predictionText(prediction: RunPrediction): string {
  const { physical_best, physical_median, acceptance } = prediction
  const qubit = (side: RunPrediction['physical_best']) =>
    side ? `${digits(side.error_per_round)}  (qubit ${side.qubit}, exact)` : '–'
  const last = acceptance.at(-1)
  return [
    'Predicted before the run',
    facts([
      ['ε_L per round', `${withInterval(prediction.logical_error)}  (sampled)`],
      ['ε best qubit', qubit(physical_best)],
      ['ε median qubit', qubit(physical_median)],
      ['gain over best', gainText(prediction.gain_best)],
      ['gain over median', gainText(prediction.gain_median)],
      ...(last ? [['acceptance', `${predictedText(last.predicted)} after ${last.rounds} rounds`] as const] : []),
      ['shots', prediction.shots_needed.text],
      ['on a device', `${digits(prediction.device_time_s, 3)} s for ${prediction.total_shots} shots`],
      ...(prediction.simulation_time_s == null
        ? []
        : [['simulated in', `some ${digits(prediction.simulation_time_s, 3)} s or less on this machine`] as const]),
    ]),
  ].join('\n')
}

/** The module's own warnings were shown with it and are not repeated. */
export function resultText(record: RunRecord, module: ResolvedModule): string {
  return [
    record.simulated
      ? `SIMULATED on ${record.engine}${record.decay === 'exact' ? ', decay exact' : ''}: no device was measured.`
      : '',
    survivalText(record.comparison),
    '',
    facts([...resultFacts(record), ...newWarnings(record, module)]),
  ]
    .filter((line, i) => i > 0 || line !== '')
    .join('\n')
}

function survivalText({ encoded, best, median, acceptance }: Comparison): string {
  const survival = (points: Comparison['encoded']['pooled'] | undefined, rounds: number): string => {
    const error = points?.find(point => point.rounds === rounds)?.error
    if (!error || error.value === null) return '–'
    return withInterval({ ...error, value: 1 - error.value, low: 1 - error.high!, high: 1 - error.low! })
  }
  const rows = encoded.pooled.map(({ rounds, shots, accepted }) => [
    String(rounds),
    survival(encoded.pooled, rounds),
    `${accepted} of ${shots}`,
    predictedText(acceptance.find(row => row.rounds === rounds)?.predicted),
    survival(best?.pooled, rounds),
    survival(median?.pooled, rounds),
  ])
  const qubit = (side: Comparison['best']) => (side ? `qubit ${side.qubit}` : 'none')
  return table(
    [
      ['rounds', 'encoded survival', 'accepted', 'predicted', `best (${qubit(best)})`, `median (${qubit(median)})`],
      ...rows,
    ],
    ['right'],
  )
}

const predictedText = (predicted: number | null | undefined): string =>
  predicted == null ? '–' : `${digits(predicted * 100, 3)} %`

function resultFacts(record: RunRecord): (readonly [string, string])[] {
  const { best, median } = record.physical_baseline_error
  const { fit } = record.comparison.encoded
  return [
    ['ε_L per round', withInterval(record.logical_error)],
    ...(fit?.spam ? [['SPAM factor A, mean', withInterval(fit.spam)] as const] : []),
    ...byBasis(fit),
    ...goodness(fit),
    ['ε best qubit', best ? `${withInterval(best.error_per_round)}  (qubit ${best.qubit})` : '–'],
    ['ε median qubit', median ? `${withInterval(median.error_per_round)}  (qubit ${median.qubit})` : '–'],
    ['acceptance', withInterval(record.postselection_acceptance_rate)],
    ['gain over best', gainText(record.logical_gain.best)],
    ['gain over median', gainText(record.logical_gain.median)],
    ...(record.decoders ?? [])
      .slice(1)
      .map(other => [`ε_L by ${other.decoder}`, withInterval(other.logical_error)] as const),
    ['decoder', `${record.decoder} (${record.decoder_version}), seed ${record.seed}`],
  ]
}

const goodness = (fit: DecayFit | null): (readonly [string, string])[] =>
  fit?.deviance == null || fit.p_value == null
    ? []
    : [['fit', `deviance ${digits(fit.deviance, 3)} (${fit.degrees_of_freedom}), p = ${digits(fit.p_value, 2)}`]]

/** ε, and A where it is told apart, of each basis. */
const byBasis = (fit: DecayFit | null): (readonly [string, string])[] =>
  (fit?.bases ?? []).map((basis, b) => {
    const spam = fit?.spam_by_basis?.[b]
    const error = `ε ${digits(fit!.error_by_basis![b]!, 3)}`
    return [`basis ${basis}`, spam === undefined ? error : `${error}, A ${digits(spam, 4)}`]
  })

const newWarnings = ({ warnings }: RunRecord, module: ResolvedModule) =>
  warnings
    .filter(({ code }) => module.warnings.every(known => known.code !== code))
    .map(({ code, message }) => ['warning', `${code}: ${message}`] as const)

const VERDICTS = { gain: 'GAIN', no_gain: 'NO GAIN', inconclusive: 'INCONCLUSIVE' } as const

const gainText = ({ estimate, verdict }: Gain): string => `${withInterval(estimate)}  ${VERDICTS[verdict]}`

/** A move with a reset costs two CZ where a SWAP costs three. */
function movesText({ swap_count, reset_move_count = 0 }: ResolvedModule['schedule']): string {
  if (reset_move_count === 0) return `${swap_count} SWAPs`
  return `${swap_count} moves of the ancilla (${reset_move_count} with a reset, ${swap_count - reset_move_count} SWAPs)`
}
