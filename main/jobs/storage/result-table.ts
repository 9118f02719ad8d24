import { setImmediate } from 'node:timers/promises'
import type { NoiseKind } from '../../contract/jobs'
import type { Store } from '../../store/store'
import { direct, type Runner } from '../../worker/runner'
import type { BitPlanes, Outcome } from '../model/executor'
import { bytesOf, type Json, textOf } from '../json'
import { keeping } from '../kept'
import { countsOf } from '../tasks/b8-shots'
import { type JobTasks, jobTasks } from '../tasks/registry'

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
  /** As `kept.ts` has it. */
  readonly transpiled: string | null
}

/** Counts of more characters lie in a file. */
const LARGEST_ROW = 16_384
const SLICE_MS = 6

/** Results of jobs: rows, and content-addressed files for what is large. */
export function resultTable(store: Store, heavy: Runner<JobTasks> = direct(jobTasks)) {
  const insert = store.db.prepare(`INSERT OR IGNORE INTO job_results
    (sequence, shots, engine, noise, calibration_id, counts, counts_file, planes_file, transpiled, stored_at)
    VALUES (@sequence, @shots, @engine, @noise, @calibration_id, @counts, @counts_file, @planes_file, @transpiled, @stored_at)`)
  const find = store.db.prepare<[number], ResultRow>('SELECT * FROM job_results WHERE sequence = ?')
  const { keep, read } = keeping(store)

  async function textOfCounts(outcome: Outcome, num_clbits: number): Promise<Json> {
    if (!('packed' in outcome))
      return countsText('planes' in outcome ? await countsOf(outcome.planes, num_clbits) : outcome.counts)
    const { packed } = outcome
    const transfer = [packed.keys.buffer, packed.counts.buffer] as ArrayBuffer[]
    return heavy.run('counts', packed, { size: packed.counts.length * packed.clbits, transfer })
  }

  return {
    /** Writes the files, flushed, and answers the row that names them; the row is not written yet. */
    async prepare(outcome: Outcome, num_clbits: number): Promise<ResultRow> {
      const text = await textOfCounts(outcome, num_clbits)
      const large = bytesOf(text) > LARGEST_ROW
      const { transpiled } = outcome
      return {
        shots: outcome.shots,
        engine: outcome.engine,
        noise: outcome.noise,
        calibration_id: outcome.calibration_id,
        counts: large ? null : textOf(text),
        counts_file: large ? await store.writeFile(typeof text === 'string' ? Buffer.from(text) : text) : null,
        planes_file: 'planes' in outcome ? await store.writeFile(outcome.planes.data) : null,
        transpiled:
          transpiled && (await keep(transpiled instanceof Uint8Array ? transpiled : JSON.stringify(transpiled))),
      }
    },
    /** The first result of a job stays: a job never has two. */
    insert: (sequence: number, row: ResultRow, stored_at: number): void =>
      void insert.run({ ...row, sequence, stored_at }),
    find: (sequence: number): ResultRow | null => find.get(sequence) ?? null,
    /** JSON of the counts. */
    counts: async ({ counts, counts_file }: ResultRow): Promise<Json> => counts ?? (await store.readFile(counts_file!)),
    /** JSON of the circuit that ran in place of the submitted one. */
    transpiled: async (row: ResultRow | null): Promise<Json> => (row?.transpiled ? read(row.transpiled) : 'null'),
    /** null where the engine counted without keeping single shots. */
    async planes({ planes_file, shots }: ResultRow, num_clbits: number): Promise<BitPlanes | null> {
      if (planes_file === null) return null
      const data = await store.readFile(planes_file)
      return { data, planes: num_clbits, shots, stride: data.length / num_clbits }
    },
  }
}
export type ResultTable = ReturnType<typeof resultTable>

/** JSON of the counts, made in slices: a million outcomes would hold the event loop for a second. Keys are 0 and 1 only. */
async function countsText(counts: ReadonlyMap<string, number>): Promise<string> {
  const parts: string[] = []
  let slice = performance.now()
  for (const [outcome, count] of counts) {
    parts.push(`"${outcome}":${count}`)
    if (parts.length % 1024 > 0 || performance.now() - slice < SLICE_MS) continue
    await setImmediate()
    slice = performance.now()
  }
  return `{${parts.join(',')}}`
}
