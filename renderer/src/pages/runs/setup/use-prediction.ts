/** The service's prediction of the run that the form describes, renewed as its fields change. */
import { useMemo } from 'react'
import { routes } from '../../../../../main/contract/routes'
import type { RunPrediction } from '../../../../../main/contract/runs/run'
import { type Debounced, useDebouncedFetch } from '../../../api/use-debounced'
import type { RunRequestInput } from './run-draft'

interface ModuleAddress {
  readonly backend_id: string
  readonly logical_id: string
}

/** Nothing is fetched while `request` is null, as the form has faults. */
export function usePrediction(
  { backend_id, logical_id }: ModuleAddress,
  request: RunRequestInput | null,
): Debounced<RunPrediction> {
  const text = JSON.stringify(request)
  const input = useMemo(() => {
    const body: RunRequestInput | null = JSON.parse(text)
    return body && { params: { backend_id, logical_id }, body }
  }, [backend_id, logical_id, text])
  return useDebouncedFetch(routes.predictRun, input)
}
