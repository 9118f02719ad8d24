/** Cost of the submit, shown before it is sent, with remedies when there are too few tokens. */
import { Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import { routes } from '../../../../main/contract/routes'
import { MAX_PURCHASE } from '../../../../main/contract/service/account'
import { renew } from '../../api/query-client'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { useFetched } from '../../api/use-fetch'
import { ActionButton } from '../../components/controls/action-button'
import { ProblemMessage } from '../../components/messages/answer'
import { amount, countWithNoun } from '../../draw/format/quantity'
import { circuitsText, costText, timeText } from './cost-text'
import type { Estimated } from './use-estimate'

interface CostLineProps {
  readonly estimated: Estimated
  readonly mode: BackendSummary['mode']
}

export function CostLine({ estimated: { estimate, problem }, mode }: CostLineProps) {
  if (problem !== null) return <ProblemMessage problem={problem} ofSubmit />
  if (estimate === null)
    return <p className="pentad-quiet">The cost appears here once the circuit and all fields are valid.</p>
  return (
    <div role="status" className="pentad-cost" tabIndex={-1}>
      <strong>{costText(estimate, mode)}</strong>
      <span className="pentad-quiet">
        {timeText(estimate)}
        {circuitsText(estimate)}
      </span>
      {!estimate.tokens.sufficient && (
        <InsufficientTokens required={estimate.tokens.required} available={estimate.tokens.available} />
      )}
    </div>
  )
}

interface TokenProps {
  /** Compute tokens. */
  readonly required: number
  readonly available: number
}

/** Missing tokens with three remedies; where the lab gives tokens away, a button gets them. */
export const InsufficientTokens = ({ required, available }: TokenProps) => (
  <Callout intent="warning" compact role="alert">
    Not enough compute tokens: {amount(required)} required, {amount(available)} available.{' '}
    <Link href="/account?purchase">Get tokens</Link>, lower the shots, or use the -mock backend.
    <MissingTokens tokens={Math.ceil(required - available)} />
  </Callout>
)

/** Gets the missing tokens and fetches the estimate again; the focus then moves to the cost line. */
function MissingTokens({ tokens }: { readonly tokens: number }) {
  const { call } = useApi()
  const client = useQueryClient()
  const account = useFetched(routes.getAccount, {})
  const buy = useAction(() => call(routes.purchaseTokens, { body: { tokens } }).then(() => renew(client)))
  const place = useRef<HTMLDivElement>(null)
  // A layout effect's cleanup runs while the element is still in the page and has the focus.
  useLayoutEffect(
    () => () => {
      if (place.current?.contains(document.activeElement)) place.current.closest<HTMLElement>('.pentad-cost')?.focus()
    },
    [],
  )
  if (!account.data?.may_purchase || tokens > MAX_PURCHASE) return null
  return (
    <div ref={place} className="pentad-row">
      <ActionButton
        size="small"
        text={`Get ${countWithNoun(tokens, 'token')} (free)`}
        loading={buy.running}
        onClick={() => void buy.run()}
      />
      {buy.error && <ProblemMessage problem={buy.error} />}
    </div>
  )
}
