/** Where a run is shown. The service files runs under their module, so the address carries both. */
import type { Run } from '../../../../main/contract/runs/run'

export type RunKey = Readonly<Pick<Run, 'backend_id' | 'logical_id' | 'run_id'>>

export const addressOfRun = (run: RunKey) =>
  `/runs/${run.run_id}?backend=${encodeURIComponent(run.backend_id)}&module=${encodeURIComponent(run.logical_id)}`
