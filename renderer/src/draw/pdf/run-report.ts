/** The report of a run as a PDF: two or three pages of verdict, figure, module, methods and warnings, then an appendix with all figures and the record. */
import { utc } from '../../../../main/contract/model/iso-time'
import type { FontFiles } from '../figures/font-subset'
import { appendix } from './appendix'
import { Flow } from './flow'
import { frontPages, type ReportOf, reportTitle } from './front-pages'
import { openFile } from './report-file'

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
