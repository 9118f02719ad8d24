/** The assessment of sources as a task for a thread (main/worker). */
import type { Checkpoint } from '../../../worker/checkpoint'
import type { TaskContext } from '../../../worker/runner'
import { assessEntropy, lowestOf } from '../../generation/assessment/assess'
import { estimatesOf } from '../../generation/assessment/estimates'
import { assessRestarts } from '../../generation/assessment/restart'
import { sequenceOf } from '../../generation/estimators/sequence'
import type { SamplesToAssess, SourceAssessment } from './assessor'

const assessSource = (
  { samples, bits, claimed, full, restarts }: SamplesToAssess,
  { checkpoint }: TaskContext,
): SourceAssessment => {
  try {
    const assessment = full
      ? assessEntropy({ samples, bits, claimed }, checkpoint)
      : assessSamplesOnly(samples, bits, claimed, checkpoint)
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
  samples: Uint8Array,
  bits: number,
  claimed: number,
  checkpoint: Checkpoint,
): SourceAssessment['assessment'] {
  const sequence = sequenceOf(samples)
  const original = sequence.symbols === 1 ? [] : estimatesOf(sequence, checkpoint)
  const lowest = sequence.symbols === 1 ? { entropy: 0, estimator: null } : lowestOf(original, bits)
  const isClaim = claimed < lowest.entropy
  return {
    ...{ samples: samples.length, bits, h_claimed: claimed, h_original: lowest.entropy, h_bitstring: null },
    ...{ original, bitstring: [], h_assessed: Math.min(claimed, lowest.entropy) },
    decided_by: isClaim ? { of: 'claimed', estimator: null } : { of: 'original', estimator: lowest.estimator },
  }
}

export const assessmentTasks = { assessSource }
export type AssessmentTasks = typeof assessmentTasks
