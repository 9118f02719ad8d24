import { expect, it } from 'vitest'
import type { BatchJobResult, JobBatch } from '../../../../main/contract/jobs/batches'
import type { JobResult } from '../../../../main/contract/jobs/result'
import {
  abortText,
  batchChargeText,
  batchCsv,
  batchResultText,
  openJobs,
  statusCounts,
} from '../../../../renderer/src/draw/jobs/batches'

const by_status: JobBatch['by_status'] = { COMPLETED: 3, WAITING: 2, PENDING: 0, PROCESSING: 1, FAILED: 0, ABORTED: 0 }

it('a batch names the states its jobs are in, in their order, and how many are open', () => {
  expect(statusCounts({ by_status })).toEqual([
    ['WAITING', 2],
    ['PROCESSING', 1],
    ['COMPLETED', 3],
  ])
  expect(openJobs({ by_status })).toBe(3)
})

it('an abort says how many jobs end and what is released', () => {
  expect(abortText({ by_status, tokens: { reserved: 1500, charged: 3 } })).toMatch(/^3 jobs .* 1,500 tokens held/)
  expect(abortText({ by_status: { ...by_status, WAITING: 0 }, tokens: { reserved: 0, charged: 0 } })).toBe(
    '1 job not finished will be aborted without results. Results that are there stay.',
  )
})

it('costs are what was charged and what is still held', () => {
  expect(batchChargeText({ tokens: { reserved: 0, charged: 0 }, mode: 'mock' })).toMatch(/free/i)
  expect(batchChargeText({ tokens: { reserved: 0, charged: 0 }, mode: 'live' })).toBe('0 tokens charged')
  expect(batchChargeText({ tokens: { reserved: 2, charged: 1 }, mode: 'live' })).toBe(
    '1 token charged, 2 tokens reserved',
  )
})

const result = {
  shots: 100,
  counts: { '00': 60, '01': 20, '10': 15, '11': 5 },
  simulated: true,
} as unknown as JobResult
const job: BatchJobResult = {
  job_uuid: 'a',
  name: '=1+1',
  status: 'COMPLETED',
  status_reason: null,
  rows: null,
  result,
}
const failed: BatchJobResult = {
  ...job,
  name: null,
  status: 'FAILED',
  result: null,
  status_reason: { code: 'engine_error', message: 'It broke' },
}
const interval = { low: 0.89, high: 0.93, level: 0.95 }
const values = [{ name: 'ZZ', label: 'raw', method: 'm', value: 0.91, standard_error: 0.01, interval }]
const estimated = { ...job, result: { ...result, expectation_values: values } as unknown as JobResult }

it('a line shows the most frequent outcomes, values with errors, or why there are none', () => {
  expect(batchResultText(job)).toBe('00 60.00 %, 01 20.00 %, 10 15.00 %, 1 more')
  expect(batchResultText(estimated)).toBe('ZZ = 0.910 ± 0.010')
  expect(batchResultText(failed)).toBe('It broke')
  expect(batchResultText({ ...job, result: null, rows: 13 })).toBe('13 rows of a sweep, on the page of the job')
  expect(batchResultText({ ...failed, status: 'WAITING', status_reason: null })).toBe('Not finished')
})

it('the file has a line for each outcome or value, one for a job without, and no formula', () => {
  const [head, ...lines] = batchCsv([job, failed, estimated]).trimEnd().split('\r\n')
  expect(head).toMatch(/^job_uuid,name,status,/)
  expect(lines).toHaveLength(6)
  expect(lines[0]).toMatch(/^a,'=1\+1,COMPLETED,,100,true,outcome,00,60,0\.6,0\.50\d+,0\.69\d+,Wilson 95 %$/)
  expect(lines[4]).toBe('a,,FAILED,engine_error,,,,,,,,,')
  expect(lines[5]).toBe('a,\'=1+1,COMPLETED,,100,true,expectation value,ZZ,,0.91,0.89,0.93,"raw, m"')
  for (const line of lines.slice(0, 5)) expect(line.split(',')).toHaveLength(head!.split(',').length)
})
