import { AppError } from '../contract/errors'
import type { JobResult, ResultQuery } from '../contract/jobs'
import type { ResultRow, ResultTable } from './results'
import { bitstrings, drawShots, packPlanes } from './shots'
import { reasonOf } from './show'
import type { JobRow } from './table'

/** Characters of the bitstrings of all shots; more are not made into one JSON text. */
const MOST_CHARACTERS = 2 ** 26

/** The result in the asked format: bytes for b8. Throws why there is none. */
export async function resultOf(
  row: JobRow,
  results: ResultTable,
  { format }: ResultQuery,
): Promise<JobResult | Uint8Array> {
  refuseUnfinished(row)
  const result = results.find(row.sequence)!
  if (format === 'b8') return packed(row, result, results)
  const counts = await results.counts(result)
  const head = headOf(row, result, counts)
  if (format === 'counts') return head
  if (result.shots * row.num_clbits > MOST_CHARACTERS)
    throw new AppError('result_too_large', `${result.shots} shots of ${row.num_clbits} bits are too many for JSON`, {
      most_characters: MOST_CHARACTERS,
    })
  return { ...head, memory: await bitstrings(await packed(row, result, results), row.num_clbits) }
}

async function packed(row: JobRow, result: ResultRow, results: ResultTable): Promise<Uint8Array> {
  const planes = await results.planes(result, row.num_clbits)
  if (planes) return packPlanes(planes, row.num_clbits)
  return drawShots(await results.counts(result), row.num_clbits, row.seed)
}

const headOf = (row: JobRow, result: ResultRow, counts: Record<string, number>): JobResult => ({
  job_uuid: row.job_uuid,
  shots: result.shots,
  counts,
  num_clbits: row.num_clbits,
  bit_order: 'left-most character = highest classical bit',
  shot_order: result.planes_file === null ? 'drawn' : 'executed',
  seed: row.seed,
  engine: result.engine,
  noise: result.noise,
  calibration_id: result.calibration_id,
  simulated: row.simulated === 1,
})

function refuseUnfinished(row: JobRow): void {
  const { job_uuid, status } = row
  const status_reason = reasonOf(row)
  if (status === 'FAILED') throw new AppError('job_failed', `Job ${job_uuid} failed`, { status_reason })
  if (status === 'ABORTED') throw new AppError('job_aborted', `Job ${job_uuid} was aborted`, { status_reason })
  if (status !== 'COMPLETED') throw new AppError('result_not_ready', `Job ${job_uuid} is ${status}`, { status })
}
