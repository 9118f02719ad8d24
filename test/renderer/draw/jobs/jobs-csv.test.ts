import { expect, it } from 'vitest'
import type { JobSummary } from '../../../../main/contract/jobs/circuit-job'
import { jobsCsv } from '../../../../renderer/src/draw/jobs/jobs-csv'

const job: JobSummary = {
  job_uuid: '0b6e6f0a-6c1e-4f5c-9f6e-0a0b0c0d0e0f',
  name: null,
  tags: ['course', 'week 3'],
  status: 'COMPLETED',
  status_reason: null,
  backend: 'dev-a-mock',
  mode: 'mock',
  simulated: true,
  estimates: null,
  shots: 1000,
  rows: null,
  batch_id: null,
  num_qubits: 2,
  created_at: '2026-11-21T07:00:00.000Z',
  started_at: null,
  completed_at: null,
  runtime_ms: null,
  queue_position: null,
  progress: null,
}
const cellsOf = (row: JobSummary) => jobsCsv([row]).split('\r\n')[1]!

it('a job is one line under the names of its columns, with nothing where nothing is known', () => {
  expect(jobsCsv([job]).split('\r\n')[0]).toMatch(/^job_uuid,created_at,completed_at,runtime_ms,backend,status,mode,/)
  expect(cellsOf(job)).toBe(
    `${job.job_uuid},2026-11-21T07:00:00.000Z,,,dev-a-mock,COMPLETED,mock,true,1000,2,,course; week 3,`,
  )
})

it.each([
  ['a, "b"', '"a, ""b"""'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
])('a job named %s is no second column and no formula', (name, cell) => {
  expect(cellsOf({ ...job, name })).toContain(`,${cell},`)
})
