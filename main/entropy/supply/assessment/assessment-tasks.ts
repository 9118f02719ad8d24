/** The assessment of sources as a task for a thread (main/worker). */
import type { Checkpoint } from '../../../worker/checkpoint'
import type { TaskContext } from '../../../worker/runner'
import { type Assessment, assessEntropy, lowestOf } from '../../generation/assessment/assess'
import { estimatesOf } from '../../generation/assessment/estimates'
import { assessRestarts, type RestartAssessment } from '../../generation/assessment/restart'
import { sequenceOf } from '../../generation/estimators/sequence'

export interface SamplesToAssess {
  readonly samples: Uint8Array
  readonly bits: number
  readonly claimed: number
  /** Whether the bits of the samples are assessed too, as SP 800-90B asks of a full assessment. */
  readonly full: boolean
  /** 1000 samples after each of 1000 restarts; null where the source cannot be restarted so often. */
  readonly restarts: Uint8Array | null
}

export interface SourceAssessment {
  readonly assessment: Assessment
  readonly restart: RestartAssessment | null
}

const assessSource = (
  { samples, bits, claimed, full, restarts }: SamplesToAssess,
  { checkpoint }: TaskContext,
): SourceAssessment => {
  try {
    const assessment = full
      ? assessEntropy({ samples, bits, claimed }, checkpoint)
      : assessSamplesOnly({ samples, bits, claimed }, checkpoint)
    const initial = Math.min(bits, assessment.h_assessed)
    const restart =
      restarts === null || initial <= 0 ? null : assessRestarts({ samples: restarts, bits, initial }, checkpoint)
    return { assessment, restart }
  } finally {
    samples.fill(0)
    restarts?.fill(0)
  }
}

/** Estimates from the samples only, without their bits: the basis of a provisional credit. */
function assessSamplesOnly(
  { samples, bits, claimed }: Pick<SamplesToAssess, 'samples' | 'bits' | 'claimed'>,
  checkpoint: Checkpoint,
): SourceAssessment['assessment'] {
  const sequence = sequenceOf(samples)
  const original = sequence.symbols === 1 ? [] : estimatesOf(sequence, checkpoint)
  const lowest = sequence.symbols === 1 ? { entropy: 0, estimator: null } : lowestOf(original, bits)
  const isClaim = claimed < lowest.entropy
  return {
    samples: samples.length,
    bits,
    h_claimed: claimed,
    h_original: lowest.entropy,
    h_bitstring: null,
    original,
    bitstring: [],
    h_assessed: Math.min(claimed, lowest.entropy),
    decided_by: isClaim ? { of: 'claimed', estimator: null } : { of: 'original', estimator: lowest.estimator },
  }
}

export const assessmentTasks = { assessSource }
export type AssessmentTasks = typeof assessmentTasks
