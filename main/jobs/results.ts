import { setImmediate } from 'node:timers/promises'
import type { NoiseKind, TranspiledCircuit } from '../contract/jobs'
import type { Store } from '../store/store'
import type { BitPlanes, Outcome } from './executor'
import { countsOf } from './shots'

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
  readonly transpiled: string | null
}

/** Counts of more characters lie in a file. */
const LARGEST_ROW = 16_384
const SLICE_MS = 6

/** Results of jobs: rows, and content-addressed files for what is large. */
export function resultTable(store: Store) {
  const insert = store.db.prepare(`INSERT OR IGNORE INTO job_results
    (sequence, shots, engine, noise, calibration_id, counts, counts_file, planes_file, transpiled, stored_at)
    VALUES (@sequence, @shots, @engine, @noise, @calibration_id, @counts, @counts_file, @planes_file, @transpiled, @stored_at)`)
  const find = store.db.prepare<[number], ResultRow>('SELECT * FROM job_results WHERE sequence = ?')
  const keep = (text: string) => store.writeFile(Buffer.from(text))

  return {
    /** Writes the files, flushed, and answers the row that names them; the row is not written yet. */
    async prepare(outcome: Outcome, num_clbits: number): Promise<ResultRow> {
      const counts = 'planes' in outcome ? await countsOf(outcome.planes, num_clbits) : outcome.counts
      const text = await countsText(counts)
      const large = text.length > LARGEST_ROW
      return {
        shots: outcome.shots,
        engine: outcome.engine,
        noise: outcome.noise,
        calibration_id: outcome.calibration_id,
        counts: large ? null : text,
        counts_file: large ? await keep(text) : null,
        planes_file: 'planes' in outcome ? await store.writeFile(outcome.planes.data) : null,
        transpiled: outcome.transpiled ? JSON.stringify(outcome.transpiled) : null,
      }
    },
    /** The first result of a job stays: a job never has two. */
    insert: (sequence: number, row: ResultRow, stored_at: number): void =>
      void insert.run({ ...row, sequence, stored_at }),
    find: (sequence: number): ResultRow | null => find.get(sequence) ?? null,
    async counts({ counts, counts_file }: ResultRow): Promise<Record<string, number>> {
      const text = counts ?? Buffer.from(await store.readFile(counts_file!)).toString('utf8')
      return JSON.parse(text) as Record<string, number>
    },
    /** null where the engine counted without keeping single shots. */
    async planes({ planes_file, shots }: ResultRow, num_clbits: number): Promise<BitPlanes | null> {
      if (planes_file === null) return null
      const data = await store.readFile(planes_file)
      return { data, planes: num_clbits, shots, stride: data.length / num_clbits }
    },
  }
}
export type ResultTable = ReturnType<typeof resultTable>

export const transpiledOf = (row: ResultRow | null): TranspiledCircuit | null =>
  row?.transpiled ? (JSON.parse(row.transpiled) as TranspiledCircuit) : null

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
