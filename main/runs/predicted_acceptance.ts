import { type SeenFaults, seenFaults } from '../qec/acceptance'
import { detectionAcceptance, preparationOutlook } from '../qec/predicted'
import { type Circuit, chosenOf, type Passes, readoutOf } from './circuit'
import { type RunPlan, ratesOf } from './plan'

/** What detection mode looks at; null in correction mode, which does not. */
export const seenBy = (plan: RunPlan, { mode }: Passes): SeenFaults | null =>
  mode === 'detection' ? seenFaults(plan.compiled, ratesOf(plan)) : null

/** Share of the shots that are kept, to first order in the faults: those with a state and, in detection mode, nothing seen. */
export function acceptanceOf({ plan, rates, state, rounds }: Circuit, seen: SeenFaults | null): number {
  if (!seen) return 1 - (plan.preparation ? outlookOf(plan)!.unserved : 0)
  return detectionAcceptance({
    seen,
    compiled: plan.compiled,
    rates,
    readout: readoutOf(state),
    state,
    rounds,
    ...chosenOf(plan),
  })
}

/** What the verified preparation is expected to do; null without one. */
export const outlookOf = (plan: RunPlan) =>
  plan.preparation ? preparationOutlook(plan.preparation.compiled, ratesOf(plan), plan.preparation.attempts) : null
