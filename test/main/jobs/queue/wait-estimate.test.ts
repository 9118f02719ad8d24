import { describe, expect, test } from 'vitest'
import { createWaitEstimates } from '../../../../main/jobs/queue/wait-estimate'

/** Wait estimates of a backend that runs two jobs at a time; the arguments are the times of its completed jobs. */
const waitsAfter = (durations: number[]) => createWaitEstimates({ durations: () => [...durations] }, () => 2)
const waitOf = (
  waits: ReturnType<typeof waitsAfter>,
  position: number,
  under_way: [elapsed_ms: number, fraction: number][],
) =>
  waits.estimate(
    'dev-a-mock',
    position,
    under_way.map(([elapsed_ms, fraction]) => ({ elapsed_ms, fraction })),
  ).estimated_wait_ms

describe('the estimated wait', () => {
  test('is none while fewer jobs run than may run at a time', () => {
    expect(waitOf(waitsAfter([100]), 1, [])).toBe(0)
    expect(waitOf(waitsAfter([100]), 1, [[50, 0.1]])).toBe(0)
    expect(waitOf(waitsAfter([]), 1, [[50, 0]])).toBe(0)
  })

  test('goes by the progress of what is under way', () => {
    const under_way: [number, number][] = [
      [3_000, 0.25],
      [1_000, 0.5],
    ]
    expect(waitOf(waitsAfter([100]), 1, under_way)).toBeCloseTo(1_000)
    expect(waitOf(waitsAfter([]), 1, under_way)).toBeCloseTo(1_000)
    expect(waitOf(waitsAfter([]), 2, under_way)).toBeCloseTo(9_000)
    expect(waitOf(waitsAfter([]), 3, under_way)).toBeNull()
    expect(waitOf(waitsAfter([100]), 2, under_way)).toBeCloseTo(1_100)
    expect(waitOf(waitsAfter([50_000]), 2, under_way)).toBeCloseTo(9_000)
    expect(waitOf(waitsAfter([50_000]), 3, under_way)).toBeCloseTo(51_000)
  })

  test('expects for a job without progress the time that others took, or as long again once it took longer', () => {
    const silent: [number, number][] = [
      [40, 0],
      [60, 0.01],
    ]
    expect(waitOf(waitsAfter([90, 110]), 1, silent)).toBe(40)
    expect(waitOf(waitsAfter([90, 110]), 2, silent)).toBe(60)
    expect(
      waitOf(waitsAfter([100]), 1, [
        [2_000, 0],
        [3_000, 0],
      ]),
    ).toBe(2_000)
    expect(waitOf(waitsAfter([]), 1, silent)).toBeNull()
  })

  test('says what it rests on', () => {
    const waits = waitsAfter([100])
    expect(waits.estimate('dev-a-mock', 1, []).basis).toBe(
      'mean runtime of the last completed job on dev-a-mock, whatever the circuits; 2 at a time',
    )
    expect(waits.estimate('dev-a-mock', 1, [{ elapsed_ms: 1, fraction: 0 }]).basis).toMatch(
      /^progress of the jobs under way; mean/,
    )
  })

  test('learns from each job that completes', () => {
    const waits = waitsAfter([])
    waits.completed('dev-a-mock', 300)
    expect(waitOf(waits, 3, [])).toBe(300)
  })
})
