import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QualityHistory } from '../../../../../main/contract/entropy/source'
import { QUALITY_POINT_MS, recordQuality } from '../../../../../main/entropy/supply/sources/quality-history'
import type { EntropySupplySource } from '../../../../../main/entropy/supply/sources/supply-source'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A source whose figures a test turns by hand. */
function shownAs() {
  const seen = { idle: true, bytes: 0, entropy: null as number | null, samples: 0 }
  const source = {
    id: 'urn:pentad:source:homodyne:1',
    short_name: 'src-b',
    simulated: true,
    raw: true,
    claimed: 4.4,
    record: () => ({ idle: seen.idle }),
    status: () => ({ entropy: seen.entropy, bytes: seen.bytes }),
    pool: {
      monitor: {
        figures: () => ({
          alarms: { single: 0, intermittent: 0, permanent: 0 },
          windows_failed: 0,
          samples: seen.samples,
        }),
      },
    },
  } as unknown as EntropySupplySource
  return { seen, source }
}

describe('the quality of a source over time', () => {
  it('is noted from its first reading on, and at each failure', () => {
    const { seen, source } = shownAs()
    const recorder = recordQuality({ sources: { all: [source] }, now: Date.now })
    vi.advanceTimersByTime(3 * QUALITY_POINT_MS)
    expect(recorder.of(source, {}).points).toEqual([])
    Object.assign(seen, { idle: false, bytes: 4_096, entropy: 0.5, samples: 100_000 })
    vi.advanceTimersByTime(QUALITY_POINT_MS)
    vi.advanceTimersByTime(1_000)
    Object.assign(seen, { bytes: 0, samples: 100_512 })
    recorder.note(source)
    const history = QualityHistory.parse(recorder.of(source, {}))
    expect(history.points).toMatchObject([
      { at: '2026-11-24T10:01:20.000Z', available_bytes: 4_096, entropy: 0.5, claimed: 4.4, samples_tested: 100_000 },
      { at: '2026-11-24T10:01:21.000Z', available_bytes: 0, samples_tested: 100_512 },
    ])
    const { points } = recorder.of(source, { since: '2026-11-24T11:01:20+01:00' })
    expect(points.map(({ at }) => at)).toEqual(['2026-11-24T10:01:21.000Z'])
    recorder.close()
    vi.advanceTimersByTime(10 * QUALITY_POINT_MS)
    expect(recorder.of(source, {}).points).toHaveLength(2)
  })

  it('goes back six hours, however long the service runs and however often it fails', () => {
    const { seen, source } = shownAs()
    seen.idle = false
    const recorder = recordQuality({ sources: { all: [source] }, now: Date.now })
    vi.advanceTimersByTime(7 * 3_600_000)
    for (let failure = 0; failure < 100; failure++) recorder.note(source)
    const { points } = recorder.of(source, {})
    expect([points.length, points.at(-1)!.at]).toEqual([1_080, '2026-11-24T17:00:00.000Z'])
    recorder.close()
  })
})
