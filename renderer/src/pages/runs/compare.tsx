/** Compare: the encoded qubit beside the best and the median physical one, with everything the verdict rests on. */
import { useMemo } from 'react'
import type { RunRecord } from '../../../../main/contract/runs'
import type { Scheme } from '../../draw/colours'
import {
  acceptancePlot,
  acceptanceTwin,
  errorPerRoundPlot,
  errorPerRoundTwin,
  named,
  residualPlot,
  residualTwin,
} from '../../draw/run-plots'
import { survivalPlot, survivalTwin } from '../../draw/survival-plot'
import { useScheme } from '../../shell/preferences'
import { Panel } from '../../show/page'
import { Plot } from '../../show/plot'
import { SimulatedTag } from '../../show/tags'
import { Baselines } from './baselines'
import { RecordPanel } from './record-panel'

export function Compare({ record }: { readonly record: RunRecord }) {
  const simulated = record.simulated && <SimulatedTag />
  return (
    <>
      <Panel title="Survival against rounds" tags={simulated}>
        <Survival record={record} />
      </Panel>
      <div className="runs-plots">
        <Panel title="Error per round" tags={simulated}>
          <ErrorPerRound record={record} />
        </Panel>
        <Panel title="Fit residuals" tags={simulated}>
          <Residuals record={record} />
        </Panel>
        <Panel title="Acceptance, measured and predicted" tags={simulated}>
          <Acceptance record={record} />
        </Panel>
      </div>
      <Baselines record={record} />
      <RecordPanel record={record} />
    </>
  )
}

interface Props {
  readonly record: RunRecord
}
const nameOf = ({ run_id }: RunRecord, what: string) => `run-${run_id.slice(0, 8)}-${what}`

function Survival({ record }: Props) {
  const scheme = useScheme()
  const { comparison } = record
  const chart = useMemo(() => named(survivalPlot(comparison, scheme), record), [record, comparison, scheme])
  return (
    <>
      <Plot
        simulated={record.simulated}
        label="Survival against rounds"
        chart={chart}
        twin={survivalTwin(comparison)}
        height={420}
        fileName={nameOf(record, 'survival')}
      />
      <p className="pentad-quiet">
        Points are pooled over the prepared states, bars are their intervals. Lines are the fit P(R) = ½[1 + A(1−2ε)^R],
        averaged over the bases where each has its own ε; bands span the interval of ε with A held at its estimate. At
        the dotted line the state is lost.
      </p>
    </>
  )
}

function ErrorPerRound({ record }: Props) {
  const scheme = useScheme()
  const chart = useMemo(() => named(errorPerRoundPlot(record.comparison, scheme), record), [record, scheme])
  if (chart.traces.length === 0) return <p className="pentad-quiet">No error per round could be estimated.</p>
  return (
    <Plot
      simulated={record.simulated}
      label="Error per round"
      chart={chart}
      twin={errorPerRoundTwin(record.comparison)}
      height={260}
      fileName={nameOf(record, 'error')}
    />
  )
}

function residualChart(record: RunRecord, scheme: Scheme) {
  const chart = residualPlot(record.comparison, scheme)
  return chart && named(chart, record)
}

function Residuals({ record }: Props) {
  const scheme = useScheme()
  const chart = useMemo(() => residualChart(record, scheme), [record, scheme])
  if (chart === null) return <p className="pentad-quiet">Nothing was fitted, so nothing is left over.</p>
  return (
    <Plot
      simulated={record.simulated}
      label="Fit residuals"
      chart={chart}
      twin={residualTwin(record.comparison)}
      height={260}
      fileName={nameOf(record, 'residuals')}
    />
  )
}

function Acceptance({ record }: Props) {
  const scheme = useScheme()
  const chart = useMemo(() => named(acceptancePlot(record.comparison, scheme), record), [record, scheme])
  if (record.mode === 'correction') {
    return (
      <p className="pentad-quiet">
        Correction mode keeps every shot, so acceptance is 100 % and nothing is predicted of it.
      </p>
    )
  }
  if (chart.traces.length === 0) return <p className="pentad-quiet">No acceptance was measured.</p>
  return (
    <Plot
      simulated={record.simulated}
      label="Acceptance, measured and predicted"
      chart={chart}
      twin={acceptanceTwin(record.comparison)}
      height={260}
      fileName={nameOf(record, 'acceptance')}
    />
  )
}
