import { Callout } from '@blueprintjs/core'
import { Link } from 'wouter'
import { Problem } from '../show/states'
import { costText, timeText } from './cost-words'
import type { Estimated } from './use-estimate'

/** What the press of the button would cost, before it is pressed. */
export function CostLine({ estimated: { estimate, problem } }: { readonly estimated: Estimated }) {
  if (problem !== null) return <Problem problem={problem} />
  if (estimate === null)
    return <p className="pentad-quiet">The cost stands here once the circuit and all fields can be read.</p>
  return (
    <div role="status" className="pentad-cost">
      <strong>{costText(estimate)}</strong>
      <span className="pentad-quiet" title={`Runtime: ${estimate.basis}. Wait: ${estimate.queue.basis}.`}>
        {timeText(estimate)}
      </span>
      {!estimate.tokens.sufficient && (
        <Callout intent="warning" compact>
          Not enough compute tokens. <Link href="/account?purchase">Get tokens</Link>, lower the shots, or use the -mock
          backend.
        </Callout>
      )}
    </div>
  )
}
