/** Remarks on a gain that concern the whole run: the shots that detection discards, and a fitted error of 0. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { RunMode } from '../../../../main/contract/model/protocols'
import type { Comparison } from '../../../../main/contract/runs/comparison'
import { estimate } from '../format/quantity'

interface GainContext {
  readonly mode: RunMode
  /** For each number of rounds; empty where the record was not read. */
  readonly acceptance: Comparison['acceptance']
  readonly logical_error: Estimate
}

/** Sentences to follow the verdict against the best qubit. */
export const gainRemarks = ({ mode, acceptance, logical_error }: GainContext): readonly string[] => [
  ...(mode === 'detection' ? priceOf(acceptance) : []),
  ...(logical_error.value === 0 ? [ZERO] : []),
]

/** The gain is that of the shots kept, which are fewest after the most rounds. */
function priceOf(acceptance: GainContext['acceptance']): readonly string[] {
  const kept = acceptance.filter(({ rounds }) => rounds > 0).sort((a, b) => a.rounds - b.rounds)
  const [least, most] = [kept[0], kept.at(-1)]
  if (!least || !most) return []
  const shares = (least === most ? [most] : [most, least]).map(keptText)
  return [`The price: detection keeps ${shares.join(' and ')} of the shots and discards the others.`]
}

const keptText = ({ rounds, measured }: GainContext['acceptance'][number]) => `${estimate(measured)} (R = ${rounds})`

const ZERO =
  'ε_L was fitted as 0, so that the ratio of the fits has no value: the figure is the median of what the counts allow for it, and the interval says more.'
