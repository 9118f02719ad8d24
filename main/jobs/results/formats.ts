import type { JobResult, ResultQuery } from '../../contract/jobs/result'
import { AppError } from '../../contract/model/errors'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { type Json, jsonText, parsed } from '../../worker/json'
import type { CallOwner, Runner } from '../../worker/runner'
import { type JobRow, reasonOf } from '../model/job-row'
import { isBlob } from '../model/json-blobs'
import type { ResultRow, ResultTable } from '../storage/result-table'
import { missingLeadingBits } from '../tasks/outcome-table'
import type { JobTasks } from '../tasks/registry'

/** Characters of the bitstrings of all shots; more are not made into one JSON text. */
const MAX_CHARACTERS = 2 ** 26

/** The result in the asked format: bytes for b8, its text where it is large. Throws why there is none. */
export async function readResult(
  row: JobRow,
  results: ResultTable,
  { runner, rerunShots, ...asker }: ReadOptions,
  { format }: ResultQuery,
): Promise<JobResult | JsonText | Uint8Array> {
  refuseUnfinished(row)
  const result = results.find(row.sequence)!
  if (format === 'memory' && result.shots * row.num_clbits > MAX_CHARACTERS)
    throw new AppError('result_too_large', `${result.shots} shots of ${row.num_clbits} bits are too many for JSON`, {
      most_characters: MAX_CHARACTERS,
    })
  const counts = await wholeCounts(await results.counts(result), row.num_clbits, runner)
  if (format === 'counts') return reply(headOf(row, result, false), { counts }, format)
  const [planes, clbits] = [await results.planes(result, row.num_clbits), row.num_clbits]
  const size = counts.length + result.shots * Math.max(8, clbits)
  const repeated = planes ? null : await rerunShots(row, result)
  const packed = repeated && (await runner.run('agreeing', { repeated, counts, clbits }, { size, ...asker }))
  const input = { planes, packed, counts, clbits, shots: result.shots, seed: row.seed }
  if (format === 'b8') return packed ?? runner.run('shots', input, { size, ...asker })
  const memory = await runner.run('memory', input, { size, ...asker })
  return reply(headOf(row, result, packed !== null), { counts, memory }, format)
}

export interface ReadOptions extends CallOwner {
  readonly runner: Runner<JobTasks>
  /** The single shots of a result that only counts, run again; null where that cannot be. */
  readonly rerunShots: (row: JobRow, result: ResultRow) => Promise<PackedShots | null>
}

/** Counts whose bitstrings have all the bits of the circuit, whatever version wrote them. */
async function wholeCounts(counts: Json, clbits: number, runner: ReadOptions['runner']): Promise<Json> {
  const missing = missingLeadingBits(counts, clbits)
  if (missing === 0) return counts
  const whole = await runner.run('widen', { counts, missing }, { size: counts.length })
  return isBlob(whole) ? whole : jsonText(whole)
}

/** Bulk that is small is read, so that few callers meet a text. */
function reply(
  head: Omit<JobResult, 'counts'>,
  bulk: Readonly<Record<string, Json>>,
  format: string,
): JobResult | JsonText {
  // A stored result never changes.
  if (Object.values(bulk).some(isBlob)) return jsonWith(head, bulk, `"${head.job_uuid}-${format}"`)
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
