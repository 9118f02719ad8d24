import type { Run } from '../../../../main/contract/runs/run'

/** Where the window shows a run. */
export const runPath = ({ run_id }: Pick<Run, 'run_id'>) => `/runs/${run_id}`
