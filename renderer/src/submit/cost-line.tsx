import { Problem } from '../show/states'
import { costText, timeText } from './cost-text'
import { Shortage } from './shortage'
import type { Estimated } from './use-estimate'

/** What the press of the button would cost, before it is pressed. */
export function CostLine({ estimated: { estimate, problem } }: { readonly estimated: Estimated }) {
  if (problem !== null) return <Problem problem={problem} />
  if (estimate === null)
    return <p className="pentad-quiet">The cost stands here once the circuit and all fields can be read.</p>
  return (
    <div role="status" className="pentad-cost">
      <strong>{costText(estimate)}</strong>
      <span className="pentad-quiet">{timeText(estimate)}</span>
      {!estimate.tokens.sufficient && (
        <Shortage required={estimate.tokens.required} available={estimate.tokens.available} />
      )}
    </div>
  )
}
