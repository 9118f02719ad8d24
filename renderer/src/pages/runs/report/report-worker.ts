/** Makes reports on a thread of its own, so that the window goes on drawing. Asked once, it answers once. */
import '../../../api/disable-zod-eval'
import { compareReport } from '../../../draw/pdf/compare-report'
import { runReport } from '../../../draw/pdf/run-report'
import type { AskedReport, MadeReport } from './make-report'

addEventListener('message', ({ data }: MessageEvent<AskedReport>) => {
  void answer(data)
})

async function answer(asked: AskedReport): Promise<void> {
  try {
    const bytes = await bytesOf(asked)
    postMessage({ bytes } satisfies MadeReport, { transfer: [bytes.buffer] })
  } catch (thrown) {
    postMessage({ failed: thrown instanceof Error ? thrown.message : String(thrown) } satisfies MadeReport)
  }
}

const bytesOf = (asked: AskedReport) =>
  asked.kind === 'run' ? runReport(asked.of, asked.fonts) : compareReport(asked.of, asked.fonts)
