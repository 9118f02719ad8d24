/** One run by its id: the address may lack its module, which the list then supplies. */
import { useSearch } from 'wouter'
import { routes } from '../../../../main/contract/routes'
import type { Run } from '../../../../main/contract/runs'
import { type Polled, useFetched, usePolled } from '../../api/use-fetch'
import { isFinished } from '../../draw/run-words'

/** As far back as the list is asked when the address does not name the module. */
const NEWEST = 500
const EVERY_MS = 1_000

export interface OneRun {
  readonly run: Polled<Run>
  /** True when the address names no module and the list does not hold the run. */
  readonly unknown: boolean
}

export function useRun(run_id: string): OneRun {
  const search = new URLSearchParams(useSearch())
  const [backend_id, logical_id] = [search.get('backend'), search.get('module')]
  const named = backend_id && logical_id ? { backend_id, logical_id } : null
  const list = useFetched(routes.listRuns, named === null ? { query: { limit: NEWEST } } : null)
  const found = named ?? list.data?.items.find(each => each.run_id === run_id) ?? null
  const params = found && { run_id, backend_id: found.backend_id, logical_id: found.logical_id }
  const run = usePolled(routes.getRun, params && { params }, { until: isFinished, every_ms: EVERY_MS })
  return {
    run: list.error && !found ? { ...run, error: list.error } : run,
    unknown: list.data !== undefined && found === null,
  }
}
