/** The logical error that was predicted before the run, judged by what was measured. */
import { useMemo } from 'react'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import { withRunName } from '../../../draw/comparison/diagnostic-plots'
import {
  predictedDecayPlot,
  predictedDecayTable,
  predictedErrorOf,
  predictedErrorTable,
  predictedErrorText,
} from '../../../draw/comparison/predicted-error'
import { Plot } from '../../../show/drawings/plot'
import { Panel } from '../../../show/page'
import { SheetTable } from '../../../show/tables/sheet'
import { SimulatedTag } from '../../../show/tags'
import { useScheme } from '../../../state/preferences'

const TITLE = 'Logical error, predicted and measured'

/** Nothing for a record without a prediction. */
export function PredictedErrorPanel({ record }: { readonly record: RunRecord }) {
  const error = predictedErrorOf(record.comparison)
  if (error === null) return null
  return (
    <Panel title={TITLE} tags={record.simulated && <SimulatedTag />}>
      <p>{predictedErrorText(error)}</p>
      <SheetTable caption={TITLE} table={predictedErrorTable(error)} />
      <Decay record={record} />
      <p className="pentad-quiet">
        Predicted is ε_L alone, before the run, from calibration {record.calibration_id} by {record.noise_model_version}
        ; the dashed decay has the A and the ratio of the bases that the run measured. Its band spans the interval of
        the predicted ε_L.
      </p>
    </Panel>
  )
}

function Decay({ record }: { readonly record: RunRecord }) {
  const scheme = useScheme()
  const chart = useMemo(() => {
    const drawn = predictedDecayPlot(record.comparison, scheme)
    return drawn && withRunName(drawn, record)
  }, [record, scheme])
  return (
    chart && (
      <Plot
        simulated={record.simulated}
        label="Encoded survival, measured and predicted"
        chart={chart}
        table={predictedDecayTable(record.comparison)}
        height={320}
        fileName={`run-${record.run_id.slice(0, 8)}-predicted`}
      />
    )
  )
}
