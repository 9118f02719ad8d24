/** The run record: readable in the spec's groups, raw to copy or save, and its figures as CSV. */
import { SegmentedControl } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { Panel } from '../../../components/layout/page'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { FoldedLines } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { shortId } from '../../../draw/format/job-and-run-text'
import { runCsv } from '../../../draw/records/run-csv'
import { recordSheet } from '../../../draw/records/sheet'
import { ShotFiles } from '../instruments/shot-files'

const VIEWS = [
  { value: 'sheet', label: 'Sheet' },
  { value: 'json', label: 'JSON' },
]

export function RecordPanel({ record }: { readonly record: RunRecord }) {
  const [view, setView] = useState('sheet')
  const json = useMemo(() => JSON.stringify(record, null, 2), [record])
  const name = `run-${shortId(record.run_id)}`
  return (
    <Panel
      title="Run record"
      tags={record.simulated && <SimulatedTag />}
      actions={
        <>
          <SegmentedControl
            size="small"
            aria-label="View of the record"
            options={VIEWS}
            value={view}
            onValueChange={setView}
          />
          <CopyButton size="small" text={json} label="Copy JSON" />
          <DownloadButton size="small" fileName={`${name}.json`} label="Save JSON" content={() => json} />
          <DownloadButton
            size="small"
            fileName={`${name}.csv`}
            label="Save CSV"
            type="text/csv"
            content={() => runCsv(record)}
          />
        </>
      }
    >
      {view === 'sheet' ? (
        <RecordSheet record={record} />
      ) : (
        <ScrollRegion label="Raw record" className="runs-raw">
          <pre className="pentad-raw">{json}</pre>
        </ScrollRegion>
      )}
    </Panel>
  )
}

const RecordSheet = ({ record }: { readonly record: RunRecord }) => (
  <div className="runs-record">
    {recordSheet(record).map(({ group, rows }, at) => (
      <details key={group} open={at === 0}>
        <summary>{group}</summary>
        <dl>
          {rows.map(({ field, lines }) => (
            <div key={field}>
              <dt>
                <code>{field}</code>
              </dt>
              <dd>
                <FoldedLines lines={lines} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    ))}
    <details>
      <summary>Measured bits</summary>
      <ShotFiles run={record} files={record.shot_files} measured={record.record_version === 'pentad-run/2'} />
    </details>
  </div>
)
