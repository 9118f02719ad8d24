/** The logical error that was predicted before the run, judged by what was measured. */
import { useCallback } from 'react'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import { FigureView } from '../../../components/figures/figure-view'
import { Panel } from '../../../components/layout/page'
import { MethodNote } from '../../../components/messages/method-note'
import { SheetTable } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import type { Scheme } from '../../../draw/charts/colours'
import type { ColumnWidth, HeadlineView } from '../../../draw/comparison/headline'
import {
  predictedDecayFigure,
  predictedDecayTable,
  predictedErrorOf,
  predictedErrorTable,
  predictedErrorText,
} from '../../../draw/comparison/predicted-error'
import { shortId } from '../../../draw/format/job-and-run-text'

const TITLE = 'Logical error, predicted and measured'

interface Props {
  readonly record: RunRecord
  readonly view: Pick<HeadlineView, 'quantity' | 'axis'>
}

/** Nothing for a record without a prediction. */
export function PredictedErrorPanel({ record, view }: Props) {
  const error = predictedErrorOf(record.comparison)
  if (error === null) return null
  return (
    <Panel title={TITLE} tags={record.simulated && <SimulatedTag />}>
      <p>{predictedErrorText(error)}</p>
      <SheetTable caption={TITLE} table={predictedErrorTable(error)} />
      <Decay record={record} view={view} />
      <MethodNote about="the prediction">
        Predicted is ε_L alone, before the run, from calibration {record.calibration_id} by {record.noise_model_version}
        ; the dashed decay has the A and the ratio of the bases that the run measured. Its band spans the interval of
        the predicted ε_L.
      </MethodNote>
    </Panel>
  )
}

function Decay({ record, view }: Props) {
  const figure = useCallback(
    (scheme: Scheme, width: ColumnWidth) => predictedDecayFigure(record, { ...view, scheme, width })!,
    [record, view],
  )
  return (
    <FigureView
      narrow
      label={`Encoded ${view.quantity}, measured and predicted`}
      figure={figure}
      table={predictedDecayTable(record.comparison)}
      fileName={`run-${shortId(record.run_id)}-predicted`}
    />
  )
}
