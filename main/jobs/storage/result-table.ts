import type { NoiseKind } from '../../contract/jobs/submit'
import type { BitPlanes } from '../../qec/program/frame'
import type { Store } from '../../store/store'
import { type Json, jsonText } from '../../worker/json'
import { direct, type Runner } from '../../worker/runner'
import { createYielder, type Yielder } from '../../worker/yielder'
import type { SweepHeader } from '../model/execution'
import { type ExecutionResult, ofResultBits } from '../model/execution-result'
import { countShots } from '../tasks/b8-shots'
import { type JobTasks, jobTasks } from '../tasks/registry'
import { jsonBlobs } from './job-table'

/** A result as it is stored. */
export interface ResultRow {
  readonly shots: number
  readonly engine: string
  readonly noise: NoiseKind
  readonly calibration_id: string | null
  /** JSON; null when it lies in `counts_file`. */
  readonly counts: string | null
  readonly counts_file: string | null
  /** The planes' data: shots in the order of execution. */
  readonly planes_file: string | null
  /** As `JsonBlobs` stores it. */
  readonly transpiled: string | null
  /** JSON of `MeasuredBy`; null for an engine. */
  readonly machine: string | null
  /** Estimates besides or instead of counts, as `JsonBlobs` stores them; null for counts alone. */
  readonly estimates: string | null
  /** Charged beside the shots that count. */
  readonly overhead_shots: number
  /** For a sweep that is not stored yet: the files of its rows. */
  readonly chunks?: readonly RowChunk[]
}

/** Rows of a sweep that lie in one file. */
export interface RowChunk {
  readonly first_row: number
  readonly rows: number
  readonly file: string
}

type ExecutedSweep = SweepHeader & {
  readonly shots: number
  readonly overhead_shots: number
  readonly engine: string
  readonly chunks: readonly RowChunk[]
}

/** Maximum characters of counts in the row; longer ones are in a file. */
const MAX_INLINE_COUNTS = 16_384
/** Results of jobs: rows, and content-addressed files for what is large. */
export interface ResultTable {
  /**
   * Prepares the result of classical bits 0 to `num_clbits` - 1: writes its files, flushed, waiting for space where there is none,
   * and returns the row that names them. The row is not written yet.
   */
  prepare(result: ExecutionResult, num_clbits: number, signal?: AbortSignal): Promise<ResultRow>
  /** As `prepare`, for a sweep, whose rows are in files already. */
  prepareSweep(sweep: ExecutedSweep, signal?: AbortSignal): Promise<ResultRow>
  /** Stores the result unless the job has one already: a job never has two. */
  insert(sequence: number, row: ResultRow, stored_at: number): void
  find(sequence: number): ResultRow | null
  /** JSON of the counts. */
  counts(row: ResultRow): Promise<Json>
  /** JSON of the circuit that ran in place of the submitted one. */
  transpiled(row: ResultRow | null): Promise<Json>
  /** JSON of the estimates beside or instead of counts; null for counts alone. */
  estimates(row: ResultRow): Promise<Json | null>
  /** null where the engine counted without storing single shots. */
  planes(row: ResultRow, num_clbits: number): Promise<BitPlanes | null>
}

export function resultTable(
  store: Store,
  rows: Pick<RowTable, 'insert'>,
  background: Runner<JobTasks> = direct(jobTasks),
): ResultTable {
  const insert = store.db.prepare(`INSERT OR IGNORE INTO job_results
    (sequence, shots, engine, noise, calibration_id, counts, counts_file, planes_file, transpiled, machine, estimates, overhead_shots, stored_at)
    VALUES (@sequence, @shots, @engine, @noise, @calibration_id, @counts, @counts_file, @planes_file, @transpiled, @machine, @estimates, @overhead_shots, @stored_at)`)
  const find = store.db.prepare<[number], ResultRow>('SELECT * FROM job_results WHERE sequence = ?')
  const { read } = jsonBlobs(store)
  const writer = (signal?: AbortSignal) => (bytes: Uint8Array) =>
    store.space.retryWhenFree(() => store.writeFile(bytes), signal)

  const columns = (signal?: AbortSignal) => jsonBlobs({ writeFile: writer(signal), readFile: store.readFile })

  async function transpiledColumn(transpiled: ExecutionResult['transpiled'], signal?: AbortSignal) {
    const { write } = columns(signal)
    return transpiled && write(transpiled instanceof Uint8Array ? transpiled : JSON.stringify(transpiled))
  }

  async function textOfCounts(outcome: ExecutionResult, num_clbits: number, signal?: AbortSignal): Promise<Json> {
    if (!('packed' in outcome)) {
      const yielder = createYielder({ signal })
      const counts = 'planes' in outcome ? await countShots(outcome.planes, num_clbits, yielder) : outcome.counts
      return countsText(counts, yielder)
    }
    const { packed } = outcome
    const transfer = [packed.keys.buffer, packed.counts.buffer] as ArrayBuffer[]
    return background.run('counts', packed, { size: packed.counts.length * packed.clbits, transfer, signal })
  }

  return {
    async prepare(executed, num_clbits, signal) {
      const outcome = ofResultBits(executed, num_clbits)
      const writeFile = writer(signal)
      const text = await textOfCounts(outcome, num_clbits, signal)
      const large = text.length > MAX_INLINE_COUNTS
      return {
        shots: outcome.shots,
        engine: outcome.engine,
        noise: outcome.noise,
        calibration_id: outcome.calibration_id,
        counts: large ? null : jsonText(text),
        counts_file: large ? await writeFile(typeof text === 'string' ? Buffer.from(text) : text) : null,
        planes_file: 'planes' in outcome ? await writeFile(outcome.planes.data) : null,
        transpiled: await transpiledColumn(outcome.transpiled, signal),
        machine: machineOf(outcome),
        estimates: outcome.estimates ? await columns(signal).write(JSON.stringify(outcome.estimates)) : null,
        overhead_shots: outcome.overhead_shots ?? 0,
      }
    },
    async prepareSweep(sweep, signal) {
      const { noise, calibration_id, transpiled, shots, overhead_shots, engine, chunks } = sweep
      return {
        shots,
        overhead_shots,
        engine,
        noise,
        calibration_id,
        chunks,
        estimates: null,
        counts: '{}',
        counts_file: null,
        planes_file: null,
        transpiled: await transpiledColumn(transpiled, signal),
        machine: machineOf(sweep),
      }
    },
    insert(sequence, { chunks = [], ...row }, stored_at) {
      const { changes } = insert.run({ ...row, sequence, stored_at })
      if (changes > 0) rows.insert(sequence, chunks)
    },
    find: sequence => find.get(sequence) ?? null,
    counts: async ({ counts, counts_file }) => counts ?? (await store.readFile(counts_file!)),
    transpiled: async row => (row?.transpiled ? read(row.transpiled) : 'null'),
    estimates: async ({ estimates }) => (estimates === null ? null : read(estimates)),
    async planes({ planes_file, shots }, num_clbits) {
      if (planes_file === null) return null
      const data = await store.readFile(planes_file)
      return { data, planes: num_clbits, shots, stride: num_clbits === 0 ? 0 : data.length / num_clbits }
    },
  }
}

/** Columns about the machine of an execution; none for most engines. */
function machineOf({
  machine,
  unfinished_shots,
}: Pick<ExecutionResult, 'machine' | 'unfinished_shots'>): string | null {
  if (!machine && unfinished_shots === undefined) return null
  return JSON.stringify({ ...(machine ?? { lost_shots: 0, sequencers: [] }), unfinished_shots })
}

/** JSON of the counts, made in slices: a million outcomes would hold the event loop for a second. Keys are 0 and 1 only. */
async function countsText(counts: ReadonlyMap<string, number>, yielder: Yielder): Promise<string> {
  const parts: string[] = []
  for (const [outcome, count] of counts) {
    parts.push(`"${outcome}":${count}`)
    if (parts.length % 1024 === 0 && yielder.isDue()) await yielder.yieldNow(0)
  }
  return `{${parts.join(',')}}`
}

/** Files of the rows of sweeps, in the order of the rows (see tasks/row-file.ts). */
export interface RowTable {
  /** Writes the file, flushed, waiting for space where there is none; the row that names it is not written yet. */
  write(chunk: {
    readonly first_row: number
    readonly rows: number
    readonly bytes: Uint8Array
    readonly signal?: AbortSignal | undefined
  }): Promise<RowChunk>
  /** Part of the transaction that stores the result. */
  insert(sequence: number, chunks: readonly RowChunk[]): void
  /** Files of the rows of a job, in their order. */
  all(sequence: number): RowChunk[]
  /** The file that holds a row. */
  holding(sequence: number, row: number): RowChunk
  read(chunk: RowChunk): Promise<Uint8Array>
}

export function rowTable({ db, space, writeFile, readFile }: Store): RowTable {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO job_result_rows (sequence, first_row, rows, file) VALUES (?, ?, ?, ?)',
  )
  const all = db.prepare<[number], RowChunk>('SELECT * FROM job_result_rows WHERE sequence = ? ORDER BY first_row')
  const holding = db.prepare<[number, number], RowChunk>(
    'SELECT * FROM job_result_rows WHERE sequence = ? AND first_row <= ? ORDER BY first_row DESC LIMIT 1',
  )
  return {
    async write({ first_row, rows, bytes, signal }) {
      return { first_row, rows, file: await space.retryWhenFree(() => writeFile(bytes), signal) }
    },
    insert(sequence, chunks) {
      for (const { first_row, rows, file } of chunks) insert.run(sequence, first_row, rows, file)
    },
    all: sequence => all.all(sequence),
    holding: (sequence, row) => holding.get(sequence, row)!,
    read: ({ file }) => readFile(file),
  }
}
