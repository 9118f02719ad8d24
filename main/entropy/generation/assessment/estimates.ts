import { collisionEstimate } from '../estimators/collision'
import { compressionEstimate } from '../estimators/compression'
import { lagEstimate } from '../estimators/lag'
import { lz78yEstimate } from '../estimators/lz78y'
import { markovEstimate } from '../estimators/markov'
import { mostCommonEstimate } from '../estimators/most-common'
import { multiMcwEstimate } from '../estimators/multi-mcw'
import { multiMmcEstimate } from '../estimators/multi-mmc'
import type { EntropyEstimate, EstimateCheckpoint, SymbolSequence } from '../estimators/sequence'
import { tupleEstimates } from '../estimators/tuples'

/** All estimators that suit the sequence: ten for bits, seven for more symbols than two. */
export function estimatesOf(sequence: SymbolSequence, checkpoint: EstimateCheckpoint): readonly EntropyEstimate[] {
  const forBits =
    sequence.symbols === 2
      ? [collisionEstimate(sequence), markovEstimate(sequence), compressionEstimate(sequence, checkpoint)]
      : []
  return [
    mostCommonEstimate(sequence),
    ...forBits,
    ...tupleEstimates(sequence, checkpoint),
    multiMcwEstimate(sequence, checkpoint),
    lagEstimate(sequence, checkpoint),
    multiMmcEstimate(sequence, checkpoint),
    lz78yEstimate(sequence, checkpoint),
  ]
}
