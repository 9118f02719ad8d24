/** A sweep from its table to the files of its rows. */
import type { Json } from '../../../worker/json'
import type { Runner } from '../../../worker/runner'
import type { ExecutionContext, Executor, SweepHeader } from '../../model/execution'
import type { RowOutcome } from '../../model/sweep'
import type { ResultRow, ResultTable, RowChunk, RowTable } from '../../storage/result-table'
import type { JobTasks } from '../../tasks/registry'
import { bytesOfRow, encodeRowFile } from '../../tasks/row-file'
import { executeRowByRow } from './row-by-row'

/** Most rows and bytes of one file, which is read whole to show a single row. */
const MAX_FILE_ROWS = 512
const MAX_FILE_BYTES = 2 ** 20
const PROGRESS_MS = 100

interface SweepOptions {
  readonly executor: Pick<Executor, 'execute' | 'executeSweep'>
  /** The circuit with expressions, and the parameters. */
  readonly json: Json
  readonly parameters: Json
  readonly num_clbits: number
  readonly request: ExecutionContext
  readonly rows: RowTable
  readonly results: Pick<ResultTable, 'prepareSweep'>
  readonly background: Runner<JobTasks>
}

/** Resolves with the result, whose files are on the disk and whose rows are not written yet. */
export async function executeSweep(options: SweepOptions): Promise<ResultRow> {
  const { executor, json, parameters, num_clbits, request, background } = options
  const { signal, owner } = request
  const table = await background.run('table', { json: parameters }, { size: parameters.length, signal, owner })
  const has_loops = await background.run('hasLoops', { json }, { size: json.length, signal, owner })
  const files = createRowFiles(options.rows, signal)
  const sweep = {
    ...request,
    json,
    table,
    num_clbits,
    has_loops,
    onRows: files.add,
    onProgress: throttled(request.onProgress),
  }
  const header: SweepHeader = executor.executeSweep
    ? await executor.executeSweep(sweep)
    : await executeRowByRow(executor, sweep, background)
  const chunks = await files.end()
  return options.results.prepareSweep({ ...header, ...files.total(), chunks }, signal)
}

/** Progress at most ten times a second. */
function throttled(report: (fraction: number) => void, now: () => number = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY
  return (fraction: number): void => {
    if (now() - last < PROGRESS_MS) return
    last = now()
    report(fraction)
  }
}

interface RowFiles {
  add(rows: readonly RowOutcome[]): Promise<void>
  /** Writes what is not written yet; returns all files, in the order of their rows. */
  end(): Promise<RowChunk[]>
  total(): { readonly shots: number; readonly overhead_shots: number; readonly engine: string }
}

/** Gathers rows into files, so that no more than one of them is in memory. */
function createRowFiles(table: RowTable, signal: AbortSignal): RowFiles {
  const chunks: RowChunk[] = []
  const engines = new Set<string>()
  let pending: RowOutcome[] = []
  let [bytes, first, shots, overhead_shots] = [0, 0, 0, 0]

  async function write(): Promise<void> {
    if (pending.length === 0) return
    const [rows, from] = [pending, first]
    first += rows.length
    pending = []
    bytes = 0
    chunks.push(await table.write({ first_row: from, rows: rows.length, bytes: encodeRowFile(from, rows), signal }))
  }

  return {
    async add(rows) {
      for (const row of rows) {
        pending.push(row)
        bytes += bytesOfRow(row)
        shots += row.shots
        overhead_shots += row.overhead_shots
        engines.add(row.engine)
        if (pending.length >= MAX_FILE_ROWS || bytes >= MAX_FILE_BYTES) await write()
      }
    },
    async end() {
      await write()
      return chunks
    },
    total: () => ({ shots, overhead_shots, engine: [...engines].join(', ') }),
  }
}
