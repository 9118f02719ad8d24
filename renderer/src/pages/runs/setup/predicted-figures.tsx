/** Predicted figures of a run: errors a round, and the gain with its interval and verdict. */
import { Callout } from '@blueprintjs/core'
import type { Warning } from '../../../../../main/contract/model/primitives'
import { RATIO } from '../../../../../main/contract/numbers/interval-text'
import type { Gain } from '../../../../../main/contract/runs/comparison'
import type { RunPrediction } from '../../../../../main/contract/runs/run'
import { SPAM_INCLUDED } from '../../../../../main/contract/runs/survival'
import { EstimateFigure, KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { percent } from '../../../draw/format/quantity'
import { GAIN_INTENTS, gainFigure, gainSentence, VERDICT_TEXT } from '../../../draw/runs/run-text'
import { PredictedSpam } from '../results/spam'

/** Whether a warning is shown before everything else, as it decides whether to run at all. */
export const isDecisive = ({ code }: Warning) => code === 'predicted_no_gain'

export function PredictedFigures({ prediction }: { readonly prediction: RunPrediction }) {
  const decisive = prediction.warnings.filter(isDecisive)
  return (
    <>
      {decisive.map(({ code, message }) => (
        <Callout key={code} compact intent="danger">
          <p>{message}</p>
        </Callout>
      ))}
      <KeyFigureList>
        <PredictedGain gain={prediction.gain_best} against="best" />
        <PredictedGain gain={prediction.gain_median} against="median" />
      </KeyFigureList>
      <KeyFigureList>
        <EstimateFigure label="Predicted logical error a round, ε_L" figure={prediction.logical_error} />
        <Physical which="best" of={prediction.physical_best} />
        <Physical which="median" of={prediction.physical_median} />
      </KeyFigureList>
      <PredictedSpam prediction={prediction} />
      {prediction.survival && (
        <p>
          <strong>Predicted survival, {SPAM_INCLUDED}:</strong> {prediction.survival.crossing.text}. To measure ε_L:{' '}
          {prediction.survival.measurable.text}.
        </p>
      )}
    </>
  )
}

interface PhysicalProps {
  readonly which: 'best' | 'median'
  readonly of: RunPrediction['physical_best']
}

const Physical = ({ which, of }: PhysicalProps) => (
  <KeyFigure
    label={`Predicted ${which} physical error a round`}
    value={of === null ? 'no qubit' : percent(of.error_per_round)}
    note={of === null ? 'no qubit has all the figures that this needs' : `qubit ${of.qubit}, exact`}
  />
)

function PredictedGain({ gain, against }: { readonly gain: Gain; readonly against: 'best' | 'median' }) {
  const label = `Predicted gain against the ${against}`
  const look = { label, intent: GAIN_INTENTS[gain.verdict], verdict: VERDICT_TEXT[gain.verdict].toLowerCase() }
  if (gain.estimate.value !== null) return <EstimateFigure {...look} figure={gain.estimate} unit={RATIO} />
  return <KeyFigure {...look} value={`${gainFigure(gain)} · ${look.verdict}`} note={gainSentence(gain, against)} />
}
