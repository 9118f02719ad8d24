/** Queries of jobs: lists, details, results. */
import type { Job, JobDetail, JobListQuery, JobQuery, JobSummary } from '../../contract/jobs/circuit-job'
import type {
  JobResult,
  PartialResultQuery,
  PartialResultReply,
  ResultQuery,
  ShotsQuery,
} from '../../contract/jobs/result'
import { jobStates } from '../../contract/jobs/status'
import type { SweepRowsQuery, SweepSeriesQuery, SweepValuesQuery } from '../../contract/jobs/sweep'
import type { CsvText } from '../../contract/model/csv-text'
import { AppError } from '../../contract/model/errors'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import type { Caller } from '../../contract/service/account'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { type Json, jsonText, parsed } from '../../worker/json'
import type { Runner, WorkContext } from '../../worker/runner'
import type { EstimateRequest } from '../model/estimate-request'
import type { ResultRow } from '../model/execution-result'
import type { JobRow } from '../model/job'
import { isBlob, type JsonBlobs } from '../model/json-blobs'
import type { JobPositions } from '../queue/job-positions'
import type { JobTable } from '../storage/job-table'
import type { MeasuredBatchTable } from '../storage/measured-batches'
import type { ResultTable } from '../storage/result-table'
import { missingLeadingBits } from '../tasks/outcome-table'
import type { JobTasks } from '../tasks/registry'
import {
  type CountChoice,
  chosenCounts,
  chosenCsv,
  isChosen,
  refuseQuery,
  resultRegisters,
  valuesCsv,
} from './count-views'
import { detailsOf, jobOf, summaryOf } from './job-view'
import { partialResult } from './partial-results'
import { notReady, refuseOtherShape, refuseShots, refuseUnfinished } from './refusals'
import type { SweepResults } from './sweep-results'
import type { JobRead, JobWaits, MayWait } from './waiting'

export interface JobQueries {
  /** The caller's job: a key's own, any for a session. Throws `not_found`. */
  owned(id: string, caller: Caller): JobRow
  detail(row: JobRow): Promise<Job | JsonText>
  /** `circuit: false` leaves its circuits out. */
  get(id: string, caller: Caller, asked?: Partial<JobRead<Partial<JobQuery>>>): Promise<JobDetail | JsonText>
  list(query: JobListQuery, caller: Caller): Page<JobSummary>
  /** Bytes for b8, text where it is large or made of other counts than the stored ones. Throws why there is none. */
  result(
    id: string,
    caller: Caller,
    asked?: Partial<JobRead<Partial<ResultQuery>>>,
  ): Promise<JobResult | JsonText | CsvText | Uint8Array>
  /** Measurements so far of a device job, also of an aborted one. Throws the reason where there are none. */
  partial(id: string, caller: Caller, query?: PartialResultQuery): Promise<PartialResultReply>
  /** For a sweep: a page of its rows, and how often an event occurred in each. Throw `conflict` for a job of one circuit. */
  rows(id: string, caller: Caller, asked: JobRead<Omit<SweepRowsQuery, 'wait'> & MayWait>): Promise<JsonText>
  series(id: string, caller: Caller, asked: JobRead<Omit<SweepSeriesQuery, 'wait'> & MayWait>): Promise<JsonText>
  /** And one value of each, or as CSV all of them. */
  values(
    id: string,
    caller: Caller,
    asked: JobRead<Omit<SweepValuesQuery, 'wait'> & MayWait>,
  ): Promise<JsonText | CsvText>
  /** The packed shots, as `format=b8` has them. */
  shots(id: string, caller: Caller, asked?: Partial<JobRead<ShotsQuery>>): Promise<Uint8Array>
}

interface JobQueriesOptions {
  readonly table: JobTable
  readonly results: ResultTable
  readonly measured: MeasuredBatchTable
  readonly circuits: JsonBlobs
  readonly positions: Pick<JobPositions, 'live' | 'of'>
  /** For what a caller waits for. */
  readonly interactive: Runner<JobTasks>
  /** The single shots of a result that only counts, run again; null where that cannot be. */
  readonly rerunShots: (row: JobRow, result: ResultRow) => Promise<PackedShots | null>
  readonly waits: Pick<JobWaits, 'until'>
  readonly sweeps: SweepResults
}

/** Whether a wait for the job ends. */
const isOver = ({ status }: JobRow): boolean => jobStates.isTerminal(status)

const askedOf = (json: string | null): EstimateRequest | null => (json === null ? null : JSON.parse(json))

export function createJobQueries(options: JobQueriesOptions): JobQueries {
  const { table, results, circuits, positions } = options

  /** Digits of an id may be of either case (RFC 9562, section 4); they are stored in the lower one. */
  function owned(id: string, caller: Caller): JobRow {
    const row = table.find(id.toLowerCase())
    if (!row || (caller.kind === 'key' && row.owner !== caller.key_id))
      throw new AppError('not_found', `No job ${id}`, { details: { job_uuid: id } })
    return row
  }

  const factsOf = (row: JobRow) => ({
    parameter_names: table.parameterNames(row),
    timeline: table.timeline(row),
    result: row.status === 'COMPLETED' ? results.find(row.sequence) : null,
    queue: positions.of(row),
    asked: askedOf(table.estimateRequest(row)),
    placement: table.placement(row),
    saved_circuit: table.origins.of(row),
  })

  async function detail(row: JobRow): Promise<Job | JsonText> {
    const facts = factsOf(row)
    const [circuit, transpiled] = [await circuits.read(table.circuit(row)), await results.transpiled(facts.result)]
    return jobOf(row, positions.live(row), { ...facts, circuit, transpiled })
  }

  const planFor = (caller: Caller) => async (row: JobRow) => {
    const json = await circuits.read(table.circuit(row))
    const input = { json, request: askedOf(table.estimateRequest(row))! }
    return options.interactive.run('observableJob', input, { size: json.length, owner: caller.key_id })
  }

  /** The job, once it is over or the time is up. */
  async function ownedAfter(seconds: number, id: string, caller: Caller, signal?: AbortSignal): Promise<JobRow> {
    const row = owned(id, caller)
    if (seconds === 0 || isOver(row)) return row
    const { key_id: owner } = caller
    await options.waits.until(row.job_uuid, () => isOver(owned(id, caller)), { seconds, owner, signal })
    return owned(id, caller)
  }

  const result: JobQueries['result'] = async (id, caller, { query = {}, signal } = {}) => {
    const { format = 'counts', wait = 0, row: index, ...choice } = query
    const row = await ownedAfter(wait, id, caller, signal)
    if (!isOver(row)) throw notReady(row, askAgainIn(row, positions))
    return readResult(row, { ...options, index, format, choice, owner: caller.key_id, signal })
  }

  async function finishedSweep(id: string, caller: Caller, wait: number, signal?: AbortSignal): Promise<JobRow> {
    const row = await ownedAfter(wait, id, caller, signal)
    if (!isOver(row)) throw notReady(row, askAgainIn(row, positions))
    refuseUnfinished(row)
    if (row.rows !== null) return row
    const message = `Job ${id} is one circuit and has no rows: its result is at …/result`
    throw new AppError('conflict', message, { details: { job_uuid: id } })
  }

  const ofSweep =
    <Query, Found>(read: (row: JobRow, query: Query, context: WorkContext) => Promise<Found>) =>
    async (id: string, caller: Caller, { query, signal }: JobRead<Query & MayWait>) =>
      read(await finishedSweep(id, caller, query.wait ?? 0, signal), query, { owner: caller.key_id, signal })

  return {
    owned,
    detail,
    async get(id, caller, { query: { circuit = true, wait = 0 } = {}, signal } = {}) {
      const row = await ownedAfter(wait, id, caller, signal)
      return circuit ? detail(row) : detailsOf(row, positions.live(row), factsOf(row))
    },
    list(query, caller) {
      const owner = caller.kind === 'key' ? caller.key_id : undefined
      return pageOf(table.list(query, owner, positionBefore(query.cursor)), {
        limit: query.limit,
        positionOf: row => row.sequence,
        show: row => summaryOf(row, positions.live(row)),
      })
    },
    result,
    partial: async (id, caller, { row } = {}) =>
      partialResult(owned(id, caller), row, { measured: options.measured, planOf: planFor(caller) }),
    rows: ofSweep(options.sweeps.page),
    series: ofSweep(options.sweeps.series),
    values: ofSweep(options.sweeps.values),
    shots: async (id, caller, { query, signal } = {}) =>
      (await result(id, caller, { query: { ...query, format: 'b8' }, signal })) as Uint8Array,
  }
}

/** Characters of the bitstrings of all shots; more are not made into one JSON text. */
const MAX_MEMORY_CHARACTERS = 2 ** 26

interface ReadOptions
  extends Pick<JobQueriesOptions, 'table' | 'results' | 'interactive' | 'rerunShots' | 'sweeps'>,
    WorkContext {
  /** Row of a sweep. */
  readonly index: number | undefined
  readonly format: NonNullable<ResultQuery['format']>
  readonly choice: CountChoice
}

/** The counts that are asked for, what was found beside them, and what the result says of both. */
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

/** Seconds after which to ask again: a guess between 1 and 60 of how long the job still takes. */
function askAgainIn(row: JobRow, positions: JobQueriesOptions['positions']): number {
  const { progress, elapsed_ms } = positions.live(row)
  const left_ms = progress > 0 ? elapsed_ms * (1 / progress - 1) : (positions.of(row)?.estimated_wait_ms ?? 0)
  return Math.min(60, Math.max(1, Math.ceil(left_ms / 1_000)))
}

/** Counts whose bitstrings have all the bits of the circuit, whatever version wrote them. */
async function wholeCounts(counts: Json, clbits: number, runner: Runner<JobTasks>): Promise<Json> {
  const missing = missingLeadingBits(counts, clbits)
  if (missing === 0) return counts
  const whole = await runner.run('widen', { counts, missing }, { size: counts.length })
  return isBlob(whole) ? whole : jsonText(whole)
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

/** Bulk that is small is read, so that few callers meet a text. */
function reply(
  head: Omit<JobResult, 'counts'>,
  bulk: Readonly<Record<string, Json>>,
  format: string,
): JobResult | JsonText {
  // A stored result never changes.
  if (Object.values(bulk).some(isBlob)) return jsonWith(head, bulk, `"${head.job_uuid}-${head.row ?? ''}${format}"`)
  const read = Object.entries(bulk).map(([name, json]) => [name, parsed(json)])
  return { ...head, ...Object.fromEntries(read) }
}
