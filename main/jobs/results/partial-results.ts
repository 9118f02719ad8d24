/** The whole batches that a device has measured of a job without a result. */
import type { PartialJobResult } from '../../contract/jobs/result'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import { type JobRow, reasonOf } from '../model/job'
import type { MeasuredBatchTable, StoredBatch } from '../storage/measured-batches'
import { countShots } from '../tasks/b8-shots'
import { notReady, refuseOtherShape, refuseUntrusted } from './refusals'

/** Seconds: a batch takes about as long. */
const ASK_AGAIN_S = 1

/** `line`: of a sweep, which row. Throws why there is none. */
export async function partialResult(
  job: JobRow,
  line: number | undefined,
  measured: Pick<MeasuredBatchTable, 'of' | 'read' | 'shotsOf'>,
): Promise<PartialJobResult> {
  refuseOthers(job)
  refuseOtherShape(job, line)
  const batches = measured.of(job.sequence, line ?? 0)
  const counts: Record<string, number> = {}
  for (const batch of batches)
    for (const [outcome, count] of await countShots(await measured.read(batch), job.num_clbits))
      counts[outcome] = (counts[outcome] ?? 0) + count
  return { ...headOf(job, line, batches), counts, measured_shots: measured.shotsOf(job.sequence) }
}

function headOf(job: JobRow, line: number | undefined, batches: readonly StoredBatch[]) {
  const sum = (of: (batch: StoredBatch) => number) => batches.reduce((all, batch) => all + of(batch), 0)
  const { job_uuid, status, num_clbits } = job
  return {
    ...{ job_uuid, complete: false as const, status, status_reason: reasonOf(job) },
    ...(line !== undefined && { row: line }),
    shots: sum(({ shots }) => shots),
    planned_shots: job.shots,
    num_clbits,
    bit_order: 'left-most character = highest classical bit' as const,
    lost_shots: sum(({ invalid, feedback_mismatch }) => invalid + feedback_mismatch),
    unfinished_shots: sum(({ unfinished_shots }) => unfinished_shots),
    engine: batches[0]?.engine ?? null,
    calibration_id: batches[0]?.calibration_id ?? null,
    simulated: job.simulated === 1,
    batches: batches.map(shownBatch),
  }
}

const shownBatch = ({ shots, unfinished_shots, program_sha256, measured_at, ...lost }: StoredBatch) => ({
  ...{ shots, unfinished_shots, program_sha256, measured_at: isoTime(measured_at) },
  lost: { invalid: lost.invalid, feedback_mismatch: lost.feedback_mismatch },
})

function refuseOthers(job: JobRow): void {
  const { job_uuid, mode, status, estimates } = job
  const conflict = (why: string) => new AppError('conflict', `Job ${job_uuid} ${why}`, { job_uuid, status })
  if (status === 'COMPLETED') throw conflict('is COMPLETED: its whole result is at …/result')
  if (mode === 'mock') throw conflict('is on a simulator, which has no result before its end')
  if (estimates !== null) throw conflict('is of more than counts, of which a part is none')
  refuseUntrusted(job)
  if (status === 'PENDING' || status === 'WAITING') throw notReady(job, ASK_AGAIN_S)
}
