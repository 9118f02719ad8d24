import type { Store } from '../../store/store'
import type { RowChunk } from '../model/execution-result'

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
