/** Queries of a sweep's rows: one row, pages, counts of one event in each row, and one value of each row. */
import type { ParameterTable } from '../../circuits/parameters/bind'
import type { JobResult } from '../../contract/jobs/result'
import type { SweepRowsQuery, SweepSeriesQuery, SweepValues, SweepValuesQuery } from '../../contract/jobs/sweep'
import { CsvText } from '../../contract/model/csv-text'
import { AppError } from '../../contract/model/errors'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import { firstRowOf } from '../../contract/model/page'
import { CONFIDENCE } from '../../qec/statistics/intervals'
import type { Json } from '../../worker/json'
import type { Runner, WorkContext } from '../../worker/runner'
import type { JobRow } from '../model/job'
import { rowSeed } from '../model/sweep'
import type { JobTable, JsonBlobs } from '../storage/job-table'
import type { RowTable } from '../storage/result-table'
import type { JobTasks } from '../tasks/registry'
import { type HitsOutput, parametersAt, type SweepEvent } from '../tasks/sweep-tasks'
import type { RowValues } from '../tasks/sweep-values'

interface SweepResultsOptions {
  readonly table: Pick<JobTable, 'parameters'>
  readonly rows: RowTable
  readonly circuits: JsonBlobs
  readonly interactive: Runner<JobTasks>
}

/** Fields in which the result of a row differs from that of a single circuit. */
interface RowCounts {
  readonly counts: Json
  /** JSON of the estimates beside or instead of counts; null for counts alone. */
  readonly estimates: Json | null
  readonly head: Pick<
    JobResult,
    'row' | 'parameters' | 'shots' | 'overhead_shots' | 'unfinished_shots' | 'seed' | 'engine'
  >
}

/** Results of COMPLETED sweeps. */
export interface SweepResults {
  /** Throws `invalid_request` where the sweep has no such row. */
  row(job: JobRow, row: number, context: WorkContext): Promise<RowCounts>
  /** JSON of a page of rows. */
  page(job: JobRow, query: Omit<SweepRowsQuery, 'wait'>, context: WorkContext): Promise<JsonText>
  /** JSON of the series. Throws `invalid_request` where the circuit has no such bits. */
  series(job: JobRow, query: Omit<SweepSeriesQuery, 'wait'>, context: WorkContext): Promise<JsonText>
  /** Throws `invalid_request` where the sweep has no values, or none of this name. */
  values(job: JobRow, query: Omit<SweepValuesQuery, 'wait'>, context: WorkContext): Promise<JsonText | CsvText>
}

interface SweepReader {
  parametersOf(job: JobRow, context: WorkContext): Promise<ParameterTable>
  /** Values of the rows, file by file; `name` null: all values of each row. */
  valuesOf(job: JobRow, name: string | null, context: WorkContext): Promise<RowValues[]>
  /** Names of the values of its rows. */
  namesOf(job: JobRow, context: WorkContext): Promise<readonly string[]>
}

/** Reads the parameters and values of sweeps from their files, on threads. */
function createSweepReader({ table, rows, circuits, interactive }: SweepResultsOptions): SweepReader {
  async function parametersOf(job: JobRow, context: WorkContext): Promise<ParameterTable> {
    const json = await circuits.read(table.parameters(job)!)
    return interactive.run('table', { json }, { size: json.length, ...context })
  }

  async function valuesOf(job: JobRow, name: string | null, context: WorkContext): Promise<RowValues[]> {
    const parts: RowValues[] = []
    for (const chunk of rows.all(job.sequence)) {
      const bytes = await rows.read(chunk)
      parts.push(await interactive.run('rowValues', { bytes, name }, { size: bytes.length, ...context }))
    }
    return parts
  }

  async function namesOf(job: JobRow, context: WorkContext): Promise<readonly string[]> {
    const bytes = await rows.read(rows.holding(job.sequence, 0))
    const { choices } = await interactive.run('rowValues', { bytes, name: '' }, { size: bytes.length, ...context })
    return choices
  }

  return { parametersOf, valuesOf, namesOf }
}

export function createSweepResults(options: SweepResultsOptions): SweepResults {
  const { rows, interactive } = options
  const { parametersOf, valuesOf, namesOf } = createSweepReader(options)

  return {
    async row(job, row, context) {
      if (row >= job.rows!) throw refused('#query/row', `the sweep has the rows 0 to ${job.rows! - 1}`)
      const bytes = await rows.read(rows.holding(job.sequence, row))
      const clbits = job.num_clbits
      const { counts, estimates, ...executed } = await interactive.run(
        'rowCounts',
        { bytes, clbits, row },
        { size: bytes.length, ...context },
      )
      const parameters = parametersAt(await parametersOf(job, context), row)
      return { counts, estimates, head: { row, parameters, ...executed, seed: rowSeed(job.seed, row) } }
    },
    async page(job, { limit, cursor }, context) {
      const from = firstRowOf(cursor, job.rows!)
      const bytes = await rows.read(rows.holding(job.sequence, from))
      const parameters = await parametersOf(job, context)
      const input = { bytes, table: parameters, clbits: job.num_clbits, seed: job.seed, from, limit }
      const page = await interactive.run('rowsPage', input, { size: bytes.length, ...context })
      const next = from + page.rows
      const next_cursor = next < job.rows! ? String(next) : null
      const tag = `"${job.job_uuid}-rows-${from}-${limit}"`
      return jsonWith({ next_cursor }, { items: page.json }, tag)
    },
    async series(job, query, context) {
      if (job.estimates === 'sampled' || job.estimates === 'exact') throw noCounts(job)
      const event = eventOf(query, job.num_clbits)
      const parameters = await parametersOf(job, context)
      const parts: HitsOutput[] = []
      for (const chunk of rows.all(job.sequence)) {
        const bytes = await rows.read(chunk)
        parts.push(await interactive.run('rowHits', { bytes, event }, { size: bytes.length, ...context }))
      }
      const json = await interactive.run('series', { table: parameters, parts }, { size: job.rows! * 64, ...context })
      const { names } = parameters
      const head = { job_uuid: job.job_uuid, event: saidOf(event), names, confidence: CONFIDENCE, method: 'Wilson' }
      return withRows(head, json, `"${job.job_uuid}-series-${tagOf(saidOf(event))}"`)
    },
    async values(job, { name, format }, context) {
      const { job_uuid } = job
      if (job.estimates === null) throw noValues(job)
      const choices = await namesOf(job, context)
      if (name !== undefined && !choices.includes(name)) throw refused('#query/name', noSuchValue(name, choices))
      const table = await parametersOf(job, context)
      const chosen = name ?? (format === 'csv' ? null : choices[0]!)
      const parts = await valuesOf(job, chosen, context)
      const task = { size: job.rows! * 64 * (chosen === null ? choices.length : 1), ...context }
      if (format === 'csv')
        return new CsvText(
          await interactive.run('valuesCsv', { table, parts }, task),
          `"${job_uuid}-values-${tagOf(name)}"`,
        )
      const json = await interactive.run('valueSeries', { table, parts }, task)
      const { label, method } = parts[0]!.values[0]![0]!
      const names = [...table.names]
      const head = { job_uuid, name: chosen!, choices: [...choices], names, label, confidence: CONFIDENCE, method }
      return withRows(head satisfies Omit<SweepValues, 'rows'>, json, `"${job_uuid}-values-of-${tagOf(chosen!)}"`)
    },
  }
}

/** JSON with rows. A stored result never changes, so its ETag is made from the query. */
const withRows = (head: object, rows: Uint8Array, tag: string): JsonText => jsonWith(head, { rows }, tag)

const refused = (pointer: string, message: string): AppError =>
  new AppError('invalid_request', message, { faults: [{ pointer, message }] })

/** Part of an ETag: names may hold any characters, header fields may not. */
const tagOf = (name: string | undefined): string => (name === undefined ? 'all' : encodeURIComponent(name))

const noCounts = ({ job_uuid }: JobRow): AppError =>
  new AppError('conflict', `Job ${job_uuid} has expectation values in place of counts: they are at …/result/values`, {
    details: { job_uuid },
  })

const noValues = ({ job_uuid }: JobRow): AppError =>
  new AppError('conflict', `Job ${job_uuid} has counts alone: they are at …/result/rows and …/result/series`, {
    details: { job_uuid },
  })

const MAX_LISTED = 20
const noSuchValue = (name: string, choices: readonly string[]): string =>
  `nothing is named "${name}" here; there are ${choices.slice(0, MAX_LISTED).join(', ')}${choices.length > MAX_LISTED ? ', …' : ''}`

function eventOf({ outcome, parity = '' }: Omit<SweepSeriesQuery, 'wait'>, num_clbits: number): SweepEvent {
  if (outcome !== undefined) {
    if (outcome.length === num_clbits) return { kind: 'outcome', bits: outcome.toLowerCase() }
    throw refused('#query/outcome', `bitstrings of this job have ${num_clbits} bits, this has ${outcome.length}`)
  }
  const clbits = parity.split(',').map(Number)
  const beyond = clbits.find(clbit => clbit >= num_clbits)
  if (beyond !== undefined)
    throw refused('#query/parity', `the job has the classical bits 0 to ${num_clbits - 1}, not ${beyond}`)
  const twice = clbits.find((clbit, at) => clbits.indexOf(clbit) !== at)
  if (twice === undefined) return { kind: 'parity', clbits }
  throw refused('#query/parity', `classical bit ${twice} is listed twice`)
}

const saidOf = (event: SweepEvent): string =>
  event.kind === 'outcome' ? `outcome ${event.bits}` : `odd parity of classical bits ${event.clbits.join(', ')}`
