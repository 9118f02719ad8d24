/** The whole of a run as a PDF: made on a thread of the window, saved without a dialog. */
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { isoTime } from '../../../../../main/contract/model/iso-time'
import { routes } from '../../../../../main/contract/routes'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../../main/contract/runs/run'
import { useApi } from '../../../api/use-api'
import { PdfButton } from '../../../components/figures/pdf-button'
import type { HeadlineView } from '../../../draw/comparison/headline'
import { shortId } from '../../../draw/format/job-and-run-text'
import { reportBytes } from '../report/make-report'

interface Props {
  readonly record: RunRecord
  readonly run: Run
  readonly again: readonly Redecoding[]
  readonly view: Pick<HeadlineView, 'quantity' | 'axis'>
}

export function ReportButton({ record, run, again, view }: Props) {
  const { call } = useApi()
  const make = async () => {
    // A device that left the catalogue is not drawn; everything else of the report is in the record.
    const backend = await call(routes.getBackend, { params: { backend_id: record.backend_id } }).catch(() => null)
    const about = { name: run.name, replay: run.replay, again, view, made: isoTime(Date.now()) }
    return reportBytes({ kind: 'run', of: { record, backend: backend as Backend | null, ...about } })
  }
  return <PdfButton fileName={`run-${shortId(record.run_id)}-report.pdf`} make={make} />
}
