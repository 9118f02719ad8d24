/** Progress that the stream told between two answers about a run. */
import type { LabEvent } from '../../../../main/contract/backends/drift'
import type { Run } from '../../../../main/contract/runs/run'

type RunEvent = Extract<LabEvent, { type: 'run' }>
export type Told = Pick<RunEvent, 'run_id' | 'status' | 'progress'>

export const toldOf = ({ run_id, status, progress }: RunEvent): Told => ({ run_id, status, progress })

/** The run with what was told of it, where that is of the same state and further on than the answer. */
export function newerProgress(run: Run, told: Told | null): Run {
  if (told === null || told.run_id !== run.run_id || told.status !== run.status) return run
  return told.progress.fraction > run.progress.fraction ? { ...run, progress: told.progress } : run
}
