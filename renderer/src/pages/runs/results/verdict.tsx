/** Result of a run that ended: verdict and figures, or the reason why there are none. */
import { Callout } from '@blueprintjs/core'
import { estimateForm } from '../../../../../main/contract/model/estimate-bounds'
import { RATIO } from '../../../../../main/contract/numbers/interval-text'
import type { Comparison, Gain } from '../../../../../main/contract/runs/comparison'
import type { Run } from '../../../../../main/contract/runs/run'
import { Panel } from '../../../components/layout/page'
import { MethodNote } from '../../../components/messages/method-note'
import { EstimateFigure, KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { type Ending, endedText } from '../../../draw/format/job-and-run-text'
import { gainRemarks } from '../../../draw/runs/gain-remarks'
import { GAIN_INTENTS, gainFigure, gainSentence, VERDICT_TEXT } from '../../../draw/runs/run-text'
import { usableShotsText } from '../../../draw/runs/usable-shots'
import { SurvivalOutcome } from './survival-verdict'

interface Props {
  readonly run: Run
  /** Acceptance from the record, once that has been read. */
  readonly acceptance?: Comparison['acceptance']
}

export function RunVerdict({ run, acceptance = [] }: Props) {
  if (run.status === 'FAILED' || run.status === 'ABORTED') return <Stopped run={run} status={run.status} />
  return run.summary === null ? null : <Verdict run={run} acceptance={acceptance} summary={run.summary} />
}

const Stopped = ({ run, status }: { readonly run: Run; readonly status: Ending['status'] }) => (
  <Panel title="Outcome">
    <Callout intent={status === 'FAILED' ? 'danger' : 'warning'}>
      <h3>{endedText('run', { status, code: run.status_reason?.code ?? null })}</h3>
      {run.status_reason && <p>{run.status_reason.message}</p>}
      <p>
        <strong>What counts:</strong> {usableShotsText(run)}
      </p>
      <p>“Set up one like it” starts a run from the same fields.</p>
    </Callout>
  </Panel>
)

interface VerdictProps extends Required<Props> {
  readonly summary: NonNullable<Run['summary']>
}

function Verdict({ run, acceptance, summary }: VerdictProps) {
  const remarks = gainRemarks({ mode: run.request.mode, acceptance, logical_error: summary.logical_error })
  const qubit = (which: 'best' | 'median') => {
    const index = summary.survival_verdict?.qubits[which]
    const figure = which === 'best' ? summary.physical_best : summary.physical_median
    return index == null || estimateForm(figure).kind === 'nothing' ? '' : `, qubit ${index}`
  }
  return (
    <Panel title="Verdict" className="pentad-even">
      <div className="runs-verdicts">
        <GainVerdict gain={summary.gain_best} against="best" remarks={remarks} />
        <GainVerdict gain={summary.gain_median} against="median" />
      </div>
      {summary.survival_verdict && <SurvivalOutcome of={summary.survival_verdict} />}
      <KeyFigureList>
        <EstimateFigure label="Logical error a round, ε_L" figure={summary.logical_error} />
        <EstimateFigure label={`Best physical error a round${qubit('best')}`} figure={summary.physical_best} />
        <EstimateFigure label={`Median physical error a round${qubit('median')}`} figure={summary.physical_median} />
        <EstimateFigure label="Acceptance" figure={summary.acceptance} />
      </KeyFigureList>
    </Panel>
  )
}

interface GainProps {
  readonly gain: Gain
  readonly against: 'best' | 'median'
  /** Remarks about the run, after the sentence; the same for both qubits. */
  readonly remarks?: readonly string[]
}

const GainVerdict = ({ gain, against, remarks = [] }: GainProps) => (
  <div>
    <GainFigure gain={gain} label={`Logical gain against the ${against} physical qubit`} />
    <p>
      <strong>{VERDICT_TEXT[gain.verdict]}.</strong> {[gainSentence(gain, against), ...remarks].join(' ')}
    </p>
    {gain.against && <MethodNote about="the verdict">{gain.against.text}</MethodNote>}
  </div>
)

function GainFigure({ gain, label }: { readonly gain: Gain; readonly label: string }) {
  const intent = GAIN_INTENTS[gain.verdict]
  if (gain.estimate.value === null && gainFigure(gain) === 'no figure')
    return <KeyFigure label={label} value="no figure" intent={intent} />
  return <EstimateFigure label={label} figure={gain.estimate} unit={RATIO} intent={intent} />
}
