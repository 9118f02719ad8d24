import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EventProgress, followed, newerProgress } from '../../../../renderer/src/pages/runs/use-run'
import { RUN_ID, sampleRun } from '../../samples/runs'

const reported = (fraction: number, status: 'PROCESSING' | 'COMPLETED' = 'PROCESSING', run_id = RUN_ID) => ({
  run_id,
  status,
  progress: { fraction, stage: 'encoded |0⟩, 8 rounds' },
})
const run = sampleRun('PROCESSING')
const fraction = (news: Parameters<typeof newerProgress>[1]) => newerProgress(run, news).progress.fraction

describe('progress that the stream reports', () => {
  it('goes before the last answer where it is further on', () => {
    expect(fraction(reported(0.9))).toBe(0.9)
    expect(newerProgress(run, reported(0.9)).progress.stage).toBe('encoded |0⟩, 8 rounds')
  })

  it('never takes a run back', () => expect(fraction(reported(0.1))).toBe(0.42))
  it('is of its own run only', () => expect(fraction(reported(0.9, 'PROCESSING', 'other'))).toBe(0.42))
  it('is of the same state only', () => expect(fraction(reported(1, 'COMPLETED'))).toBe(0.42))
  it('is not needed', () => expect(newerProgress(run, null)).toBe(run))

  it('keeps the counts of the answer where an event leaves them out as unchanged', () => {
    const counts = [{ of: 'encoded' as const, rounds: 1, shots: 10, accepted: 10, failures: 1 }]
    const counted = { ...run, progress: { ...run.progress, counts } }
    expect(newerProgress(counted, reported(0.9)).progress).toMatchObject({ fraction: 0.9, counts })
    const newer = [{ ...counts[0]!, shots: 20 }]
    const event = { ...reported(0.9), progress: { ...reported(0.9).progress, counts: newer } }
    expect(newerProgress(counted, event).progress.counts).toBe(newer)
  })
})

describe('progress that is followed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is passed on five times a second, the last one too, and loses no counts of the events between', () => {
    const passed: EventProgress[] = []
    const { take } = followed(progress => void passed.push(progress))
    const counts = [{ of: 'encoded' as const, rounds: 1, shots: 10, accepted: 10, failures: 1 }]
    take(reported(0.1))
    take({ ...reported(0.2), progress: { ...reported(0.2).progress, counts } })
    for (const fraction of [0.3, 0.4]) take(reported(fraction))
    expect(passed).toHaveLength(1)
    vi.advanceTimersByTime(200)
    expect(passed).toHaveLength(2)
    expect(passed[1]!.progress).toMatchObject({ fraction: 0.4, counts })
    expect(passed[1]!.progress.counts).toBe(counts)
  })
})
