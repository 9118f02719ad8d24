import { AppError } from '../../contract/model/errors'
import type { JobResult, ResultQuery } from '../../contract/jobs'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import type { PackedShots } from '../../simulation/model/stabilizer'
import type { Runner } from '../../worker/runner'
import { bytesOf, type Json, parsed } from '../json'
import { isFiled } from '../kept'
import type { ResultRow, ResultTable } from '../storage/result-table'
import { reasonOf } from './job-view'
import type { JobRow } from '../storage/job-table'
import type { JobTasks } from '../tasks/registry'

/** Characters of the bitstrings of all shots; more are not made into one JSON text. */
const MOST_CHARACTERS = 2 ** 26

/** The result in the asked format: bytes for b8, its text where it is large. Throws why there is none. */
export async function resultOf(
  row: JobRow,
  results: ResultTable,
  { heavy, repeat }: FetchParts,
  { format }: ResultQuery,
): Promise<JobResult | JsonText | Uint8Array> {
  refuseUnfinished(row)
  const result = results.find(row.sequence)!
  if (format === 'memory' && result.shots * row.num_clbits > MOST_CHARACTERS)
    throw new AppError('result_too_large', `${result.shots} shots of ${row.num_clbits} bits are too many for JSON`, {
      most_characters: MOST_CHARACTERS,
    })
  const counts = await results.counts(result)
  if (format === 'counts') return shown(headOf(row, result, false), { counts })
  const [planes, clbits] = [await results.planes(result, row.num_clbits), row.num_clbits]
  const size = bytesOf(counts) + result.shots * Math.max(8, clbits)
  const repeated = planes ? null : await repeat(row, result)
  const packed = repeated && (await heavy.run('agreeing', { repeated, counts, clbits }, { size }))
  const input = { planes, packed, counts, clbits, shots: result.shots, seed: row.seed }
  if (format === 'b8') return packed ?? heavy.run('shots', input, { size })
  return shown(headOf(row, result, packed !== null), { counts, memory: await heavy.run('memory', input, { size }) })
}

export interface FetchParts {
  readonly heavy: Runner<JobTasks>
  /** The single shots of a result that only counts, run again; null where that cannot be. */
  readonly repeat: (row: JobRow, result: ResultRow) => Promise<PackedShots | null>
}

/** Bulk that is small is read, so that few callers meet a text. */
function shown(head: Omit<JobResult, 'counts'>, bulk: Readonly<Record<string, Json>>): JobResult | JsonText {
  if (Object.values(bulk).some(isFiled)) return jsonWith(head, bulk)
  const read = Object.entries(bulk).map(([name, json]) => [name, parsed(json)])
  return { ...head, ...Object.fromEntries(read) }
}

const headOf = (row: JobRow, result: ResultRow, is_repeated: boolean): Omit<JobResult, 'counts'> => ({
  job_uuid: row.job_uuid,
  shots: result.shots,
  num_clbits: row.num_clbits,
  bit_order: 'left-most character = highest classical bit',
  shot_order: result.planes_file === null && !is_repeated ? 'drawn' : 'executed',
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
