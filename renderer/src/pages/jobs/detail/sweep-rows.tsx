/** The rows of a sweep as a plot over one parameter and as a table: how often an event came, or one value with its error. */
import { useMemo, useState } from 'react'
import type { SweepValues } from '../../../../../main/contract/jobs/sweep'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { DownloadButton } from '../../../components/controls/copy-download'
import { Field } from '../../../components/controls/field'
import { Plot } from '../../../components/drawings/plot'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { SheetTable } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { type Chart, csvOf, type DataTable } from '../../../draw/charts/chart'
import { countWithNoun } from '../../../draw/format/quantity'
import { type EventQuery, eventFrom } from '../../../draw/jobs/event-query'
import {
  BY_ROW,
  shownSweepTable,
  shownSweepValues,
  sweepChart,
  sweepTable,
  sweepValueChart,
  sweepValueTable,
  valueTitle,
} from '../../../draw/jobs/sweep-charts'

/** Most characters of an event, as `SweepSeriesQuery` bounds a parity. */
const MAX_EVENT = 60_000

interface EventProps {
  readonly job_uuid: string
  readonly names: readonly string[]
  readonly rows: number
  readonly width: number
  readonly simulated: boolean
}

/** How often one event came in each row; the rows of the last valid event stay while another is typed. */
export function EventPanel({ job_uuid, names, rows, width, simulated }: EventProps) {
  const [typed, setTyped] = useState('0'.repeat(width))
  const [query, setQuery] = useState<EventQuery>({ outcome: typed })
  const [by, setBy] = useState(0)
  const series = useFetched(routes.getResultSeries, { params: { job_uuid }, query })
  const { fault } = eventFrom(typed, width)
  const type = (text: string) => {
    setTyped(text)
    const event = eventFrom(text, width)
    if (event.fault === undefined) setQuery(event.query)
  }
  return (
    <Panel
      title={countWithNoun(rows, 'row')}
      tags={simulated && <SimulatedTag />}
      actions={
        series.data && <Exports job_uuid={job_uuid} table={() => sweepTable(series.data!)} json={() => series.data} />
      }
    >
      <div className="pentad-choices">
        <Field
          label="Event"
          hint="x is either bit; parity 0,1 is an odd number of ones"
          value={typed}
          fault={fault}
          change={type}
          inline
          maxLength={MAX_EVENT}
        />
        <AxisSelect names={names} by={by} change={setBy} />
      </div>
      <Answer of={series} what="the rows">
        {found => (
          <RowsPlot
            label={`Probability of ${found.event} in each row, with ${found.method} intervals`}
            job_uuid={job_uuid}
            rows={rows}
            simulated={simulated}
            found={found}
            by={by}
            chartOf={sweepChart}
            tableOf={shownSweepTable}
          />
        )}
      </Answer>
    </Panel>
  )
}

type ValueProps = Omit<EventProps, 'width'>

/** One expectation value, or one mitigated probability, of each row. */
export function ValuePanel({ job_uuid, names, rows, simulated }: ValueProps) {
  const [name, setName] = useState<string | null>(null)
  const [by, setBy] = useState(0)
  const query = { format: 'json' as const, ...(name !== null && { name }) }
  const values = useFetched(routes.getResultValues, { params: { job_uuid }, query })
  return (
    <Panel
      title={`Values of ${countWithNoun(rows, 'row')}`}
      tags={simulated && <SimulatedTag />}
      actions={
        values.data && (
          <Exports job_uuid={job_uuid} table={() => sweepValueTable(values.data!)} json={() => values.data} />
        )
      }
    >
      <Answer of={values} what="the values of the rows">
        {found => (
          <>
            <div className="pentad-choices">
              <Choice
                label="Value"
                value={found.name}
                options={found.choices.map(choice => [choice, choice])}
                choose={setName}
              />
              <AxisSelect names={names} by={by} change={setBy} />
            </div>
            <p className="pentad-quiet">{methodText(found)}</p>
            <RowsPlot
              label={`${valueTitle(found.name)} in each row${found.label === 'exact' ? '' : ', with 95 % intervals'}`}
              job_uuid={job_uuid}
              rows={rows}
              simulated={simulated}
              found={found}
              by={by}
              chartOf={sweepValueChart}
              tableOf={shownSweepValues}
            />
          </>
        )}
      </Answer>
    </Panel>
  )
}

const methodText = ({ label, method }: SweepValues): string =>
  label === 'exact'
    ? 'Calculated, not sampled: these are values of the simulated state, without readout errors.'
    : `${label === 'mitigated' ? 'Mitigated. ' : ''}Intervals at 95 %: ${method}.`

interface AxisProps {
  readonly names: readonly string[]
  readonly by: number
  readonly change: (by: number) => void
}

const AxisSelect = ({ names, by, change }: AxisProps) => (
  <Choice
    label="Plotted over"
    value={String(by)}
    options={[...names.map((name, at) => [String(at), name] as const), [String(BY_ROW), 'number of the row']]}
    choose={chosen => change(Number(chosen))}
  />
)

/** Rows that a table shows at once; the file holds all. */
const MAX_SHOWN = 200

interface RowsPlotProps<Found> {
  readonly label: string
  readonly job_uuid: string
  readonly rows: number
  readonly simulated: boolean
  readonly found: Found
  /** Which parameter is the axis, or `BY_ROW`. */
  readonly by: number
  readonly chartOf: (found: Found, by: number) => Chart
  readonly tableOf: (found: Found, most: number) => DataTable
}

function RowsPlot<Found>({ label, job_uuid, rows, simulated, found, by, chartOf, tableOf }: RowsPlotProps<Found>) {
  const chart = useMemo(() => chartOf(found, by), [found, by, chartOf])
  const table = useMemo(() => tableOf(found, MAX_SHOWN), [found, tableOf])
  return (
    <>
      <Plot label={label} chart={chart} simulated={simulated} fileName={`job-${job_uuid}-rows`} />
      <SheetTable caption="Rows" table={table} numeric={table.columns} maxHeight={420} />
      {rows > MAX_SHOWN && <p className="pentad-quiet">The first {MAX_SHOWN} rows; the file holds all of them.</p>}
    </>
  )
}

interface ExportsProps {
  readonly job_uuid: string
  readonly table: () => DataTable
  readonly json: () => unknown
}

const Exports = ({ job_uuid, table, json }: ExportsProps) => (
  <>
    <DownloadButton
      label="Download CSV"
      size="small"
      fileName={`job-${job_uuid}-rows.csv`}
      content={() => csvOf(table())}
    />
    <DownloadButton
      label="Download JSON"
      size="small"
      fileName={`job-${job_uuid}-rows.json`}
      content={() => JSON.stringify(json(), null, 2)}
    />
  </>
)
