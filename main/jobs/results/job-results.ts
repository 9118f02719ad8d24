/** Results of jobs: whole or of one row of a sweep, as counts, single shots or values, and what a device has measured so far. */
import type {
  JobResult,
  PartialResultQuery,
  PartialResultReply,
  ResultQuery,
  ResultRegister,
  ShotsQuery,
} from '../../contract/jobs/result'
import type { SweepRowsQuery, SweepSeriesQuery, SweepValuesQuery } from '../../contract/jobs/sweep'
import type { CsvText } from '../../contract/model/csv-text'
import { AppError } from '../../contract/model/errors'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import type { Caller } from '../../contract/service/account'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { isLargeJson, type Json, jsonText, parsed } from '../../worker/json'
import type { Runner, WorkContext } from '../../worker/runner'
import type { JobRow } from '../model/job'
import type { JobTable, JsonBlobs } from '../storage/job-table'
import type { MeasuredJobBatchTable } from '../storage/measured-batches'
import type { ResultRow, ResultTable } from '../storage/result-table'
import { missingLeadingBits } from '../tasks/outcome-table'
import type { JobTasks } from '../tasks/registry'
import { type CountChoice, chosenCounts, chosenCsv, isChosen, valuesCsv } from './count-views'
import { type OwnedJobs, refuseOtherShape, refuseQuery, refuseShots, refuseUnfinished } from './owned-jobs'
import { partialResult } from './partial-results'
import type { SweepResults } from './sweep-results'
import type { JobRead, MayWait } from './waiting'

export interface JobResults {
  /**
   * Bytes for b8, text where the result is large or its counts are not the stored ones. Throws the reason where there is
   * none.
   */
  result(
    id: string,
    caller: Caller,
    asked?: Partial<JobRead<Partial<ResultQuery>>>,
  ): Promise<JobResult | JsonText | CsvText | Uint8Array>
  /** Measurements so far of a device job, also of an aborted one. Throws the reason where there are none. */
  partial(
    id: string,
    caller: Caller,
    reading?: PartialResultQuery & Pick<WorkContext, 'signal'>,
  ): Promise<PartialResultReply>
  /** For a sweep: a page of its rows, and how often an event occurred in each. Throw `conflict` for a job of one circuit. */
  rows(id: string, caller: Caller, asked: JobRead<Omit<SweepRowsQuery, 'wait'> & MayWait>): Promise<JsonText>
  series(id: string, caller: Caller, asked: JobRead<Omit<SweepSeriesQuery, 'wait'> & MayWait>): Promise<JsonText>
  /** For a sweep: one value of each row, or all values as CSV. */
  values(
    id: string,
    caller: Caller,
    asked: JobRead<Omit<SweepValuesQuery, 'wait'> & MayWait>,
  ): Promise<JsonText | CsvText>
  /** The packed shots, as `format=b8` has them. */
  shots(id: string, caller: Caller, asked?: Partial<JobRead<ShotsQuery>>): Promise<Uint8Array>
}

interface JobResultsOptions {
  readonly owned: OwnedJobs
  readonly table: JobTable
  readonly results: ResultTable
  readonly measured: MeasuredJobBatchTable
  readonly circuits: JsonBlobs
  /** Does work that a caller waits for. */
  readonly interactive: Runner<JobTasks>
  /** Repeats the execution of a result that has only counts, for its single shots; null where that is impossible. */
  readonly rerunShots: (row: JobRow, result: ResultRow) => Promise<PackedShots | null>
  readonly sweeps: SweepResults
}

export function createJobResults(options: JobResultsOptions): JobResults {
  const { owned, table, measured, circuits, interactive, sweeps } = options

  const result: JobResults['result'] = async (id, caller, { query = {}, signal } = {}) => {
    const { format = 'counts', wait: seconds = 0, row: index, ...choice } = query
    const row = await owned.ended(id, caller, { seconds, signal })
    return readResult(row, { ...options, index, format, choice, owner: caller.key_id, signal })
  }

  const planFor = (caller: Caller) => async (row: JobRow) => {
    const json = await circuits.read(table.circuit(row))
    const input = { json, request: JSON.parse(table.estimateRequest(row)!) }
    return interactive.run('observableJob', input, { size: json.length, owner: caller.key_id })
  }

  const ofSweep =
    <Query, Found>(read: (row: JobRow, query: Query, context: WorkContext) => Promise<Found>) =>
    async (id: string, caller: Caller, { query, signal }: JobRead<Query & MayWait>) => {
      const row = await owned.ended(id, caller, { seconds: query.wait ?? 0, signal })
      refuseUnfinished(row)
      if (row.rows === null) throw noRows(id)
      return read(row, query, { owner: caller.key_id, signal })
    }

  return {
    result,
    partial: async (id, caller, reading = {}) =>
      partialResult(owned.find(id, caller), reading, { measured, planOf: planFor(caller) }),
    rows: ofSweep(sweeps.page),
    series: ofSweep(sweeps.series),
    values: ofSweep(sweeps.values),
    shots: async (id, caller, { query, signal } = {}) =>
      (await result(id, caller, { query: { ...query, format: 'b8' }, signal })) as Uint8Array,
  }
}

const noRows = (id: string): AppError =>
  new AppError('conflict', `Job ${id} is one circuit and has no rows: its result is at …/result`, {
    details: { job_uuid: id },
  })

/** Characters of the bitstrings of all shots; more are not made into one JSON text. */
const MAX_MEMORY_CHARACTERS = 2 ** 26

interface ReadOptions
  extends Pick<JobResultsOptions, 'table' | 'results' | 'interactive' | 'rerunShots' | 'sweeps'>,
    WorkContext {
  /** Row of a sweep. */
  readonly index: number | undefined
  readonly format: NonNullable<ResultQuery['format']>
  readonly choice: CountChoice
}

/** The requested counts, the estimates beside them, and the header of the result. */
async function countsOf(row: JobRow, result: ResultRow, options: ReadOptions) {
  const { index, results, sweeps, interactive } = options
  const head = headOf(row, result)
  if (index === undefined) {
    const counts = await wholeCounts(await results.counts(result), row.num_clbits, interactive)
    return { head, counts, estimates: await results.estimates(result) }
  }
  const { head: own, ...found } = await sweeps.row(row, index, options)
  return { head: { ...head, ...own }, ...found }
}

async function readResult(row: JobRow, options: ReadOptions): Promise<JobResult | JsonText | CsvText | Uint8Array> {
  refuseUnfinished(row)
  refuseOtherShape(row, options.index)
  const { format, choice, interactive, owner, signal } = options
  const clbits = row.num_clbits
  const result = options.results.find(row.sequence)!
  const { head: own, counts, estimates } = await countsOf(row, result, options)
  if (format === 'memory' && own.shots * clbits > MAX_MEMORY_CHARACTERS)
    throw new AppError('result_too_large', `${own.shots} shots of ${clbits} bits are too many for JSON`, {
      details: { most_characters: MAX_MEMORY_CHARACTERS },
    })
  refuseShots(row, format)
  const registers = resultRegisters(options.table.registers(row), clbits)
  const counted = { counts, num_clbits: clbits, registers, interactive, owner, signal }
  const found = estimatesOf(estimates)
  if (format === 'csv') {
    const named = `${row.job_uuid}${own.row === undefined ? '' : `-${own.row}`}`
    return found.expectation_values
      ? valuesCsv(named, found.expectation_values, choice)
      : chosenCsv(named, choice, counted)
  }
  const head = { ...own, registers, ...found }
  if (format !== 'counts') return readShots(row, result, { ...options, counts, head })
  return isChosen(choice) ? chosenCounts(head, choice, counted) : reply(head, { counts }, format)
}

/** The registers of a circuit that declares `declared` (null: none) and has so many classical bits. */
function resultRegisters(
  declared: readonly { readonly name: string; readonly size: number }[] | null,
  num_clbits: number,
): ResultRegister[] {
  const all = declared ?? (num_clbits > 0 ? [{ name: 'c', size: num_clbits }] : [])
  let first = 0
  return all.map(({ name, size }) => {
    first += size
    return { name, clbits: Array.from({ length: size }, (_, i) => first - size + i) }
  })
}

interface ShotsOf extends ReadOptions {
  readonly counts: Json
  readonly head: Omit<JobResult, 'counts'>
}

/** Each shot, as JSON or packed. */
async function readShots(row: JobRow, result: ResultRow, options: ShotsOf) {
  const { format, choice, counts, head, interactive, owner, signal } = options
  if (isChosen(choice))
    refuseQuery('format', `single shots come whole: leave the choice of bits out, or format=${format}`)
  const clbits = row.num_clbits
  const isRow = options.index !== undefined
  const planes = isRow ? null : await options.results.planes(result, clbits)
  const { shots, seed } = head
  const task = { size: counts.length + shots * Math.max(8, clbits), owner, signal }
  const repeated = planes || isRow ? null : await options.rerunShots(row, result)
  const packed = repeated && (await interactive.run('agreeing', { repeated, counts, clbits }, task))
  const input = { planes, packed, counts, clbits, shots, seed }
  if (format === 'b8') return packed ?? interactive.run('shots', input, task)
  const memory = await interactive.run('memory', input, task)
  const shot_order = packed === null ? head.shot_order : 'executed'
  return reply({ ...head, shot_order }, { counts, memory }, format)
}

const estimatesOf = (json: Json | null): Partial<JobResult> => (json === null ? {} : parsed(json))

/** Counts whose bitstrings have all bits of the circuit, as earlier versions stored some without leading bits. */
async function wholeCounts(counts: Json, clbits: number, runner: Runner<JobTasks>): Promise<Json> {
  const missing = missingLeadingBits(counts, clbits)
  if (missing === 0) return counts
  const whole = await runner.run('widen', { counts, missing }, { size: counts.length })
  return isLargeJson(whole) ? whole : jsonText(whole)
}

const headOf = (row: JobRow, result: ResultRow): Omit<JobResult, 'counts' | 'registers'> => ({
  job_uuid: row.job_uuid,
  shots: result.shots,
  overhead_shots: result.overhead_shots,
  num_clbits: row.num_clbits,
  bit_order: 'left-most character = highest classical bit',
  shot_order: result.planes_file === null ? 'drawn' : 'executed',
  seed: row.seed,
  engine: result.engine,
  noise: result.noise,
  calibration_id: result.calibration_id,
  simulated: row.simulated === 1,
  ...measuredBy(result),
})

const BY_AN_ENGINE = { lost_shots: 0, sequencers: [] }

const measuredBy = ({ machine }: ResultRow): Pick<JobResult, 'lost_shots' | 'sequencers' | 'unfinished_shots'> =>
  machine === null ? BY_AN_ENGINE : JSON.parse(machine)

/** The reply as an object where its bulk is small, else as JSON text. */
function reply(
  head: Omit<JobResult, 'counts'>,
  bulk: Readonly<Record<string, Json>>,
  format: string,
): JobResult | JsonText {
  // A stored result never changes.
  if (Object.values(bulk).some(isLargeJson))
    return jsonWith(head, bulk, `"${head.job_uuid}-${head.row ?? ''}${format}"`)
  const read = Object.entries(bulk).map(([name, json]) => [name, parsed(json)])
  return { ...head, ...Object.fromEntries(read) }
}
