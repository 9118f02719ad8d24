/** What a run would cost, shown before it is started. */
import { useMemo } from 'react'
import type { BackendSummary } from '../../../../../main/contract/backends/catalogue'
import { routes } from '../../../../../main/contract/routes'
import type { RunEstimate } from '../../../../../main/contract/runs/run'
import { type Debounced, useDebouncedFetch } from '../../../api/use-debounced'
import { shotsText } from '../../../draw/format/prices'
import { InsufficientTokens } from '../../../job-form/cost/cost-line'
import { costText } from '../../../job-form/cost/cost-text'
import type { RunRequestInput } from './run-draft'

/** The estimate of a request; nothing is fetched for null, while the form has faults. */
export function useRunEstimate(
  { backend_id, logical_id }: { readonly backend_id: string; readonly logical_id: string },
  request: RunRequestInput | null,
): Debounced<RunEstimate> {
  const text = JSON.stringify(request)
  const input = useMemo(() => {
    const body: RunRequestInput | null = JSON.parse(text)
    return body && { params: { backend_id, logical_id }, body }
  }, [backend_id, logical_id, text])
  return useDebouncedFetch(routes.estimateRun, input)
}

interface Props {
  readonly estimate: RunEstimate | null
  readonly mode: BackendSummary['mode']
  /** Whether the run is being started. */
  readonly starting: boolean
}

export const RunCost = ({ estimate, mode, starting }: Props) => (
  <div role="status" className="pentad-cost" tabIndex={-1}>
    {estimate === null ? (
      <span className="pentad-quiet">The cost appears here once all fields are valid.</span>
    ) : (
      <>
        <strong>{costText(estimate, mode)}</strong> <span className="pentad-quiet">for {shotsText(estimate)}</span>
        {!estimate.tokens.sufficient && (
          <InsufficientTokens required={estimate.tokens.required} available={estimate.tokens.available} />
        )}
      </>
    )}
    {starting && <p>Checking the request and planning the circuits of all states and rounds …</p>}
  </div>
)
