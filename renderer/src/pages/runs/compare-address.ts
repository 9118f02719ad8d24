/** The address of a comparison of runs: each run is named with its module, under which the service files it. */
import type { RunKey } from '../../draw/runs/run-text'

const written = ({ backend_id, logical_id, run_id }: RunKey) =>
  [backend_id, logical_id, run_id].map(encodeURIComponent).join('/')

export const addressOfComparison = (runs: readonly RunKey[]) =>
  `/runs/compare?${new URLSearchParams(runs.map(run => ['run', written(run)]))}`

/** The runs of an address, each once; malformed ones are left out. */
export function runsOfAddress(search: string): RunKey[] {
  const keys = new URLSearchParams(search).getAll('run').flatMap(readKey)
  return keys.filter(({ run_id }, at) => keys.findIndex(key => key.run_id === run_id) === at)
}

function readKey(text: string): RunKey[] {
  try {
    const [backend_id, logical_id, run_id, ...rest] = text.split('/').map(decodeURIComponent)
    return backend_id && logical_id && run_id && rest.length === 0 ? [{ backend_id, logical_id, run_id }] : []
  } catch {
    return []
  }
}
