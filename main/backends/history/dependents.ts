/** Runs, studies and jobs that depend on a device or a snapshot, found across their tables. */
import type { Store } from '../../store/store'

/**
 * Names of the runs, studies and jobs made with a device, or with one of its snapshots: `run run-1`, `study s-1`, `job 0a1b…`;
 * the newest of each kind first, at most 200 of each.
 */
export type DependentsOf = (device_id: string, calibration_id?: string) => readonly string[]

/** Most names from each table. */
const MOST = 200

const RUNS = "SELECT 'run ' || run_id FROM runs WHERE backend_id IN (@live, @mock)"
const STUDIES = "SELECT 'study ' || study_id FROM studies WHERE backend_id IN (@live, @mock)"
const JOBS = "SELECT 'job ' || job_uuid FROM jobs WHERE backend IN (@live, @mock)"
const IT = 'calibration_id = @calibration_id'
const OF_JOB = `sequence IN (
  SELECT sequence FROM job_results WHERE ${IT} UNION SELECT sequence FROM job_batches WHERE ${IT})`

export function dependentsIn({ db }: Pick<Store, 'db'>): DependentsOf {
  const prepared = (select: string) =>
    db.prepare<object, string>(`${select} ORDER BY sequence DESC LIMIT ${MOST}`).pluck()
  const ofDevice = [RUNS, STUDIES, JOBS].map(prepared)
  const ofSnapshot = [`${RUNS} AND ${IT}`, `${STUDIES} AND ${IT}`, `${JOBS} AND ${OF_JOB}`].map(prepared)
  return (device_id, calibration_id) => {
    const backends = { live: device_id, mock: `${device_id}-mock` }
    return calibration_id === undefined
      ? ofDevice.flatMap(statement => statement.all(backends))
      : ofSnapshot.flatMap(statement => statement.all({ ...backends, calibration_id }))
  }
}
