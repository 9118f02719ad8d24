/** How many shots would decide the gain, with a button that enters them into the form, and the duration of the run as set up. */
import { Button } from '@blueprintjs/core'
import type { RunPrediction } from '../../../../../main/contract/runs/run'
import { KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { count } from '../../../draw/format/quantity'
import { duration } from '../../../draw/format/time'
import { bytes, shotsOffers } from '../../../draw/runs/prediction-text'

interface ShotsProps {
  readonly prediction: RunPrediction
  readonly disabled: boolean
  readonly takeShots: (shots: number) => void
}

export const ShotsNeeded = ({ prediction, disabled, takeShots }: ShotsProps) => (
  <section aria-label="Shots needed" className="pentad-stack">
    <h3>Shots needed</h3>
    <p>{prediction.shots_needed.text}</p>
    <div className="pentad-row">
      {shotsOffers(prediction).map(({ against, shots, possible }) => (
        <Button
          key={against}
          size="small"
          text={`Use ${count(shots)} shots, against the ${against}`}
          disabled={disabled || !possible}
          title={possible ? 'For each state and number of rounds' : 'More shots than one run may request'}
          onClick={() => takeShots(shots)}
        />
      ))}
    </div>
    <KeyFigureList>
      <KeyFigure label="Shots of the whole run" value={count(prediction.total_shots)} />
      <KeyFigure label="Predicted device time" value={duration(prediction.device_time_s * 1_000)} />
      {prediction.simulation_time_s != null && (
        <KeyFigure
          label="Estimated simulation time"
          value={duration(prediction.simulation_time_s * 1_000)}
          note="on this machine, an upper estimate"
        />
      )}
      <KeyFigure label="Raw bits on the disk" value={bytes(prediction.bytes)} />
    </KeyFigureList>
  </section>
)
