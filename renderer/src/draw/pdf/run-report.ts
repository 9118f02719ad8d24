/** The report of a run as a PDF: two or three pages of verdict, figure, module, methods and warnings, then an appendix with all figures and the record. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { utc } from '../../../../main/contract/model/iso-time'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Redecoding, Run } from '../../../../main/contract/runs/run'
import type { HeadlineView } from '../comparison/headline'
import type { FontFiles } from '../figures/font-subset'
import { appendix } from './appendix'
import { Flow } from './flow'
import { frontPages, reportTitle } from './front-pages'
import { openFile } from './report-file'

export interface ReportOf {
  readonly record: RunRecord
  /** What the user called the run. */
  readonly name: string | null
  /** The device as it is drawn; null where it is not known any more. */
  readonly backend: Backend | null
  readonly replay?: Run['replay']
  /** Decodings of the same bits by other decoders, as the window shows them. */
  readonly again?: readonly Redecoding[]
  /** As the headline figure is shown in the window. */
  readonly view?: Pick<HeadlineView, 'quantity' | 'axis'>
  /** ISO 8601: when the report was made. */
  readonly made: string
}

/** The bytes of the report; the same arguments give the same bytes. */
export async function runReport(of: ReportOf, fonts: FontFiles): Promise<Uint8Array<ArrayBuffer>> {
  const { record, made } = of
  const title = reportTitle(record, of.name)
  const producer = `${record.software.name} ${record.software.version}`
  const file = openFile({ title, producer, created: made }, fonts)
  const flow = new Flow(file, {
    title,
    made: `${producer} · report made ${utc(made)}`,
    stamp: record.simulated ? 'SIMULATED' : '',
    foot: `run ${record.run_id} · calibration ${record.calibration_id}`,
  })
  for (const write of WRITERS) write(flow, of)
  flow.framePages()
  return file.bytes()
}

const WRITERS: readonly ((flow: Flow, of: ReportOf) => void)[] = [frontPages, appendix]
