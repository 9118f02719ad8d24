import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { throttle } from '../../../renderer/src/api/throttle'

describe('calls throttled out', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const passed: number[] = []
  const start = () => {
    passed.length = 0
    return throttle<number>(200, value => void passed.push(value))
  }

  it('pass the first at once and the newest of each interval, the last one too', () => {
    const { call } = start()
    for (const value of [1, 2, 3]) call(value)
    expect(passed).toEqual([1])
    vi.advanceTimersByTime(200)
    expect(passed).toEqual([1, 3])
    call(4)
    vi.advanceTimersByTime(199)
    expect(passed).toEqual([1, 3])
    vi.advanceTimersByTime(1)
    expect(passed).toEqual([1, 3, 4])
  })

  it('pass one at once again after an interval without any', () => {
    const { call } = start()
    call(1)
    vi.advanceTimersByTime(1_000)
    call(2)
    expect(passed).toEqual([1, 2])
  })

  it('pass nothing after they were cancelled', () => {
    const { call, cancel } = start()
    call(1)
    call(2)
    cancel()
    vi.advanceTimersByTime(1_000)
    expect(passed).toEqual([1])
  })
})
