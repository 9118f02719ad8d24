/** Compare: the encoded qubit beside the best and the median physical one, with everything the verdict rests on. */
import { useMemo, useState } from 'react'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../../main/contract/runs/run'
import { RUN_CHARTS, type RunChart } from '../../../draw/comparison/chart-list'
import { withRunName } from '../../../draw/comparison/diagnostic-plots'
import { fitTable } from '../../../draw/comparison/fit-table'
import { survivalPlot, survivalTable } from '../../../draw/comparison/survival-plot'
import { Plot } from '../../../show/drawings/plot'
import { Panel } from '../../../show/page'
import { SheetTable } from '../../../show/tables/sheet'
import { SimulatedTag } from '../../../show/tags'
import { useScheme } from '../../../state/preferences'
import { Baselines } from './baselines'
import { PredictedErrorPanel } from './predicted-error'
import { RecordPanel } from './record-panel'
import { Redecode } from './redecode'
import { ReportButton } from './report-button'
import { SpamPanel } from './spam'
import { SurvivalPanel, WallTimePanel } from './survival-verdict'

export function Compare({ record, run }: { readonly record: RunRecord; readonly run: Run }) {
  const simulated = record.simulated && <SimulatedTag />
  const [again, setAgain] = useState<readonly Redecoding[]>([])
  const add = (one: Redecoding) => setAgain(before => [...before.filter(each => each.decoder !== one.decoder), one])
  return (
    <>
      <Panel title="Survival against rounds" tags={simulated} actions={<ReportButton {...{ record, run, again }} />}>
        <Survival record={record} />
      </Panel>
      <SurvivalPanel record={record} />
      <WallTimePanel record={record} />
      <Panel title="Per-round fit" tags={simulated}>
        <Fits record={record} />
      </Panel>
      <SpamPanel record={record} />
      <PredictedErrorPanel record={record} />
      <div className="runs-plots">
        {RUN_CHARTS.map(each => (
          <Panel key={each.file} title={each.title} tags={simulated}>
            <SmallPlot record={record} of={each} />
          </Panel>
        ))}
      </div>
      <Baselines record={record} />
      <Redecode record={record} again={again} add={add} />
      <RecordPanel record={record} />
    </>
  )
}

const nameOf = ({ run_id }: RunRecord, what: string) => `run-${run_id.slice(0, 8)}-${what}`

function Survival({ record }: { readonly record: RunRecord }) {
  const scheme = useScheme()
  const { comparison } = record
  const chart = useMemo(() => withRunName(survivalPlot(comparison, scheme), record), [record, comparison, scheme])
  return (
    <>
      <Plot
        simulated={record.simulated}
        label="Survival against rounds"
        chart={chart}
        table={survivalTable(comparison)}
        height={420}
        fileName={nameOf(record, 'survival')}
      />
      <p className="pentad-quiet">
        Points are pooled over the prepared states, bars are their intervals. Lines are the fit P(R) = ½[1 + A(1−2ε)^R],
        averaged over the bases, each with its own ε and A; bands span the interval of ε with A held at its estimate. At
        the dotted line the state is lost.
      </p>
    </>
  )
}

const Fits = ({ record }: { readonly record: RunRecord }) => (
  <>
    <SheetTable caption="Fits" table={fitTable(record.comparison)} />
    <p className="pentad-quiet">
      Binomial maximum likelihood over all numbers of rounds; with one number of rounds A is taken as 1. The deviance of
      a good fit is near its degrees of freedom.
    </p>
  </>
)

/** One of the plots below the survival, all of one height. */
function SmallPlot({ record, of }: { readonly record: RunRecord; readonly of: RunChart }) {
  const scheme = useScheme()
  const chart = useMemo(() => {
    const plain = of.plot(record, scheme)
    return plain && withRunName(plain, record)
  }, [of, record, scheme])
  if (chart === null) return <p className="pentad-quiet">{of.absent(record)}</p>
  return (
    <Plot
      simulated={record.simulated}
      label={of.title}
      chart={chart}
      table={of.table(record)}
      height={260}
      fileName={nameOf(record, of.file)}
    />
  )
}
