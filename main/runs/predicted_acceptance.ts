import { detectionAcceptance, type Kept, preparationOutlook } from '../qec/prediction/kept-shots'
import { chosenOf, type Passes } from './planning/circuit'
import { type RunPlan, ratesOf } from './planning/plan'

/** Shots that are kept, exact for the twirled noise: those with a state and, in detection mode, nothing seen. */
export function keptBy(plan: RunPlan, { mode }: Pick<Passes, 'mode'>): Kept {
  if (mode === 'detection')
    return detectionAcceptance({ compiled: plan.compiled, rates: ratesOf(plan), ...chosenOf(plan) })
  const share = 1 - (outlookOf(plan)?.unserved ?? 0)
  return () => share
}

/** What the verified preparation is expected to do; null without one. */
export const outlookOf = (plan: RunPlan) =>
  plan.preparation ? preparationOutlook(plan.preparation.compiled, ratesOf(plan), plan.preparation.attempts) : null
