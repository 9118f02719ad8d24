/** Asks a thread for a report: a large run takes seconds of layout, during which the window stays usable. */
import { fontFiles } from '../../../components/figures/font-files'
import type { FontFiles } from '../../../draw/figures/font-subset'
import type { ComparisonOf } from '../../../draw/pdf/compare-report'
import type { ReportOf } from '../../../draw/pdf/front-pages'

type ReportRequest =
  | { readonly kind: 'run'; readonly of: ReportOf }
  | { readonly kind: 'comparison'; readonly of: ComparisonOf }

export type AskedReport = ReportRequest & { readonly fonts: FontFiles }
export type MadeReport = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failed: string }

/** The bytes of the PDF; rejects with the reason why it could not be made. */
export const reportBytes = async (report: ReportRequest): Promise<Uint8Array<ArrayBuffer>> =>
  madeBy({ ...report, fonts: await fontFiles() })

async function madeBy(asked: AskedReport): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<MadeReport>) =>
        'bytes' in data ? resolve(data.bytes) : reject(new Error(data.failed))
      worker.onerror = event =>
        reject(new Error(`The report could not be made: ${event.message || 'its thread did not start'}.`))
      worker.postMessage(asked)
    })
  } finally {
    worker.terminate()
  }
}
