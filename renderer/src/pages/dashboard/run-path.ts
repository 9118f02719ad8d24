import type { Run } from '../../../../main/contract/runs'

/** Where the window shows a run. */
export const runPath = ({ backend_id, logical_id, run_id }: Run) => `/runs/${backend_id}/${logical_id}/${run_id}`
