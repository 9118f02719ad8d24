import type { CardinalState } from '../../contract/model/protocols'
import { detectionAcceptance, type Kept, preparationOutlook } from '../../qec/prediction/kept-shots'
import { windowsClosed } from '../../qec/prediction/open-windows'
import { acceptedSyndromes } from '../../qec/spam/verified-preparation'
import { type RunPlan, ratesOf } from '../model/plan'
import { chosenOf, type ProtocolSettings } from '../planning/circuits'

/**
 * Shots that are kept, exact for the twirled noise: those with a state and, in detection mode, nothing seen, or no window left
 * open where nothing closes it.
 */
export function predictedAcceptance(
  plan: RunPlan,
  { mode, closing }: Pick<ProtocolSettings, 'mode' | 'closing'>,
): Kept {
  if (mode === 'detection')
    return detectionAcceptance({ compiled: plan.compiled, rates: ratesOf(plan), ...chosenOf(plan) })
  const share = 1 - (preparationPrediction(plan)?.unserved ?? 0)
  if (closing !== 'erasure') return () => share
  const closed = windowsOf(plan)
  return (state, rounds) => share * closed(state)(rounds)
}

/** By state: how often no window is open after so many rounds. */
function windowsOf(plan: RunPlan): (state: CardinalState) => (rounds: number) => number {
  const { compiled, preparation } = plan
  const rates = ratesOf(plan)
  const known = new Map<CardinalState, (rounds: number) => number>()
  const startOf = (state: CardinalState): Float64Array | undefined => {
    if (!preparation) return undefined
    const left = acceptedSyndromes(preparation.compiled, rates, state)
    const total = left.reduce((sum, odds) => sum + odds, 0)
    return left.map(odds => odds / total)
  }
  return state => {
    const found = known.get(state) ?? windowsClosed(compiled, rates, startOf(state))
    known.set(state, found)
    return found
  }
}

/** Prediction for the verified preparation; null without one. */
export const preparationPrediction = (plan: RunPlan) =>
  plan.preparation ? preparationOutlook(plan.preparation.compiled, ratesOf(plan), plan.preparation.attempts) : null
