import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExperimentLog } from '../../../../main/instruments/records/experiment-log'
import { watchSleep } from '../../../../main/instruments/records/sleep-watch'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a computer that sleeps', () => {
  it('leaves a named gap, with the runs that go on', () => {
    const added: [string, readonly string[]][] = []
    const add = ({ text }: { text: string }, works: readonly string[] = []) => void added.push([text, works])
    const experiment = { add } as unknown as ExperimentLog
    let [wall, run] = [0, 0]
    const stop = watchSleep({ experiment, works: new Set(['run-1']) }, { now: () => wall, monotonic: () => run })
    const pass = (wallMs: number, runMs: number) => {
      wall += wallMs
      run += runMs
      vi.advanceTimersByTime(2_000)
    }
    pass(2_000, 2_000)
    pass(9_000, 9_000)
    pass(62_000, 2_000)
    pass(2_000, 2_000)
    stop()
    expect(added).toEqual([
      [
        'The computer slept, or its clock was set: 60 s between 1970-01-01T00:00:11.000Z and 1970-01-01T00:01:13.000Z are missing',
        ['run-1'],
      ],
    ])
  })
})
