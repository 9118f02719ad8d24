import type { QualityHistory, QualityHistoryQuery, QualityPoint } from '../../../contract/entropy/source'
import { isoTime } from '../../../contract/model/iso-time'
import { shownCredit } from './source-views'
import type { Sources } from './sources'
import type { EntropySupplySource } from './supply-source'

/** Milliseconds between points; the last six hours are kept. */
export const QUALITY_POINT_MS = 20_000
const MAX_POINTS = (6 * 3_600_000) / QUALITY_POINT_MS

/** How each source was over the last hours; in memory, since the service started. */
export interface QualityRecorder {
  of(source: EntropySupplySource, query: QualityHistoryQuery): QualityHistory
  /** Adds a point for the source as it is now. */
  note(source: EntropySupplySource): void
  close(): void
}

interface RecorderOptions {
  readonly sources: Pick<Sources, 'all'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Notes all sources that have begun to read, every 20 s. */
export function recordQuality({ sources, now }: RecorderOptions): QualityRecorder {
  const points = new Map<string, QualityPoint[]>()
  function note(source: EntropySupplySource): void {
    const kept = points.get(source.id) ?? []
    kept.push(pointOf(source, now()))
    if (kept.length > MAX_POINTS) kept.shift()
    points.set(source.id, kept)
  }
  const timer = setInterval(() => {
    for (const source of sources.all) if (!source.record().idle) note(source)
  }, QUALITY_POINT_MS).unref()
  return {
    of({ id, short_name, simulated }, { since }) {
      const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
      const kept = (points.get(id) ?? []).filter(({ at }) => Date.parse(at) > from)
      return { id, short_name, simulated, every_ms: QUALITY_POINT_MS, points: kept }
    },
    note,
    close: () => clearInterval(timer),
  }
}

function pointOf(source: EntropySupplySource, now: number): QualityPoint {
  const { claimed, pool } = source
  const { bytes } = source.status()
  const { alarms, windows_failed, samples } = pool.monitor.figures()
  return {
    at: isoTime(now),
    available_bytes: bytes,
    entropy: shownCredit(source),
    claimed,
    alarms: { ...alarms },
    windows_failed,
    samples_tested: samples,
  }
}
