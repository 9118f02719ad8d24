/** What came of a sweep: how often one event came in each row, with intervals, and the counts of a row. */
import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import type { SweepSeries } from '../../../../../main/contract/jobs/sweep'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { csvOf } from '../../../draw/charts/chart'
import { countWithNoun } from '../../../draw/format/quantity'
import { parameterValuesText, shownSweepTable, sweepChart, sweepTable } from '../../../draw/jobs/sweep'
import { DownloadButton } from '../../../show/controls/copy-download'
import { Plot } from '../../../show/drawings/plot'
import { Panel } from '../../../show/page'
import { Answer } from '../../../show/states'
import { SheetTable } from '../../../show/tables/sheet'
import { SimulatedTag } from '../../../show/tags'

interface Props {
  readonly job: JobDetail
  readonly rows: number
  /** Shows the counts of one row. */
  readonly counts: (result: JobResult) => React.ReactNode
}

/** A bitstring, or classical bits after `parity`. */
function queryOf(typed: string) {
  const parity = /^\s*parity\s*[: ]\s*(.+)$/i.exec(typed)?.[1]
  return parity === undefined ? { outcome: typed.trim() } : { parity: parity.replaceAll(' ', '') }
}

export function SweepPanel({ job, rows, counts }: Props) {
  const { job_uuid, parameter_names: names, simulated } = job
  const [row, setRow] = useState('0')
  const chosen = /^\d{1,5}$/.test(row) && Number(row) < rows ? Number(row) : 0
  // One row says how many bits an outcome has.
  const one = useFetched(routes.getJobResult, { params: { job_uuid }, query: { format: 'counts', row: chosen } })
  return (
    <Answer of={one} what="the counts of the row">
      {result => (
        <>
          <EventPanel
            job_uuid={job_uuid}
            names={names ?? []}
            rows={rows}
            width={result.num_clbits}
            simulated={simulated}
          />
          <Panel title={`Row ${chosen} of ${rows}`} tags={simulated && <SimulatedTag />}>
            <InputGroup aria-label="Row" inputMode="numeric" value={row} onValueChange={setRow} />
            <p className="pentad-quiet">{parameterValuesText(result.parameters ?? {})}</p>
          </Panel>
          {counts(result)}
        </>
      )}
    </Answer>
  )
}

interface EventProps {
  readonly job_uuid: string
  readonly names: readonly string[]
  readonly rows: number
  readonly width: number
  readonly simulated: boolean
}

function EventPanel({ job_uuid, names, rows, width, simulated }: EventProps) {
  const [typed, setTyped] = useState('0'.repeat(width))
  const [by, setBy] = useState(0)
  const series = useFetched(routes.getResultSeries, { params: { job_uuid }, query: queryOf(typed) })
  return (
    <Panel
      title={countWithNoun(rows, 'row')}
      tags={simulated && <SimulatedTag />}
      actions={series.data && <Exports job_uuid={job_uuid} series={series.data} />}
    >
      <div className="pentad-choices">
        <InputGroup
          aria-label="Event"
          title="A bitstring in which x is either bit, or parity 0,1: an odd number of these classical bits is 1"
          value={typed}
          onValueChange={setTyped}
        />
        <HTMLSelect
          aria-label="Plotted over"
          value={by}
          options={names.map((name, at) => ({ value: at, label: `over ${name}` }))}
          onChange={event => setBy(Number(event.currentTarget.value))}
        />
      </div>
      <Answer of={series} what="the rows">
        {found => <SeriesPlot job_uuid={job_uuid} series={found} by={by} simulated={simulated} />}
      </Answer>
    </Panel>
  )
}

/** Rows that a table shows at once; the file holds all. */
const MAX_SHOWN = 200

interface SeriesProps {
  readonly job_uuid: string
  readonly series: SweepSeries
  readonly by: number
  readonly simulated: boolean
}

function SeriesPlot({ job_uuid, series, by, simulated }: SeriesProps) {
  const chart = useMemo(() => sweepChart(series, by), [series, by])
  const shown = useMemo(() => shownSweepTable(series, MAX_SHOWN), [series])
  return (
    <>
      <Plot
        label={`Probability of ${series.event} in each row, with ${series.method} intervals`}
        chart={chart}
        simulated={simulated}
        fileName={`job-${job_uuid}-rows`}
      />
      <SheetTable caption="Rows" table={shown} numeric={shown.columns} maxHeight={420} />
      {series.rows.length > MAX_SHOWN && (
        <p className="pentad-quiet">The first {MAX_SHOWN} rows; the file holds all of them.</p>
      )}
    </>
  )
}

const Exports = ({ job_uuid, series }: { readonly job_uuid: string; readonly series: SweepSeries }) => (
  <>
    <DownloadButton
      label="Download CSV"
      size="small"
      fileName={`job-${job_uuid}-rows.csv`}
      content={() => csvOf(sweepTable(series))}
    />
    <DownloadButton
      label="Download JSON"
      size="small"
      fileName={`job-${job_uuid}-rows.json`}
      content={() => JSON.stringify(series, null, 2)}
    />
  </>
)
