/** A batch: its state in words, and the results of its jobs as lines and as a file. Pure. */
import { freeText } from '../../../../main/contract/backends/catalogue'
import type { BatchJobResult, JobBatch } from '../../../../main/contract/jobs/batches'
import type { JobResult } from '../../../../main/contract/jobs/result'
import { JobStatus, jobStates } from '../../../../main/contract/jobs/status'
import { type Cell, csvText } from '../../../../main/contract/model/csv-text'
import { plusMinus } from '../../../../main/contract/numbers/interval-text'
import { tokensText } from '../format/prices'
import { count, countWithNoun } from '../format/quantity'
import { countRows, sharePercent } from './counts'
import { roundedValue } from './expectations'

type BatchStatusCounts = Pick<JobBatch, 'by_status'>

/** The states that jobs are in with how many are, in the order a job passes them. */
export const statusCounts = ({ by_status }: BatchStatusCounts): readonly (readonly [JobStatus, number])[] =>
  JobStatus.options.flatMap(status => (by_status[status] ? [[status, by_status[status]] as const] : []))

/** How many jobs have not ended. */
export const openJobs = (batch: BatchStatusCounts): number =>
  statusCounts(batch).reduce((sum, [status, jobs]) => sum + (jobStates.isTerminal(status) ? 0 : jobs), 0)

/** What the jobs cost, and what is still held for those that are open. */
export function batchChargeText({ tokens: { reserved, charged }, mode }: Pick<JobBatch, 'tokens' | 'mode'>): string {
  if (reserved === 0 && charged === 0 && mode === 'mock') return freeText(mode)
  return `${tokensText(charged)} charged${reserved === 0 ? '' : `, ${tokensText(reserved)} reserved`}`
}

/** Effect of an abort, in words. */
export function abortText(batch: Pick<JobBatch, 'by_status' | 'tokens'>): string {
  const { reserved } = batch.tokens
  const released =
    reserved === 0 ? '' : ` ${tokensText(reserved)} held for them will be released, except for shots executed.`
  return `${countWithNoun(openJobs(batch), 'job')} not finished will be aborted without results.${released} Results that are there stay.`
}

/** More cannot be read in a line; the file holds all. */
export const SHOWN = 3

const named = (parts: readonly string[]): string => {
  const more = parts.length - SHOWN
  return [...parts.slice(0, SHOWN), ...(more > 0 ? [`${count(more)} more`] : [])].join(', ')
}

/** Its most frequent outcomes, or its expectation values with their standard errors. */
function resultText({ counts, shots, expectation_values }: JobResult): string {
  if (expectation_values === undefined)
    return named(countRows(counts, shots).map(row => `${row.bitstring || '(no bits)'} ${sharePercent(row)}`))
  return named(
    expectation_values.map(({ name, value, standard_error }) => {
      return `${name} = ${standard_error > 0 ? plusMinus(value, standard_error) : roundedValue(value, 0)}`
    }),
  )
}

/** Result of one job of a batch, in a line. */
export function batchResultText({
  result,
  rows,
  status,
  status_reason,
}: Omit<BatchJobResult, 'job_uuid' | 'name'>): string {
  if (result !== null) return resultText(result)
  if (status === 'COMPLETED') return `${countWithNoun(rows ?? 0, 'row')} of a sweep, on the page of the job`
  return status_reason?.message ?? (jobStates.isTerminal(status) ? 'No reason was recorded' : 'Not finished')
}

const COLUMNS = [
  ...['job_uuid', 'name', 'status', 'status_reason', 'shots', 'simulated'],
  ...['quantity', 'of', 'count', 'value', 'low', 'high', 'interval'],
]

/** Quantity, of what, count, value, low, high and how the interval was made. */
function valueLines({ result, rows }: BatchJobResult): readonly (readonly Cell[])[] {
  if (result === null) return [[rows === null ? null : 'sweep', null, null, null, null, null, null]]
  if (result.expectation_values === undefined)
    return countRows(result.counts, result.shots).map(row => [
      ...['outcome', row.bitstring, row.count, row.share, row.low, row.high],
      'Wilson 95 %',
    ])
  return result.expectation_values.map(({ name, value, interval, label, method }) => [
    ...['expectation value', name, null, value, interval.low, interval.high],
    `${label}, ${method}`,
  ])
}

/** A line for each outcome or observable of each job, and one for a job without, in the order of the circuits. */
export const batchCsv = (items: readonly BatchJobResult[]): string =>
  csvText([
    COLUMNS,
    ...items.flatMap(item => {
      const { job_uuid, name, status, status_reason, result } = item
      const simulated = result === null ? null : String(result.simulated)
      const job = [job_uuid, name, status, status_reason?.code ?? null, result?.shots ?? null, simulated]
      return valueLines(item).map(line => [...job, ...line])
    }),
  ])
