import type { RunRecord } from '../../../../main/contract/runs/record'

/** What a report of a run is called. */
export const reportTitle = (record: Pick<RunRecord, 'run_id'>, name: string | null): string =>
  `Run ${name ?? record.run_id.slice(0, 8)}`
