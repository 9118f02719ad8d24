/** The logical error that was predicted before the run, judged by what was measured. */
import { useMemo } from 'react'
import {
  predictedDecayPlot,
  predictedDecayTwin,
  predictedErrorOf,
  predictedErrorTwin,
  predictedErrorWords,
} from '../../../draw/comparison/predicted-error'
import { named } from '../../../draw/comparison/diagnostic-plots'
import { useScheme } from '../../../state/preferences'
import { Panel } from '../../../show/page'
import { Plot } from '../../../show/drawings/plot'
import { SheetTable } from '../../../show/tables/sheet'
import { SimulatedTag } from '../../../show/tags'
import type { RecordProps } from '../record-props'

const TITLE = 'Logical error, predicted and measured'

/** Nothing for a record without a prediction. */
export function PredictedErrorPanel({ record }: RecordProps) {
  const error = predictedErrorOf(record.comparison)
  if (error === null) return null
  return (
    <Panel title={TITLE} tags={record.simulated && <SimulatedTag />}>
      <p>{predictedErrorWords(error)}</p>
      <SheetTable caption={TITLE} twin={predictedErrorTwin(error)} />
      <Decay record={record} />
      <p className="pentad-quiet">
        Predicted is ε_L alone, before the run, from calibration {record.calibration_id} by {record.noise_model_version}
        ; the dashed decay has the A and the ratio of the bases that the run measured. Its band spans the interval of
        the predicted ε_L.
      </p>
    </Panel>
  )
}

function Decay({ record }: RecordProps) {
  const scheme = useScheme()
  const chart = useMemo(() => {
    const drawn = predictedDecayPlot(record.comparison, scheme)
    return drawn && named(drawn, record)
  }, [record, scheme])
  return (
    chart && (
      <Plot
        simulated={record.simulated}
        label="Encoded survival, measured and predicted"
        chart={chart}
        twin={predictedDecayTwin(record.comparison)}
        height={320}
        fileName={`run-${record.run_id.slice(0, 8)}-predicted`}
      />
    )
  )
}
