/** Where a run is shown. The service files runs under their module, so the address carries both. */
import type { Run } from '../../../../main/contract/runs/run'

export const addressOfRun = (run: Pick<Run, 'run_id' | 'backend_id' | 'logical_id'>) =>
  `/runs/${run.run_id}?backend=${encodeURIComponent(run.backend_id)}&module=${encodeURIComponent(run.logical_id)}`
