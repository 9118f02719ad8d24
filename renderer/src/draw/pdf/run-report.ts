/** The report of a run as a PDF: verdict, figures with intervals, warnings, plots, baselines, record sheet, provenance. */
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../main/contract/runs/run'
import { INKS } from '../charts/colours'
import type { Twin } from '../charts/plotly-layout'
import { fitTwin } from '../comparison/fit-table'
import { overlayPlot } from '../comparison/overlay-plot'
import { pooledAfter } from '../comparison/pooled-survival'
import { predictedDecayPlot, predictedErrorOf, predictedErrorTwin, predictedErrorWords } from '../comparison/predicted-error'
import { ABSENT, confidence, count, estimate, utc } from '../format/quantity'
import { recordSheet } from '../records/sheet'
import { changedWords, decodersTwin, redecodingOverlay, redecodingTwin } from '../records/redecoding'
import { replayedWords } from '../runs/replay-text'
import { RUN_CHARTS } from '../comparison/chart-list'
import { gainSentence, MODE_WORDS, VERDICT_WORDS } from '../run-words'
import { survivalPlot, survivalTwin } from '../comparison/survival-plot'
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
  flow.text(`${where}. ${MODE_WORDS[record.mode]}.`)
  const kind = record.simulated
    ? `Simulated by ${record.engine}${record.decay === 'exact' ? ', decay exact,' : ''} with noise ${record.noise_model_version} of calibration ${record.calibration_id}; nothing here was measured on a device.`
    : `Measured on the device under calibration ${record.calibration_id}.`
  flow.text(kind, { face: 'bold', colour: record.simulated ? INKS.light.simulated : INKS.light.ink })
  flow.text(`Executed ${utc(record.execution_timestamp)}; seed ${record.seed}; run ${record.run_id}.`, QUIET)
}

function verdict(flow: Flow, { record }: ReportOf): void {
  const { best, median } = record.logical_gain
  flow.heading('Verdict')
  flow.text(`${VERDICT_WORDS[best.verdict]} against the best physical qubit.`, { size: 12, face: 'bold' })
  flow.text(gainSentence(best, 'best'))
  flow.text(`${VERDICT_WORDS[median.verdict]} against the median physical qubit.`, { size: 12, face: 'bold' })
  flow.text(gainSentence(median, 'median'))
  flow.space(6)
  flow.table(figures(record))
}

const figures = (record: RunRecord): Twin => {
  const { best, median } = record.physical_baseline_error
  const physical = (name: string, one: typeof best) => [
    `${name} physical error a round${one === null ? '' : `, qubit ${one.qubit}`}`,
    one === null ? ABSENT : estimate(one.error_per_round),
    one === null ? ABSENT : confidence(one.error_per_round),
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

function warnings(flow: Flow, { record }: ReportOf): void {
  if (record.warnings.length === 0 && !record.override) return
  flow.heading('Warnings')
  if (record.override) flow.text('The feasibility gate failed and was overridden on purpose.', { face: 'bold' })
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
  flow.table(survivalTwin(record.comparison))
}

function predictedError(flow: Flow, { record: { comparison, calibration_id, noise_model_version } }: ReportOf): void {
  const error = predictedErrorOf(comparison)
  const chart = predictedDecayPlot(comparison, 'light')
  if (error === null || chart === null) return
  flow.heading('Logical error, predicted and measured', 2, SMALL)
  flow.text(predictedErrorWords(error))
  flow.space(4)
  flow.table(predictedErrorTwin(error))
  flow.charts([{ caption: 'Encoded survival, measured and predicted', chart }], SMALL)
  flow.text(
    `Predicted is the logical error alone, before the run, from calibration ${calibration_id} by ${noise_model_version}; the dashed decay has the A and the ratio of the bases that the run measured.`,
    QUIET,
  )
}

function decodedAgain(flow: Flow, { record, again = [] }: ReportOf): void {
  const recorded = decodersTwin(record)
  if (recorded) {
    flow.heading('Decoders on the same bits, as recorded')
    flow.table(recorded)
  }
  for (const decoding of again) {
    flow.heading(`Decoded again with ${decoding.decoder}`, 2, SMALL)
    flow.text(`${changedWords(decoding)} Both are read from the same bits; the record stays as it is.`)
    flow.space(4)
    flow.table(redecodingTwin(record, decoding))
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
  flow.table(fitTwin(record.comparison))
}

function baselines(flow: Flow, { record }: ReportOf): void {
  const { physical, best, median } = record.comparison
  const marks = (qubit: number) =>
    [qubit === best?.qubit ? 'best' : '', qubit === median?.qubit ? 'median' : ''].filter(Boolean).join(', ')
  flow.heading('Physical baselines')
  flow.text(record.physical_baseline_definition, QUIET)
  flow.space(4)
  flow.table({
    columns: ['Qubit', 'Role', 'Note', 'Error per round', ...record.rounds.map(rounds => `After R = ${rounds}`)],
    rows: physical.map(({ qubit, role, skipped, fit, points }) => [
      qubit,
      role,
      skipped ?? marks(qubit),
      fit === null ? ABSENT : estimate(fit.error_per_round),
      ...record.rounds.map(rounds => {
        const pooled = pooledAfter(points, rounds)
        return pooled === null ? ABSENT : estimate(pooled)
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
  if (replay) flow.text(`A replay of run ${replay.of}: ${replayedWords(replay.identical)}.`)
  flow.text(`Every figure above can be decoded anew from these packed files. Report made ${utc(made)}.`, QUIET)
  flow.space(4)
  flow.table({
    columns: ['State', 'Rounds', 'Shots', 'Bits a shot', 'Seed', 'SHA-256'],
    rows: record.shot_files.map(({ state, rounds, shots, bits_per_shot, seed, sha256 }) => [
      state,
      rounds,
      count(shots),
      bits_per_shot,
      seed,
      sha256,
    ]),
  })
}
