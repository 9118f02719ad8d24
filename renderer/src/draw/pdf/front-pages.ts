/** The first pages of a run's report: what came out, the figure that shows it, where and how it was measured, and what to mind. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { utc } from '../../../../main/contract/model/iso-time'
import { STATE_TEXT } from '../../../../main/contract/model/protocols'
import { labelled } from '../../../../main/contract/model/qubit-labels'
import { feasibilityOf } from '../../../../main/contract/modules/feasibility-gate'
import type { Gain } from '../../../../main/contract/runs/comparison'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../main/contract/runs/run'
import type { DataTable } from '../charts/chart'
import { FIGURE_VERDICTS, INKS } from '../charts/colours'
import { type HeadlineView, headlineFigure, keepsAll } from '../comparison/headline'
import { predictedErrorOf, predictedErrorText } from '../comparison/predicted-error'
import { shortId } from '../format/job-and-run-text'
import { confidence, count, estimate, NO_VALUE, nanoseconds } from '../format/quantity'
import { ratio } from '../modules/module-text'
import { gainRemarks } from '../runs/gain-remarks'
import { gainFigure, gainSentence, MODE_TEXT, roundsList, VERDICT_TEXT } from '../runs/run-text'
import { withinSentence } from '../runs/survival-text'
import { chipletDrawing } from './chiplet-drawing'
import { type Flow, WIDTH } from './flow'

/** What the report of a run is made from. */
export interface ReportOf {
  readonly record: RunRecord
  /** Name that the user gave the run. */
  readonly name: string | null
  /** The device as it is drawn; null where it is not known any more. */
  readonly backend: Backend | null
  readonly replay?: Run['replay']
  /** Decodings of the same bits by other decoders, as the window shows them. */
  readonly again?: readonly Redecoding[]
  /** As the headline figure is shown in the window. */
  readonly view?: Pick<HeadlineView, 'quantity' | 'axis'>
  /** ISO 8601: when the report was made. */
  readonly made: string
}

/** Title of the report of a run. */
export const reportTitle = (record: Pick<RunRecord, 'run_id'>, name: string | null): string =>
  `Run ${name ?? shortId(record.run_id)}`

const QUIET = { colour: INKS.light.quiet }

export function frontPages(flow: Flow, of: ReportOf): void {
  for (const write of [opening, verdict, headline, keyFigures, module, methods, warnings]) write(flow, of)
}

function opening(flow: Flow, { record, name }: ReportOf): void {
  flow.heading(reportTitle(record, name), 1)
  const where = `${record.logical_qubit_id} on ${record.backend_id}, chiplet ${record.chiplet}, code ${record.code}`
  flow.text(`${where}. ${MODE_TEXT[record.mode]}. Executed ${utc(record.execution_timestamp)}.`)
  const decay = record.decay === 'exact' ? ', with exact decay,' : ''
  const kind = record.simulated
    ? `Simulated by ${record.engine}${decay} with noise model ${record.noise_model_version} of calibration ${record.calibration_id}; nothing here was measured on a device.`
    : `Measured on the device under calibration ${record.calibration_id}.`
  flow.text(kind, { face: 'bold', colour: record.simulated ? INKS.light.simulated : INKS.light.ink })
}

function verdict(flow: Flow, { record }: ReportOf): void {
  const { best, median } = record.logical_gain
  const survival = record.survival_verdict
  flow.heading('Verdict', 2, 80)
  const remarks = gainRemarks({ ...record, acceptance: record.comparison.acceptance })
  flow.columns([
    () => gainVerdict(flow, best, { against: 'best', remarks }),
    () => gainVerdict(flow, median, { against: 'median' }),
  ])
  if (!survival) return
  flow.space(3)
  flow.text(`Survival against the best physical qubit: ${withinSentence(survival.verdict)}.`, {
    face: 'bold',
    size: 10,
  })
  flow.text('It includes preparation and readout. It is a separate verdict and does not decide the gain.', QUIET)
}

interface GainWords {
  readonly against: 'best' | 'median'
  /** Sentences after the verdict's own. */
  readonly remarks?: readonly string[]
}

function gainVerdict(flow: Flow, gain: Gain, { against, remarks = [] }: GainWords): void {
  const colour = FIGURE_VERDICTS.light[gain.verdict]
  flow.text(`${VERDICT_TEXT[gain.verdict]} against the ${against} physical qubit`, { face: 'bold', size: 10 })
  flow.text(gainFigure(gain), { face: 'bold', size: 15, colour })
  flow.text([gainSentence(gain, against), ...remarks].join(' '), { size: 8.5 })
}

function headline(flow: Flow, { record, view }: ReportOf): void {
  const { quantity = 'error', axis = 'rounds' } = view ?? {}
  const last = keepsAll(record) ? '' : '; d, acceptance, measured and predicted'
  flow.space(4)
  flow.figure(
    headlineFigure(record, { quantity, axis, width: 178, scheme: 'light' }),
    `Figure 1. a, ${quantity === 'error' ? 'error 1 − P(R)' : 'survival P(R)'}, pooled over the prepared states, with 95 % intervals and the fits P(R) = ½[1 + A(1−2ε)^R]; bands span the interval of ε. b, physical error over encoded error after as many rounds, preparation and readout included: above 1 the encoded state has failed less often. It is not the gain, which is the ratio of ε. c, residuals of the fits, a point for each basis; letters name it beyond one standard error${last}.`,
  )
}

function keyFigures(flow: Flow, { record }: ReportOf): void {
  flow.heading('Figures', 2, 70)
  flow.table(figures(record))
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

function module(flow: Flow, { record, backend }: ReportOf): void {
  flow.heading('Module', 2, 240)
  const facts = moduleFacts(record)
  if (backend === null) {
    flow.text('The device is not in the catalogue any more, so the module is not drawn.', QUIET)
    flow.table(facts)
    return
  }
  const caption =
    'Figure 2. The module on its chiplet: D, data; A, syndrome ancilla; F, flag; R, routing; below each letter the index of the qubit.'
  flow.beside(chipletDrawing(backend, record, WIDTH * 0.42), caption, facts)
}

function moduleFacts(record: RunRecord): DataTable {
  const at = (qubit: number) => labelled(qubit, record.qubit_labels)
  const { value_ns, source } = record.round_duration_measured
  const gate = record.gate ? `, feasibility gate ${feasibilityOf(record.gate)}` : ''
  return {
    columns: ['Module', record.logical_qubit_id],
    rows: [
      [
        'Data qubits',
        Object.entries(record.data_qubits)
          .map(([name, qubit]) => `${name} ${at(qubit)}`)
          .join(', '),
      ],
      ['Syndrome ancilla, flag', `A ${at(record.syndrome_ancilla)}, F ${at(record.flag_qubit)}`],
      ['Routing', record.routing_qubits.length === 0 ? 'none' : record.routing_qubits.map(at).join(', ')],
      ['Fault tolerance', record.ft_preserved ? 'preserved, by enumeration of all single faults' : 'not preserved'],
      ['T_round', `${nanoseconds(value_ns)}, ${source}`],
      ['Coherence ratio', `${ratio(record.coherence_ratio)}${gate}`],
      ['Calibration', record.calibration_id],
      ['Schedule', record.schedule_hash.slice(0, 16)],
    ],
  }
}

function methods(flow: Flow, { record }: ReportOf): void {
  const states = record.states.map(state => `|${STATE_TEXT[state]}⟩`).join(', ')
  flow.heading('Methods')
  const said = [
    [
      'Experiment',
      `${count(record.shots)} shots for each of the states ${states} and each of R = ${roundsList(record.rounds)} rounds; protocol ${record.protocol}, seed ${record.seed}.`,
    ],
    ['Preparation', sentence(record.encoding_method)],
    ['Readout', sentence(record.readout_method)],
    ['Reset', sentence(record.reset_method)],
    ['Decoupling', record.dd?.text ?? (record.dd_applied ? 'applied.' : 'none.')],
    ['Decoding', `${record.decoder}, version ${record.decoder_version}.`],
    ['Physical baseline', `${sentence(record.physical_baseline_definition)} ${selectionText(record)}`],
    [
      'Estimates',
      'Binomial maximum likelihood over all numbers of rounds, for each basis by itself; ε is the mean over the bases. Intervals of the error ratios are of independent errors (MOVER-R, Donner and Zou 2012).',
    ],
    ...predictedParts(record),
  ] as const
  for (const [what, words] of said) flow.remark(what, words)
}

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

function selectionText({ comparison: { selection, best } }: RunRecord): string {
  if (!selection) return ''
  return `Best: ${best ? `qubit ${best.qubit}` : 'no qubit'}, chosen on ${count(selection.pilot_shots)} pilot shots. ${selection.text}`
}

function predictedParts({ comparison }: RunRecord): (readonly [string, string])[] {
  const error = predictedErrorOf(comparison)
  return error === null ? [] : [['Prediction', predictedErrorText(error)]]
}

const OVERRIDDEN = {
  passed: 'The feasibility gate passed; the override was not needed.',
  failed: 'The feasibility gate failed and was overridden on purpose.',
  unknown: 'The feasibility gate is undecided, because a T2 is not known, and was overridden on purpose.',
}

function warnings(flow: Flow, { record }: ReportOf): void {
  flow.heading('Warnings')
  if (record.override) flow.text(OVERRIDDEN[record.gate ? feasibilityOf(record.gate) : 'failed'], { face: 'bold' })
  for (const { message } of record.warnings) {
    flow.text(sentence(message), { size: 8.5, colour: INKS.light.warn })
    flow.space(3)
  }
  if (record.warnings.length === 0 && !record.override) flow.text('None.', QUIET)
}
