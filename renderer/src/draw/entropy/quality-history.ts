/** The quality of a source over time: points that the service stored, then those that this window has seen since. */
import type { QualityPoint, SourceQuality } from '../../../../main/contract/entropy/source'
import { isoTime } from '../../../../main/contract/model/iso-time'

/** Ten minutes of one point every two seconds; the service's history is fetched more often than that. */
const MAX_RECEIVED_POINTS = 300

export function qualityPoint(quality: SourceQuality, now: number): QualityPoint {
  const { available_bytes, entropy, claimed, failures, samples_tested } = quality
  const { alarms, windows_failed } = failures
  return { at: isoTime(now), available_bytes, entropy, claimed, alarms, windows_failed, samples_tested }
}

/** Appends a point; one that is not newer than the last is left out, as the last one fetched again. */
export function withPoint(seen: readonly QualityPoint[], point: QualityPoint): readonly QualityPoint[] {
  const last = seen.at(-1)
  if (last && last.at >= point.at) return seen
  return [...seen, point].slice(-MAX_RECEIVED_POINTS)
}

/** The service's points, then those seen after its last one. */
export function joinedPoints(kept: readonly QualityPoint[], seen: readonly QualityPoint[]): readonly QualityPoint[] {
  const last = kept.at(-1)
  return last ? [...kept, ...seen.filter(({ at }) => at > last.at)] : seen
}
