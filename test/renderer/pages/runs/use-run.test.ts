import { describe, expect, it } from 'vitest'
import { newerProgress } from '../../../../renderer/src/pages/runs/use-run'
import { RUN_ID, sampleRun } from '../../samples/runs'

const told = (fraction: number, status: 'PROCESSING' | 'COMPLETED' = 'PROCESSING', run_id = RUN_ID) => ({
  run_id,
  status,
  progress: { fraction, stage: 'encoded |0⟩, 8 rounds' },
})
const run = sampleRun('PROCESSING')
const fraction = (news: Parameters<typeof newerProgress>[1]) => newerProgress(run, news).progress.fraction

describe('progress that the stream told', () => {
  it('goes before the last answer where it is further on', () => {
    expect(fraction(told(0.9))).toBe(0.9)
    expect(newerProgress(run, told(0.9)).progress.stage).toBe('encoded |0⟩, 8 rounds')
  })

  it('never takes a run back', () => expect(fraction(told(0.1))).toBe(0.42))
  it('is of its own run only', () => expect(fraction(told(0.9, 'PROCESSING', 'other'))).toBe(0.42))
  it('is of the same state only', () => expect(fraction(told(1, 'COMPLETED'))).toBe(0.42))
  it('is not needed', () => expect(newerProgress(run, null)).toBe(run))
})
