import type { Backends } from '../../backends/backends'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'
import type { Logger } from '../../log/log'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { isLargeJson, type Json, parsed } from '../../worker/json'
import { type Executors, requestFor } from '../model/execution'
import type { JobRow } from '../model/job'
import type { JobTable, JsonBlobs } from '../storage/job-table'
import type { ResultRow, ResultTable } from '../storage/result-table'

interface RerunOptions {
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: JsonBlobs
  readonly backends: Pick<Backends, 'get'>
  readonly executors: Executors
  readonly log: Logger
}

/** Milliseconds; jobs that took longer are not executed again for their shots. */
const MAX_MS = 10_000

/**
 * Executes a simulated job again for its single shots, by the same engine and calibration; null where that is impossible
 * or would take long.
 */
export function createRerun(parts: RerunOptions): (row: JobRow, result: ResultRow) => Promise<PackedShots | null> {
  /** The circuit that ran: the transpiled one where there is one, unless that is too large to be read here. */
  async function executedCircuit(row: JobRow, result: ResultRow): Promise<Json | null> {
    if (result.transpiled === null) return parts.circuits.read(parts.table.circuit(row))
    const transpiled = await parts.results.transpiled(result)
    return isLargeJson(transpiled) ? null : JSON.stringify(parsed<TranspiledCircuit>(transpiled).circuit)
  }

  async function rerun(row: JobRow, result: ResultRow): Promise<PackedShots | null> {
    const backend = parts.backends.get(row.backend)
    const executor = parts.executors(backend)
    const json = executor.rerunShots ? await executedCircuit(row, result) : null
    if (!executor.rerunShots || json === null) return null
    const request = requestFor(json, {
      backend,
      shots: result.shots,
      seed: BigInt(row.seed),
      options: { noise: row.noise, precision: row.precision },
      owner: row.owner,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    return executor.rerunShots(request, result)
  }

  return async (row, result) => {
    if (row.simulated === 0 || row.completed_at! - row.started_at! > MAX_MS) return null
    try {
      return await rerun(row, result)
    } catch (error) {
      // A failed rerun, by a removed device or a lack of memory, must not withhold the stored counts.
      parts.log.warn({ err: error, job_uuid: row.job_uuid }, 'the shots of a job could not be run again')
      return null
    }
  }
}
