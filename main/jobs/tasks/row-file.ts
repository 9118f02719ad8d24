/**
 * Rows of a sweep as they lie in a file: the length of a header (four bytes, least significant first), the header (JSON, padded
 * with spaces to whole fours), the counts of all rows (32 bits each, likewise), then the outcomes of all rows (b8).
 */
import type { RowOutcome } from '../model/sweep'

interface Header {
  readonly format: 'pentad-rows/1'
  /** Of the first row. */
  readonly first: number
  /** Bytes of an outcome. */
  readonly width: number
  readonly engines: readonly string[]
  /** Of each row: how many outcomes, how many shots, which engine. */
  readonly rows: readonly (readonly [outcomes: number, shots: number, engine: number])[]
}

export interface RowFile {
  readonly first: number
  readonly rows: readonly RowOutcome[]
}

export function encodeRowFile(first: number, rows: readonly RowOutcome[]): Uint8Array {
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  const width = rows[0]?.outcomes.width ?? 0
  const header: Header = {
    ...{ format: 'pentad-rows/1', first, width, engines },
    rows: rows.map(({ outcomes, shots, engine }) => [outcomes.counts.length, shots, engines.indexOf(engine)]),
  }
  const text = JSON.stringify(header)
  const head = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4))
  const total = rows.reduce((sum, { outcomes }) => sum + outcomes.counts.length, 0)
  const bytes = new Uint8Array(4 + head.length + total * (4 + width))
  new DataView(bytes.buffer).setUint32(0, head.length, true)
  bytes.set(head, 4)
  let [counts, outcomes] = [4 + head.length, 4 + head.length + total * 4]
  for (const { outcomes: each } of rows) {
    bytes.set(new Uint8Array(each.counts.buffer, each.counts.byteOffset, each.counts.byteLength), counts)
    bytes.set(each.rows, outcomes)
    counts += each.counts.byteLength
    outcomes += each.rows.length
  }
  return bytes
}

/** Throws for bytes that are no whole file of rows. */
export function decodeRowFile(bytes: Uint8Array): RowFile {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  const { format, first, width, engines, rows } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(4, 4 + length)),
  ) as Header
  if (format !== 'pentad-rows/1') throw new Error(`Rows are not in a form that this version reads: ${String(format)}`)
  const total = rows.reduce((sum, [outcomes]) => sum + outcomes, 0)
  if (bytes.length !== 4 + length + total * (4 + width)) throw new Error('A file of rows is not whole')
  const begin = 4 + length
  const counts = new Uint32Array(new Uint8Array(bytes.subarray(begin, begin + total * 4)).buffer)
  let at = 0
  const found = rows.map(([outcomes, shots, engine]): RowOutcome => {
    const from = begin + total * 4 + at * width
    const one = {
      ...{ engine: engines[engine]!, shots },
      outcomes: {
        counts: counts.subarray(at, at + outcomes),
        rows: bytes.subarray(from, from + outcomes * width),
        width,
      },
    }
    at += outcomes
    return one
  })
  return { first, rows: found }
}

/** Bytes that a row takes. */
export const bytesOfRow = ({ outcomes }: RowOutcome): number => outcomes.rows.length + outcomes.counts.byteLength
