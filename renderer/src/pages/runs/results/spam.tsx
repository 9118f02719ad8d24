import type { RunRecord } from '../../../../../main/contract/runs/record'
/** Preparation and readout without a round: predicted for each readout before a run, measured after it. */
import type { RunPrediction } from '../../../../../main/contract/runs/run'
import { Panel } from '../../../components/layout/page'
import { MethodNote } from '../../../components/messages/method-note'
import { SheetTable } from '../../../components/tables/sheet'
import { KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { attemptNote, attemptText, readoutNote, readoutText, spamTable } from '../../../draw/runs/spam-text'

export function PredictedSpam({ prediction }: { readonly prediction: RunPrediction }) {
  const { readout_choice, preparation } = prediction
  if (!readout_choice && !preparation) return null
  return (
    <>
      <KeyFigureList>
        {readout_choice?.readouts.map(one => (
          <KeyFigure
            key={one.readout}
            label={`Predicted error without a round, ${one.readout} readout`}
            value={readoutText(one)}
            note={readoutNote(one, readout_choice)}
          />
        ))}
        {preparation && (
          <KeyFigure
            label="Predicted acceptance of the preparation"
            value={attemptText(preparation)}
            note={attemptNote(preparation)}
          />
        )}
      </KeyFigureList>
      {readout_choice && <p className="pentad-quiet">Readout: {readout_choice.text}</p>}
    </>
  )
}

const TITLE = 'Preparation and readout without a round'

/** Nothing for a record without these figures. */
export function SpamPanel({ record }: { readonly record: RunRecord }) {
  const table = spamTable(record)
  if (table === null) return null
  return (
    <Panel title={TITLE} tags={record.simulated && <SimulatedTag />}>
      <SheetTable caption={TITLE} table={table} />
      {record.readout_choice && (
        <MethodNote about="the choice of readout">Readout: {record.readout_choice.text}</MethodNote>
      )}
    </Panel>
  )
}
