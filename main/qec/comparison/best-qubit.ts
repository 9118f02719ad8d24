/**
 * Chooses the best physical qubit. The smallest of many estimated errors is small partly by chance, so the choice is made
 * on pilot shots and the error of the chosen qubit is estimated from the other shots.
 */
import { mean } from '../../contract/numbers/arithmetic'
import type { Selection } from '../../contract/runs/comparison'
import { likeliestError, pool } from '../statistics/decay'
import { joinZero } from '../statistics/zero-rounds'
import { basesOf, type QubitCounts } from './counts'

const TEXT =
  'The qubit of the smallest error in the pilot shots, among those whose error the other shots determine; its error, from the ' +
  'other shots alone, is the ε of the qubit so chosen, which need not be the smallest of all.'

export function selectBestQubit(
  pilots: readonly QubitCounts[],
  pilot_shots: number,
  checkpoint: () => void,
): Selection {
  const ranking: Selection['ranking'] = []
  for (const { qubit, counts, skipped } of pilots) {
    if (skipped === null) ranking.push({ qubit, error_per_round: pilotError(counts) })
    checkpoint()
  }
  const size = ({ error_per_round }: (typeof ranking)[number]) => error_per_round ?? Number.POSITIVE_INFINITY
  ranking.sort((a, b) => size(a) - size(b) || a.qubit - b.qubit)
  return { pilot_shots, ranking, text: TEXT }
}

/**
 * Maximum-likelihood error per round, mean over the bases; null without points. It only ranks qubits, so it needs no
 * interval.
 */
function pilotError(counts: QubitCounts['counts']): number | null {
  const curves = joinZero(basesOf(counts).map(pool), 'exponential').curves.filter(points => points.length > 0)
  if (curves.length === 0) return null
  const known = new Set(curves.flat().map(({ rounds }) => rounds)).size === 1
  return mean(curves.map(points => likeliestError(points, known)))
}
