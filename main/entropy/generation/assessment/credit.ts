import type { Assessment } from './assess'
import type { RestartAssessment } from './restart'

/** Samples of a full assessment, and the fewest for which anything is credited. */
const FULL_ASSESSMENT_SAMPLES = 1_000_000
const PROVISIONAL_SAMPLES = 100_000
/** A source assessed below this part of its claim is quarantined. */
const QUARANTINE_BELOW = 0.9

export interface EntropyCredit {
  /** Bits a sample. */
  readonly h: number
  /** Not yet from 10^6 samples and restart tests. */
  readonly provisional: boolean
  readonly quarantine: 'below_claim' | 'restart_failed' | null
}

/** Entropy credited to a source's samples; null as long as too few were assessed. */
export function creditOf(assessment: Assessment | null, restart: RestartAssessment | null): EntropyCredit | null {
  if (assessment === null || assessment.samples < PROVISIONAL_SAMPLES) return null
  const provisional = restart === null || assessment.samples < FULL_ASSESSMENT_SAMPLES
  // A provisional assessment has no bitstring estimates: its h_assessed is min(h_original, h_claimed).
  const h = Math.min(assessment.h_assessed, restart?.h_assessed ?? assessment.h_assessed)
  return { h, provisional, quarantine: causeOf(h, assessment, restart) }
}

function causeOf(h: number, { h_claimed }: Assessment, restart: RestartAssessment | null): EntropyCredit['quarantine'] {
  if (restart !== null && restart.failure !== null) return 'restart_failed'
  return h < QUARANTINE_BELOW * h_claimed ? 'below_claim' : null
}
