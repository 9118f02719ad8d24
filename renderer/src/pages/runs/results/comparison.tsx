/** Compare: the encoded qubit beside the best and the median physical one, with everything the verdict rests on. */
import { SegmentedControl } from '@blueprintjs/core'
import { useCallback, useState } from 'react'
import { modeOf } from '../../../../../main/contract/backends/catalogue'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../../main/contract/runs/run'
import { FigureView } from '../../../components/figures/figure-view'
import { Panel } from '../../../components/layout/page'
import { type PageSection, SectionList } from '../../../components/layout/section-list'
import { MethodNote } from '../../../components/messages/method-note'
import { SheetTable } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import type { Scheme } from '../../../draw/charts/colours'
import { fitTable } from '../../../draw/comparison/fit-table'
import { type ColumnWidth, type HeadlineView, headlineFigure } from '../../../draw/comparison/headline'
import { predictedErrorOf } from '../../../draw/comparison/predicted-error'
import { RUN_FIGURES, type RunFigure } from '../../../draw/comparison/run-figures'
import { survivalTable } from '../../../draw/comparison/survival'
import { shortId } from '../../../draw/format/job-and-run-text'
import { spamTable } from '../../../draw/runs/spam-text'
import { InstrumentPanels } from '../instruments/instrument-panels'
import { Baselines } from './baselines'
import { PredictedErrorPanel } from './predicted-error'
import { RecordPanel } from './record-panel'
import { Redecode } from './redecode'
import { ReportButton } from './report-button'
import { RequestPanel } from './request-panel'
import { SpamPanel } from './spam'
import { SurvivalPanel, WallTimePanel } from './survival-verdict'
import { RunVerdict } from './verdict'

type ComparisonView = Pick<HeadlineView, 'quantity' | 'axis'>

export function ComparisonPanels({ record, run }: { readonly record: RunRecord; readonly run: Run }) {
  const [again, setAgain] = useState<readonly Redecoding[]>([])
  const [view, setView] = useState<ComparisonView>({ quantity: 'error', axis: 'rounds' })
  const add = (one: Redecoding) => setAgain(before => [...before.filter(each => each.decoder !== one.decoder), one])
  const machine = modeOf(run.backend_id) === 'live'
  const sections: PageSection[] = [
    { id: 'verdict', title: 'Verdict', content: <RunVerdict run={run} acceptance={record.comparison.acceptance} /> },
    {
      id: 'figure',
      title: 'Figure',
      content: (
        <Panel
          title={titleOf(view)}
          tags={record.simulated && <SimulatedTag />}
          actions={<ReportButton record={record} run={run} again={again} view={view} />}
        >
          <Headline record={record} view={view} onView={setView} />
        </Panel>
      ),
    },
    ...fitSections(record, view),
    { id: 'more', title: 'Gain and errors per round', content: <SmallFigures record={record} /> },
    { id: 'baselines', title: 'Physical qubits', content: <Baselines record={record} /> },
    { id: 'decoders', title: 'Decoders', content: <Redecode record={record} again={again} add={add} /> },
    ...(machine ? [{ id: 'machine', title: 'Machine', content: <InstrumentPanels run={run} /> }] : []),
    { id: 'request', title: 'Request', content: <RequestPanel run={run} /> },
    { id: 'record', title: 'Record', content: <RecordPanel record={record} /> },
  ]
  return <SectionList label="Sections of the run" sections={sections} />
}

const titleOf = ({ quantity, axis }: ComparisonView) => `${quantity === 'error' ? 'Error' : 'Survival'} against ${axis}`

/** Sections on fits, survival, waiting and readout, and prediction, where the record has them. */
const fitSections = (record: RunRecord, view: ComparisonView): PageSection[] => [
  {
    id: 'fits',
    title: 'Fits',
    content: (
      <Panel title="Per-round fit" tags={record.simulated && <SimulatedTag />}>
        <Fits record={record} />
      </Panel>
    ),
  },
  ...(record.comparison.survival_verdict === undefined
    ? []
    : [{ id: 'survival', title: 'Survival', content: <SurvivalPanel record={record} /> }]),
  ...(record.comparison.physical_wall_time === undefined && spamTable(record) === null
    ? []
    : [
        {
          id: 'readout',
          title: 'Waiting and readout',
          content: (
            <>
              <WallTimePanel record={record} />
              <SpamPanel record={record} />
            </>
          ),
        },
      ]),
  ...(predictedErrorOf(record.comparison) === null
    ? []
    : [{ id: 'prediction', title: 'Prediction', content: <PredictedErrorPanel record={record} view={view} /> }]),
]

const SmallFigures = ({ record }: { readonly record: RunRecord }) => (
  <div className="runs-plots">
    {RUN_FIGURES.map(each => (
      <Panel key={each.file} title={each.title} tags={record.simulated && <SimulatedTag />}>
        <SmallFigure record={record} of={each} />
      </Panel>
    ))}
  </div>
)

const nameOf = ({ run_id }: RunRecord, what: string) => `run-${shortId(run_id)}-${what}`

const QUANTITIES = [
  { value: 'error', label: 'Error, logarithmic' },
  { value: 'survival', label: 'Survival' },
]
const AXES = [
  { value: 'rounds', label: 'Rounds' },
  { value: 'time', label: 'Time' },
]

interface HeadlineProps {
  readonly record: RunRecord
  readonly view: ComparisonView
  readonly onView: (view: ComparisonView) => void
}

function Headline({ record, view, onView }: HeadlineProps) {
  const figure = useCallback(
    (scheme: Scheme, width: ColumnWidth) => headlineFigure(record, { ...view, scheme, width }),
    [record, view],
  )
  return (
    <>
      <FigureView
        label={titleOf(view)}
        figure={figure}
        table={survivalTable(record.comparison)}
        fileName={nameOf(record, view.quantity)}
      >
        <SegmentedControl
          size="small"
          aria-label="What is shown"
          options={QUANTITIES}
          value={view.quantity}
          onValueChange={quantity => onView({ ...view, quantity: quantity as ComparisonView['quantity'] })}
        />
        <SegmentedControl
          size="small"
          aria-label="Axis"
          options={AXES}
          value={view.axis}
          onValueChange={axis => onView({ ...view, axis: axis as ComparisonView['axis'] })}
        />
      </FigureView>
      <MethodNote about="this figure">
        Points are pooled over the prepared states, bars are their intervals. Lines are the fit P(R) = ½[1 + A(1−2ε)^R],
        averaged over the bases, each with its own ε and A; bands span the interval of ε with A held at its estimate.
        Below, the error ratio: physical over encoded error after as many rounds, preparation and readout included.
        Above 1 the encoded state has failed less often. The gain of the verdict is another number, the ratio of ε per
        round. Residuals are in standard errors of the fit, a point for each basis; letters name it beyond one.
      </MethodNote>
    </>
  )
}

const Fits = ({ record }: { readonly record: RunRecord }) => (
  <>
    <SheetTable caption="Fits" table={fitTable(record.comparison)} />
    <MethodNote about="the fits">
      Binomial maximum likelihood over all numbers of rounds; with one number of rounds A is taken as 1. The deviance of
      a good fit is near its degrees of freedom.
    </MethodNote>
  </>
)

function SmallFigure({ record, of }: { readonly record: RunRecord; readonly of: RunFigure }) {
  const drawn = of.figure(record, 'light', 86) !== null
  const figure = useCallback((scheme: Scheme, width: ColumnWidth) => of.figure(record, scheme, width)!, [of, record])
  if (!drawn) return <p className="pentad-quiet">{of.absent}</p>
  return (
    <FigureView narrow label={of.title} figure={figure} table={of.table(record)} fileName={nameOf(record, of.file)} />
  )
}
