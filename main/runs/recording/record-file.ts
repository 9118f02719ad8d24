/**
 * A long record lies in a content-addressed file: it is megabytes where a run has many rounds and its device many qubits,
 * and the database would write and read them on the main thread. The column then holds the file's hash and the fields that
 * are read without the file, among them the hashes of the bit files: files that no column names are removed.
 */
import type { RunRecord } from '../../contract/runs/record'
import { type Json, jsonColumn, parsed } from '../../worker/json'

/** Characters of JSON; a longer record lies in a file. */
const LONGEST_ROW = 250_000

/** Content of a column that stands for a file. Its first field distinguishes it from a record. */
interface Filed {
  readonly record_file: string
  readonly engine: string
  /** Absent in columns of earlier versions. */
  readonly decoder_version?: string
  readonly shots: readonly string[]
}

const isFiled = (column: string): boolean => column.startsWith('{"record_file":')

/** What to write into the column; `writeFile` settles when the bytes are safe on the disk. */
export function recordColumn(record: RunRecord, writeFile: (bytes: Uint8Array) => Promise<string>): Promise<string> {
  const { engine, decoder_version, shot_files } = record
  const shots = shot_files.map(({ sha256 }) => sha256)
  const refer = (record_file: string) => JSON.stringify({ record_file, engine, decoder_version, shots } satisfies Filed)
  return jsonColumn(JSON.stringify(record), { limit: LONGEST_ROW, writeFile, refer })
}

/** JSON of the record that the column stands for. */
export async function recordIn(column: string, readFile: (sha256: string) => Promise<Uint8Array>): Promise<Json> {
  return isFiled(column) ? readFile(parsed<Filed>(column).record_file) : column
}

/** The engine that made the bits, the decoder that read them, and their files, without the rest of the record. */
export function provenanceIn(column: string): Omit<Filed, 'record_file'> {
  if (isFiled(column)) return parsed<Filed>(column)
  const { engine, decoder_version, shot_files } = parsed<RunRecord>(column)
  return { engine, decoder_version, shots: shot_files.map(({ sha256 }) => sha256) }
}
