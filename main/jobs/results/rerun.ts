import type { Backend } from '../../contract/backends/catalogue'
import type { TranspiledCircuit } from '../../contract/jobs'
import type { Logger } from '../../log/log'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { type Executors, orderOf } from '../model/executor'
import { type Json, parsed } from '../json'
import { isFiled, type Keeping } from '../kept'
import type { ResultRow, ResultTable } from '../storage/result-table'
import type { JobRow, JobTable } from '../storage/job-table'

export interface RepeatParts {
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: Keeping
  readonly backends: { get(backend_id: string): Backend }
  readonly executors: Executors
  readonly log: Logger
}

/** What took longer is not run a second time for those who ask for its shots. */
const MOST_MS = 10_000

/** Runs a simulated job again for its single shots, with what ran then; null where that cannot be done or takes long. */
export function createRepeat(parts: RepeatParts) {
  /** The circuit that ran: the transpiled one where there is one, unless that is too large to be read here. */
  async function ranIn(row: JobRow, result: ResultRow): Promise<Json | null> {
    if (result.transpiled === null) return parts.circuits.read(parts.table.circuit(row))
    const transpiled = await parts.results.transpiled(result)
    return isFiled(transpiled) ? null : JSON.stringify(parsed<TranspiledCircuit>(transpiled).circuit)
  }

  async function repeated(row: JobRow, result: ResultRow): Promise<PackedShots | null> {
    const backend = parts.backends.get(row.backend)
    const executor = parts.executors(backend)
    const json = executor.repeat ? await ranIn(row, result) : null
    if (!executor.repeat || json === null) return null
    const order = orderOf(json, {
      backend,
      shots: result.shots,
      seed: BigInt(row.seed),
      options: { noise: row.noise, precision: row.precision },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    return executor.repeat(order, result)
  }

  return async (row: JobRow, result: ResultRow): Promise<PackedShots | null> => {
    if (row.simulated === 0 || row.completed_at! - row.started_at! > MOST_MS) return null
    try {
      return await repeated(row, result)
    } catch (error) {
      // The counts are there all the same: a device that has gone since, or memory that is short, must not withhold them.
      parts.log.warn({ err: error, job_uuid: row.job_uuid }, 'the shots of a job could not be run again')
      return null
    }
  }
}
