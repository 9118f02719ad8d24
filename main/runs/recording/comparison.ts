/** The comparison of a run's counts, and what each decoder makes of them. */
import type { QubitLabels } from '../../contract/model/qubit-labels'
import type { Comparison } from '../../contract/runs/comparison'
import type { RunRecord } from '../../contract/runs/record'
import type { Run } from '../../contract/runs/run'
import { selectBestQubit } from '../../qec/comparison/best-qubit'
import { fittedError, logicalError } from '../../qec/comparison/compare'
import { compareWithSurvival } from '../../qec/comparison/survival-verdict'
import { protocolRow } from '../decoding/protocols'
import type { EncodedResult, RunResults } from '../model/results'
import { selectionShots } from '../planning/planned-shots'
import { subSeed } from '../planning/seeds'

const counted = ({ state, rounds, shots, accepted, failures }: EncodedResult) => ({
  state,
  rounds,
  shots,
  accepted,
  failures,
})

export const gainSeeds = (seed: number) => ({ best: subSeed(seed, 'gain-best'), median: subSeed(seed, 'gain-median') })
/** Encoded against physical: fits, gains, verdicts. */
export function comparisonOf(
  { mode, preparation, seed, shots }: Run['request'],
  { encoded, physical, pilots, prediction }: RunResults,
  labels: QubitLabels | undefined,
  checkpoint: () => void,
): Comparison {
  const predicted = (rounds: number): number | null => {
    const here = encoded.filter(result => result.rounds === rounds)
    return mode === 'detection' || preparation === 'verified'
      ? here.reduce((sum, result) => sum + result.predicted, 0) / here.length
      : null
  }
  const counts = {
    encoded: encoded.map(counted),
    selection: selectBestQubit(pilots, selectionShots(shots), checkpoint),
    physical,
    predicted,
    predicted_error: prediction?.logical_error ?? null,
    seeds: gainSeeds(seed),
    discards: mode === 'detection',
    crossing: prediction?.survival.crossing ?? null,
    ...(labels && { labels }),
  }
  return compareWithSurvival(counts, checkpoint)
}

/** The run's own decoder first, then what the others make of the same bits. */
export function decodersOf(
  { protocol }: Run['request'],
  { decoders, encoded }: RunResults,
  comparison: Comparison,
): RunRecord['decoders'] {
  return decoders.map((decoder, i) => {
    const points = encoded.map(({ state, rounds, outcomes }) => ({ state, rounds, ...outcomes[i]! }))
    const counts = encoded.map((result, at) => ({ ...counted(result), ...points[at]! }))
    return {
      decoder,
      decoder_version: protocolRow(protocol).decoders[decoder].version,
      logical_error: i === 0 ? logicalError(comparison) : fittedError(counts),
      points,
    }
  })
}
