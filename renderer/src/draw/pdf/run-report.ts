/** The report of a run as a PDF: verdict, figures with intervals, warnings, plots, baselines, record sheet, provenance. */

import { labelled } from '../../../../main/contract/model/qubit-labels'
import { feasibilityOf } from '../../../../main/contract/modules/feasibility-gate'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../main/contract/runs/run'
import type { DataTable } from '../charts/chart'
import { INKS } from '../charts/colours'
import { RUN_CHARTS } from '../comparison/chart-list'
import { fitTable } from '../comparison/fit-table'
import { overlayPlot } from '../comparison/overlay-plot'
import { pooledAfter, recordedRounds } from '../comparison/pooled-survival'
import {
  predictedDecayPlot,
  predictedErrorOf,
  predictedErrorTable,
  predictedErrorText,
} from '../comparison/predicted-error'
import { survivalPlot, survivalTable } from '../comparison/survival-plot'
import { longerText, wallTimesTable, wallTimeTable } from '../comparison/wall-time-baseline'
import { confidence, count, estimate, NO_VALUE } from '../format/quantity'
import { utc } from '../format/time'
import { changedText, decodersTable, redecodingOverlay, redecodingTable } from '../records/redecoding'
import { recordSheet } from '../records/sheet'
import { replayedText } from '../runs/replay-text'
import { survivalDifferencesTable, survivalFacts, withinSentence } from '../runs/survival-text'
import { gainSentence, MODE_TEXT, VERDICT_TEXT } from '../runs/text'
import { pdfFile } from './file'
import { createFlow, type Flow } from './flow'

export interface ReportOf {
  readonly record: RunRecord
  /** What the user called the run. */
  readonly name: string | null
  readonly replay?: Run['replay']
  /** Decodings of the same bits by other decoders, as the window shows them. */
  readonly again?: readonly Redecoding[]
  /** ISO 8601: when the report was made. */
  readonly made: string
}

/** The bytes of the report; the same arguments give the same bytes. */
export function runReport(of: ReportOf): Uint8Array<ArrayBuffer> {
  const { record, made } = of
  const title = titleOf(of)
  const producer = `${record.software.name} ${record.software.version}`
  const flow = createFlow({
    title: `${title} · ${producer} · report made ${utc(made)}`,
    stamp: record.simulated ? 'SIMULATED' : '',
    foot: `run ${record.run_id} · calibration ${record.calibration_id}`,
  })
  for (const write of WRITERS) write(flow, of)
  return pdfFile(flow.pages(), { title, producer, created: made })
}

/** In the order of the report. */
const WRITERS = [
  opening,
  verdict,
  warnings,
  survival,
  beside,
  predictedError,
  plots,
  fits,
  baselines,
  decodedAgain,
  sheet,
  provenance,
]

const titleOf = ({ record, name }: ReportOf) => `Run ${name ?? record.run_id.slice(0, 8)}`

const QUIET = { colour: INKS.light.quiet }

function opening(flow: Flow, of: ReportOf): void {
  const { record } = of
  flow.heading(titleOf(of), 1)
  const where = `${record.logical_qubit_id} on ${record.backend_id}, code ${record.code}, chiplet ${record.chiplet}`
  flow.text(`${where}. ${MODE_TEXT[record.mode]}.`)
  const kind = record.simulated
    ? `Simulated by ${record.engine}${record.decay === 'exact' ? ', decay exact,' : ''} with noise ${record.noise_model_version} of calibration ${record.calibration_id}; nothing here was measured on a device.`
    : `Measured on the device under calibration ${record.calibration_id}.`
  flow.text(kind, { face: 'bold', colour: record.simulated ? INKS.light.simulated : INKS.light.ink })
  flow.text(`Executed ${utc(record.execution_timestamp)}; seed ${record.seed}; run ${record.run_id}.`, QUIET)
}

function verdict(flow: Flow, { record }: ReportOf): void {
  const { best, median } = record.logical_gain
  flow.heading('Verdict')
  flow.text(`${VERDICT_TEXT[best.verdict]} against the best physical qubit.`, { size: 12, face: 'bold' })
  flow.text(gainSentence(best, 'best'))
  flow.text(`${VERDICT_TEXT[median.verdict]} against the median physical qubit.`, { size: 12, face: 'bold' })
  flow.text(gainSentence(median, 'median'))
  const { survival_verdict, comparison } = record
  if (survival_verdict) {
    const words = `Survival against the best physical qubit: ${withinSentence(survival_verdict.verdict)}.`
    flow.text(words, { size: 12, face: 'bold' })
    flow.text(`${survival_verdict.text} A verdict of its own, which does not decide the gain.`)
  }
  const { selection, best: chosen } = comparison
  if (selection) {
    const which = chosen ? `qubit ${chosen.qubit}` : 'no qubit'
    flow.text(`Best: ${which}, chosen on ${count(selection.pilot_shots)} pilot shots. ${selection.text}`, QUIET)
  }
  flow.space(6)
  flow.table(figures(record))
}

function beside(flow: Flow, { record: { comparison } }: ReportOf): void {
  const { survival_verdict, physical_wall_time } = comparison
  if (survival_verdict) {
    flow.heading('Survival verdict')
    flow.table(survivalDifferencesTable(survival_verdict))
    flow.space(4)
    flow.table(survivalFacts(survival_verdict))
  }
  if (physical_wall_time) {
    flow.heading('At the wall times of the shots')
    flow.text(`${longerText(physical_wall_time)} ${physical_wall_time.text}`)
    flow.space(4)
    flow.table(wallTimeTable(comparison))
    flow.space(4)
    flow.table(wallTimesTable(physical_wall_time))
  }
}

const figures = (record: RunRecord): DataTable => {
  const { best, median } = record.physical_baseline_error
  const physical = (name: string, one: typeof best) => [
    `${name} physical error a round${one === null ? '' : `, qubit ${labelled(one.qubit, record.qubit_labels)}`}`,
    one === null ? NO_VALUE : estimate(one.error_per_round),
    one === null ? NO_VALUE : confidence(one.error_per_round),
  ]
  const acceptance = record.postselection_acceptance_rate
  return {
    columns: ['Figure', 'Value and interval', 'Confidence, method'],
    rows: [
      ['Logical error a round, ε_L', estimate(record.logical_error), confidence(record.logical_error)],
      physical('Best', best),
      physical('Median', median),
      ['Acceptance', estimate(acceptance), confidence(acceptance)],
      ['State preparation fidelity', estimate(record.state_prep_fidelity), confidence(record.state_prep_fidelity)],
    ],
  }
}

const OVERRIDDEN = {
  passed: 'The feasibility gate passed; the override was not needed.',
  failed: 'The feasibility gate failed and was overridden on purpose.',
  unknown: 'The feasibility gate is undecided, because a T2 is not known, and was overridden on purpose.',
}

function warnings(flow: Flow, { record }: ReportOf): void {
  if (record.warnings.length === 0 && !record.override) return
  flow.heading('Warnings')
  if (record.override) flow.text(OVERRIDDEN[record.gate ? feasibilityOf(record.gate) : 'failed'], { face: 'bold' })
  for (const { code, message } of record.warnings) flow.text(`${code}: ${message}`, { colour: INKS.light.warn })
}

/** Points of the large plot, and of each small one. */
const SURVIVAL = 250
const SMALL = 190

function survival(flow: Flow, { record }: ReportOf): void {
  flow.heading('Survival against rounds', 2, SURVIVAL)
  flow.charts([{ caption: '', chart: survivalPlot(record.comparison, 'light') }], SURVIVAL)
  flow.text(
    'Points are pooled over the prepared states, bars are their intervals. Lines are the fit P(R) = ½[1 + A(1−2ε)^R]; bands span the interval of ε. At the dotted line the state is lost.',
    QUIET,
  )
  flow.space(4)
  flow.table(survivalTable(record.comparison))
}

function predictedError(flow: Flow, { record: { comparison, calibration_id, noise_model_version } }: ReportOf): void {
  const error = predictedErrorOf(comparison)
  const chart = predictedDecayPlot(comparison, 'light')
  if (error === null || chart === null) return
  flow.heading('Logical error, predicted and measured', 2, SMALL)
  flow.text(predictedErrorText(error))
  flow.space(4)
  flow.table(predictedErrorTable(error))
  flow.charts([{ caption: 'Encoded survival, measured and predicted', chart }], SMALL)
  flow.text(
    `Predicted is the logical error alone, before the run, from calibration ${calibration_id} by ${noise_model_version}; the dashed decay has the A and the ratio of the bases that the run measured.`,
    QUIET,
  )
}

function decodedAgain(flow: Flow, { record, again = [] }: ReportOf): void {
  const recorded = decodersTable(record)
  if (recorded) {
    flow.heading('Decoders on the same bits, as recorded')
    flow.table(recorded)
  }
  for (const decoding of again) {
    flow.heading(`Decoded again with ${decoding.decoder}`, 2, SMALL)
    flow.text(`${changedText(decoding)} Both are read from the same bits; the record stays as it is.`)
    flow.space(4)
    flow.table(redecodingTable(record, decoding))
    const chart = overlayPlot(redecodingOverlay(record, decoding), 'light', false)
    flow.charts([{ caption: 'Survival by both decoders', chart }], SMALL)
  }
}

function plots(flow: Flow, { record }: ReportOf): void {
  const all = RUN_CHARTS.flatMap(({ title, plot }) => {
    const chart = plot(record, 'light')
    return chart === null ? [] : [{ caption: title, chart }]
  })
  if (all.length === 0) return
  flow.heading('Gain, errors, residuals, acceptance', 2, SMALL)
  for (let at = 0; at < all.length; at += 2) flow.charts(all.slice(at, at + 2), SMALL)
}

function fits(flow: Flow, { record }: ReportOf): void {
  flow.heading('Per-round fit')
  flow.table(fitTable(record.comparison))
}

function baselines(flow: Flow, { record }: ReportOf): void {
  const { physical, best, median } = record.comparison
  const marks = (qubit: number) =>
    [qubit === best?.qubit ? 'best' : '', qubit === median?.qubit ? 'median' : ''].filter(Boolean).join(', ')
  const lengths = recordedRounds(record)
  flow.heading('Physical baselines')
  flow.text(record.physical_baseline_definition, QUIET)
  flow.space(4)
  flow.table({
    columns: ['Qubit', 'Role', 'Note', 'Error per round', ...lengths.map(rounds => `After R = ${rounds}`)],
    rows: physical.map(({ qubit, role, skipped, fit, points }) => [
      qubit,
      role,
      skipped ?? marks(qubit),
      fit === null ? NO_VALUE : estimate(fit.error_per_round),
      ...lengths.map(rounds => {
        const pooled = pooledAfter(points, rounds)
        return pooled === null ? NO_VALUE : estimate(pooled)
      }),
    ]),
  })
}

/** Points of the column of names. */
const FIELD = 150

function sheet(flow: Flow, { record }: ReportOf): void {
  flow.space(16)
  flow.heading('Run record', 1)
  flow.text(`Format ${record.record_version}. Wire names as in the JSON of the record.`, QUIET)
  for (const { group, rows } of recordSheet(record)) {
    flow.heading(group)
    flow.table({ columns: ['Field', 'Value'], rows: rows.map(({ field, lines }) => [field, lines.join('\n')]) }, FIELD)
  }
}

function provenance(flow: Flow, { record, made, replay }: ReportOf): void {
  flow.heading('Bit files')
  if (replay) flow.text(`A replay of run ${replay.of}: ${replayedText(replay.identical)}.`)
  flow.text(`Every figure above can be decoded anew from these packed files. Report made ${utc(made)}.`, QUIET)
  flow.space(4)
  flow.table({
    columns: ['State', 'Rounds', 'Shots', 'Bits a shot', 'Seed', 'SHA-256'],
    rows: record.shot_files.map(({ state, rounds, shots, bits_per_shot, seed, sha256 }) => [
      state,
      rounds,
      count(shots),
      bits_per_shot,
      seed ?? 'measured',
      sha256,
    ]),
  })
}
