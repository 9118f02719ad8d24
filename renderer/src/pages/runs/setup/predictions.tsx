/** What the calibration predicts for a run before it starts; labelled as predictions, with their method. */
import { Spinner } from '@blueprintjs/core'
import type { Warning } from '../../../../../main/contract/model/primitives'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import type { RunPrediction } from '../../../../../main/contract/runs/run'
import type { Debounced } from '../../../api/use-debounced'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { FoldedWarnings } from '../../../components/messages/warning-list'
import { SheetTable } from '../../../components/tables/sheet'
import { KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { PredictedTag } from '../../../components/values/tags-and-times'
import { faults, nanoseconds, percent } from '../../../draw/format/quantity'
import { isGateWarning } from '../../../draw/modules/module-text'
import { predictedByRounds } from '../../../draw/runs/prediction-text'
import { isDecisive, PredictedFigures } from './predicted-figures'
import { type RunRequestInput, requestedShots } from './run-draft'
import { ShotsNeeded } from './shots-needed'

interface Props {
  readonly module: ResolvedModule
  readonly prediction: Debounced<RunPrediction>
  /** null while the form has faults. */
  readonly request: RunRequestInput | null
  readonly takeShots: (shots: number) => void
}

export function Predictions({ module, prediction: { reply, problem, stale }, request, takeShots }: Props) {
  return (
    <Panel title="Predicted" className="pentad-even" tags={<PredictedTag />}>
      <p className="pentad-quiet">
        From calibration {module.calibration_id} by {module.noise_model_version}; nothing is measured yet.
      </p>
      <Currency waiting={stale && request !== null} faulty={request === null} older={reply !== null} />
      {problem && !stale && <ProblemMessage problem={problem} />}
      {reply && (
        <div className="pentad-stack" data-stale={stale} aria-busy={stale}>
          <PredictedFigures prediction={reply} />
          <ShotsNeeded prediction={reply} disabled={stale} takeShots={takeShots} />
          <SheetTable
            caption="Predicted by number of rounds"
            table={predictedByRounds(module, reply, requestedShots(request))}
            maxHeight={260}
          />
          <details>
            <summary>How this is predicted</summary>
            <p className="pentad-quiet">
              {reply.method} Interval of the gain: {reply.gain_best.estimate.method}.
            </p>
          </details>
          <FoldedWarnings of={reply.warnings.filter(isSaidHere)} />
        </div>
      )}
      <OfModule module={module} />
    </Panel>
  )
}

interface CurrencyProps {
  readonly waiting: boolean
  readonly faulty: boolean
  readonly older: boolean
}

/** Says whether the figures below belong to the current fields. */
const Currency = ({ waiting, faulty, older }: CurrencyProps) => (
  <p className="runs-currency pentad-quiet" role="status">
    {waiting && <Spinner size={14} aria-hidden />}
    {waiting && (older ? 'Predicting again; the figures below are for the previous fields.' : 'Predicting…')}
    {faulty && 'Not predicted: correct the marked field first.'}
  </p>
)

/** The start panel shows the warning of the gate, with the override, and the figures the one about the gain. */
const isSaidHere = (warning: Warning) => !isDecisive(warning) && !isGateWarning(warning)

const OfModule = ({ module: { diagnostics, predicted_round_duration_ns, chiplet } }: { module: ResolvedModule }) => (
  <KeyFigureList>
    <KeyFigure label="Δ_round" value={faults(diagnostics.delta_round.total)} note="predicted faults a round" />
    <KeyFigure
      label="Acceptance a round, detection"
      value={percent(diagnostics.predicted_detection_acceptance_per_round)}
      note={`from Δ in Pauli probabilities, ${faults(diagnostics.delta_pauli)}`}
    />
    <KeyFigure label="Round duration" value={nanoseconds(predicted_round_duration_ns)} note={`chiplet ${chiplet}`} />
  </KeyFigureList>
)
