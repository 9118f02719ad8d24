/** Several runs side by side. Differences that make them different experiments are named before their curves are overlaid. */
import { Button, Callout } from '@blueprintjs/core'
import { useCallback, useMemo, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { isoTime } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import { isWholeRecord, type RunRecord } from '../../../../main/contract/runs/record'
import { useFetchedAll } from '../../api/use-fetch'
import { DownloadButton } from '../../components/controls/copy-download'
import { FigureView } from '../../components/figures/figure-view'
import { PdfButton } from '../../components/figures/pdf-button'
import { PageLayout, Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { SheetTable } from '../../components/tables/sheet'
import { SimulatedTag } from '../../components/values/tags-and-times'
import type { Scheme } from '../../draw/charts/colours'
import type { ColumnWidth } from '../../draw/comparison/headline'
import { MAX_OVERLAYS, overlayFigure, overlayTable } from '../../draw/comparison/overlay-figure'
import { shortId } from '../../draw/format/job-and-run-text'
import { differenceTable, overlaySeries, runsCsv, runsTable } from '../../draw/records/runs-table'
import { cautionsOf, differencesOf, differencesTable, type FieldDifference } from '../../draw/runs/differences'
import { runsOfAddress } from './compare-address'
import { reportBytes } from './report/make-report'

export function CompareRuns() {
  const search = useSearch()
  const keys = useMemo(() => runsOfAddress(search).slice(0, MAX_OVERLAYS), [search])
  const records = useFetchedAll(
    routes.getRunRecord,
    keys.map(params => ({ params })),
  )
  return (
    <PageLayout title="Compare runs" about={<Link href="/runs">All runs</Link>}>
      {keys.length < 2 ? (
        <Empty title="Fewer than two runs to compare">
          Mark 2 to {MAX_OVERLAYS} completed runs in the <Link href="/runs">list</Link>, then press Compare.
        </Empty>
      ) : (
        <Answer of={records} what="the run records">
          {found => <Beside key={search} records={found.filter(isWholeRecord)} />}
        </Answer>
      )}
    </PageLayout>
  )
}

interface Props {
  readonly records: readonly RunRecord[]
}

function Beside({ records }: Props) {
  const cautions = cautionsOf(differencesOf(records))
  const [accepted, setAccepted] = useState(false)
  const simulated = records.some(record => record.simulated) && <SimulatedTag />
  return (
    <>
      {cautions.length > 0 && <Cautions cautions={cautions} />}
      <Panel title="Side by side" tags={simulated} actions={<Exports records={records} />}>
        <SheetTable caption="Figures of the runs" table={runsTable(records)} />
        <SheetTable caption="Differences of the logical error" table={differenceTable(records)} />
        <p className="pentad-quiet">
          Each difference is one of errors per round. Its 95 % interval takes the runs as independent, which a run and
          its replay are not. Where the interval contains 0, the difference is inconclusive.
        </p>
      </Panel>
      <Panel title="Differences between the runs">
        <Differences records={records} />
      </Panel>
      <Panel title="Survival against rounds, overlaid" tags={simulated}>
        {cautions.length > 0 && !accepted ? (
          <div className="pentad-row">
            <Button text="Overlay anyway" onClick={() => setAccepted(true)} />
            <span className="pentad-quiet">They are not the same experiment; the top of the page says why.</span>
          </div>
        ) : (
          <Overlay records={records} />
        )}
      </Panel>
    </>
  )
}

const Cautions = ({ cautions }: { readonly cautions: readonly (FieldDifference & { caution: string })[] }) => (
  <Callout intent="warning" role="note" aria-label="Not the same experiment">
    <h3>These runs are not the same experiment</h3>
    <ul className="pentad-list">
      {cautions.map(({ field, values, caution }) => (
        <li key={field}>
          {caution}{' '}
          <span className="pentad-quiet">
            <code>{field}</code>: {values.join(' / ')}
          </span>
        </li>
      ))}
    </ul>
  </Callout>
)

const Differences = ({ records }: Props) => {
  const table = differencesTable(records)
  return table.rows.length === 0 ? (
    <p className="pentad-quiet">No field that is compared differs.</p>
  ) : (
    <SheetTable caption="Fields that differ" table={table} />
  )
}

function Overlay({ records }: Props) {
  const overlaid = useMemo(() => overlaySeries(records), [records])
  const simulated = records.some(record => record.simulated)
  const figure = useCallback(
    (scheme: Scheme, width: ColumnWidth) => overlayFigure(overlaid, { quantity: 'survival', simulated, scheme, width }),
    [overlaid, simulated],
  )
  return (
    <FigureView
      label="Survival against rounds of every run"
      figure={figure}
      table={overlayTable(overlaid)}
      fileName={fileName(records)}
    />
  )
}

const fileName = (records: readonly RunRecord[]) => `runs-${records.map(({ run_id }) => shortId(run_id)).join('-')}`

const Exports = ({ records }: Props) => (
  <>
    <DownloadButton
      size="small"
      fileName={`${fileName(records)}.json`}
      label="Save JSON"
      content={() => JSON.stringify(records, null, 2)}
    />
    <DownloadButton
      size="small"
      fileName={`${fileName(records)}.csv`}
      label="Save CSV"
      type="text/csv"
      content={() => runsCsv(records)}
    />
    <PdfButton size="small" fileName={`${fileName(records)}-report.pdf`} make={() => reportOf(records)} />
  </>
)

const reportOf = (records: readonly RunRecord[]) =>
  reportBytes({ kind: 'comparison', of: { records, made: isoTime(Date.now()) } })
