/** Data of a device run that ended early: complete batches, without error figures. */
import { routes } from '../../../../../main/contract/routes'
import { isWholeRecord, type PartialRecord } from '../../../../../main/contract/runs/record'
import type { Run } from '../../../../../main/contract/runs/run'
import { useFetched } from '../../../api/use-fetch'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { FoldedLines, Sheet } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { shortId } from '../../../draw/format/job-and-run-text'
import { countWithNoun } from '../../../draw/format/quantity'
import { controlInstrumentLines, measuredFields, sequencerLines } from '../../../draw/records/instrument-lines'
import { ShotFiles } from './shot-files'

/** Partial data of a run that has a partial record. */
export function PartialData({ run }: { readonly run: Run }) {
  const { run_id, backend_id, logical_id } = run
  const record = useFetched(routes.getRunRecord, { params: { run_id, backend_id, logical_id } })
  if (record.error !== null) return <ProblemMessage problem={record.error} retry={record.reload} />
  if (record.data === undefined || isWholeRecord(record.data)) return null
  return <PartialPanel record={record.data} />
}

const listed = (lines: readonly string[]) => (lines.length === 0 ? 'none' : <FoldedLines lines={lines} />)

function PartialPanel({ record }: { readonly record: PartialRecord }) {
  const json = JSON.stringify(record, null, 2)
  const files = record.shot_files.length
  return (
    <Panel
      title="Partial data"
      tags={record.simulated && <SimulatedTag />}
      actions={
        <>
          <CopyButton size="small" text={json} label="Copy JSON" />
          <DownloadButton
            size="small"
            fileName={`run-${shortId(record.run_id)}-partial.json`}
            label="Save JSON"
            content={() => json}
          />
        </>
      }
    >
      <p className="pentad-quiet">Not complete: batches measured in full before the run ended.</p>
      <Sheet
        entries={[
          ['Ended', record.status_reason.message],
          [
            'Kept',
            `${countWithNoun(record.order.length, 'batch')}; those of encoded circuits in ${countWithNoun(files, 'bit file')}`,
          ],
          ['Control instruments', listed(record.control_instruments.flatMap(controlInstrumentLines))],
          ['Sequencers', listed(record.sequencers.flatMap(sequencerLines))],
          ...measuredFields(record).map(({ field, lines }) => [field, listed(lines)] as const),
        ]}
      />
      {files > 0 && <ShotFiles run={record} files={record.shot_files} measured />}
    </Panel>
  )
}
