import { describe, expect, it } from 'vitest'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import {
  chargeText,
  lossOf,
  newestProgress,
  noiseText,
  queueText,
} from '../../../../../renderer/src/pages/jobs/detail/job-text'

it.each([
  [{ price_per_shot: 0, reserved: 0, charged: 0 }, 'free'],
  [{ price_per_shot: 0.01, reserved: 10, charged: null }, '10 tokens reserved, 0.01 tokens a shot'],
  [{ price_per_shot: 1, reserved: 0, charged: 1 }, '1 token charged, 1 token a shot'],
])('tokens %j read %s', (tokens, text) => {
  expect(chargeText({ mode: 'mock', tokens })).toBe(text)
})

it('noise names its calibration, and float32 is said', () => {
  expect(noiseText({ options: { noise: 'none', precision: 'float64' }, calibration_id: 'c1' })).toBe('none')
  expect(noiseText({ options: { noise: 'calibrated', precision: 'float32' }, calibration_id: 'c1' })).toBe(
    'calibrated, c1; float32',
  )
})

it('a place in the queue says how many come before, and the wait where it is known', () => {
  expect(queueText({ position: 1, estimated_wait_ms: null, basis: '' })).toBe('next to start; wait unknown')
  expect(queueText({ position: 2, estimated_wait_ms: 900, basis: '' })).toBe('1 job before it; starts in about 900 ms')
})

it('an abort is asked about where it loses tokens or long work, and else done at once', () => {
  const tokens = { price_per_shot: 0, reserved: 50, charged: null }
  const job = { mode: 'mock', status: 'PROCESSING', started_at: '2026-11-21T07:00:00.000Z', tokens } as const
  const at = (seconds: number) => Date.parse(job.started_at) + seconds * 1_000
  expect(lossOf(job, at(59))).toBeNull()
  expect(lossOf(job, at(90))).toMatch(/1 min 30 s/)
  expect(lossOf({ ...job, mode: 'live' }, at(1))).toMatch(/50 tokens/)
  expect(lossOf({ ...job, status: 'WAITING', started_at: null }, at(90))).toBeNull()
})

const reply = (progress: number | null) => ({ status: 'PROCESSING', progress }) as JobDetail

describe('the progress of a job', () => {
  it('is that of the reply until the stream reports one, which came after it', () => {
    const job = reply(0.2)
    expect(newestProgress(job, null)).toBe(0.2)
    expect(newestProgress(job, { fraction: 0.5, reply: job })).toBe(0.5)
  })

  it('goes on with later replies where the stream has broken', () => {
    const streamed = { fraction: 0.5, reply: reply(0.2) }
    expect(newestProgress(reply(0.8), streamed)).toBe(0.8)
    expect(newestProgress(reply(0.9), streamed)).toBe(0.9)
  })

  it('is that of the first reply, where the stream was faster than it', () => {
    expect(newestProgress(reply(0.3), { fraction: 0.2, reply: undefined })).toBe(0.3)
  })
})
