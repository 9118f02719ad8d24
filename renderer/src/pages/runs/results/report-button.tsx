/** The whole of a run as a PDF: made in the window, saved without a dialog. */
import type { Redecoding, Run } from '../../../../../main/contract/runs/run'
import { runReport } from '../../../draw/pdf/run-report'
import { DownloadButton } from '../../../show/controls/copy-download'
import type { RecordProps } from '../record-props'

interface Props extends RecordProps {
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
