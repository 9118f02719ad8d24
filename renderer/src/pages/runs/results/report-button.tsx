/** The whole of a run as a PDF: made in the window, saved without a dialog. */
import type { RunRecord } from '../../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../../main/contract/runs/run'
import { runReport } from '../../../draw/pdf/run-report'
import { DownloadButton } from '../../../show/controls/copy-download'

interface Props {
  readonly record: RunRecord
  readonly run: Run
  readonly again: readonly Redecoding[]
}

export function ReportButton({ record, run, again }: Props) {
  const content = () => runReport({ record, name: run.name, replay: run.replay, again, made: new Date().toISOString() })
  return (
    <DownloadButton
      intent="primary"
      fileName={`run-${record.run_id.slice(0, 8)}-report.pdf`}
      label="PDF report"
      type="application/pdf"
      content={content}
    />
  )
}
