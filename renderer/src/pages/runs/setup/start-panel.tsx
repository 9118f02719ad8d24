/** Cost, time and predicted verdict of a run, visible beside the button that starts it. */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import type { BackendSummary } from '../../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { RATIO } from '../../../../../main/contract/numbers/interval-text'
import { thousands } from '../../../../../main/contract/numbers/number-text'
import type { RunEstimate, RunPrediction } from '../../../../../main/contract/runs/run'
import { ActionButton } from '../../../components/controls/action-button'
import { NEXT_KEY } from '../../../components/controls/next-step'
import { Panel } from '../../../components/layout/page'
import { GateCallout } from '../../../components/messages/module-verdicts'
import { EstimateFigure, KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { PredictedTag } from '../../../components/values/tags-and-times'
import { duration } from '../../../draw/format/time'
import { type ShotsOffer, shotsOffers } from '../../../draw/runs/prediction-text'
import { gainFigure } from '../../../draw/runs/run-text'
import { RunCost } from './run-cost'
import type { RunFieldsProps } from './run-draft'

/** Id of the form, which stands in another panel than its submit button. */
export const FORM_ID = 'run-form'

interface Props extends RunFieldsProps {
  readonly module: ResolvedModule
  readonly backend: BackendSummary | undefined
  readonly mode: BackendSummary['mode']
  readonly estimate: RunEstimate | null
  /** Prediction for the current fields; null until it is known. */
  readonly prediction: RunPrediction | null
  readonly allowed: boolean
  readonly running: boolean
}

export const StartPanel = ({ module, backend, mode, estimate, prediction, allowed, running, ...fields }: Props) => (
  <Panel title="Before the start" className="runs-start" tags={<PredictedTag />}>
    <KeyFigureList>
      <Ahead prediction={prediction} {...fields} />
    </KeyFigureList>
    {module.gate.passed || <Override module={module} {...fields} />}
    {backend?.online === false && <Callout intent="warning">Offline: {backend.offline_reason}</Callout>}
    <div className="pentad-row">
      <ActionButton
        type="submit"
        form={FORM_ID}
        intent="primary"
        icon={<Play />}
        disabled={!allowed}
        loading={running}
        aria-keyshortcuts={NEXT_KEY}
        className="pentad-next"
      >
        Start the run <kbd aria-hidden>{NEXT_KEY}</kbd>
      </ActionButton>
      <RunCost estimate={estimate} mode={mode} starting={running} />
      {mode === 'live' && (
        <span className="pentad-quiet">
          As the run costs tokens, <kbd>{NEXT_KEY}</kbd> only moves to the button; <kbd>Enter</kbd> starts it.
        </span>
      )}
    </div>
  </Panel>
)

const GAIN = 'Gain against the best qubit'

function Ahead({ prediction, ...fields }: Pick<Props, 'prediction'> & RunFieldsProps) {
  if (prediction === null) return <KeyFigure label={GAIN} value="…" note="being predicted" />
  const { device_time_s, simulation_time_s, shots_needed, gain_best } = prediction
  const offers = shotsOffers(prediction)
  return (
    <>
      {gain_best.estimate.value === null ? (
        <KeyFigure label={GAIN} value={gainFigure(gain_best)} note="no value could be predicted" />
      ) : (
        <EstimateFigure label={GAIN} figure={gain_best.estimate} unit={RATIO} />
      )}
      <KeyFigure
        label="Shots to decide it"
        value={shots_needed.best === null ? 'no number of shots does' : thousands(shots_needed.best)}
        note={<ShotsNote offer={offers.find(({ against }) => against === 'best')} {...fields} />}
      />
      <KeyFigure label="Device time" value={duration(device_time_s * 1_000)} />
      {simulation_time_s != null && (
        <KeyFigure label="Simulation time" value={`≤ ${duration(simulation_time_s * 1_000)}`} note="on this machine" />
      )}
    </>
  )
}

/** Offers the number of shots to the form, whose own number may cost hundreds of times as much. */
function ShotsNote({ offer, draft, change }: RunFieldsProps & { readonly offer: ShotsOffer | undefined }) {
  if (offer === undefined) return '“Predicted” below says why'
  const { shots, possible } = offer
  return (
    <>
      for each state and number of rounds{' '}
      {possible && draft.shots !== String(shots) && (
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          text={`Take ${thousands(shots)}`}
          aria-label={`Take ${thousands(shots)} shots`}
          onClick={() => change({ shots: String(shots) })}
        />
      )}
    </>
  )
}

const Override = ({ module, draft, change }: RunFieldsProps & { readonly module: ResolvedModule }) => (
  <>
    <GateCallout module={module} />
    <Checkbox
      className="runs-override"
      checked={draft.override}
      onChange={event => change({ override: event.currentTarget.checked })}
      label="I have read this warning and run the module anyway"
    />
  </>
)

/** Moves the focus to the first in the page of: a missing override, the start button, the way to more tokens, a field with a fault. */
export function focusFirstQuestion(): void {
  const asked = document.querySelector<HTMLElement>(
    `#${FORM_ID} [aria-invalid="true"], .runs-override input:not(:checked), .runs-start button[type="submit"]:enabled, .runs-start .pentad-cost :is(a, button)`,
  )
  asked?.focus()
  asked?.scrollIntoView({ block: 'center' })
}
