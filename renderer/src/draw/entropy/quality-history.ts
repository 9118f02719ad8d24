/** What was seen of a source since the page was opened: the service keeps the figures of now only. */
import type { SourceQuality } from '../../../../main/contract/entropy/source'

export interface QualityPoint {
  /** ISO 8601. */
  readonly at: string
  /** Bytes of full entropy. */
  readonly available: number
  readonly low: number
  readonly high: number
  /** Bits a raw bit: credited, null before the first assessment, and claimed. */
  readonly credited: number | null
  readonly claimed: number
  /** Alarms of the health tests since the source began, by level. */
  readonly single: number
  readonly intermittent: number
  readonly permanent: number
  readonly windows_failed: number
  readonly samples_tested: number
}

/** Twenty minutes of one every two seconds. */
const MOST_POINTS = 600

export function qualityPoint(quality: SourceQuality, now: number): QualityPoint {
  const { available_bytes, watermarks, entropy, claimed, bits_per_sample, failures, samples_tested } = quality
  return {
    at: new Date(now).toISOString(),
    available: available_bytes,
    ...watermarks,
    credited: entropy,
    claimed: claimed / bits_per_sample,
    ...failures.alarms,
    windows_failed: failures.windows_failed,
    samples_tested,
  }
}

/** The newest last; one that is not newer than the last is the last asked for again, and is left out. */
export function withQualityPoint(history: readonly QualityPoint[], point: QualityPoint): readonly QualityPoint[] {
  const last = history.at(-1)
  if (last && last.at >= point.at) return history
  return [...history, point].slice(-MOST_POINTS)
}
