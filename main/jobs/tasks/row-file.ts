/**
 * Rows of a sweep as they lie in a file: the length of a header (four bytes, least significant first), the header (JSON,
 * padded with spaces to whole fours), the counts of all rows (32 bits each, likewise), the outcomes of all rows (b8), then
 * the estimates beside or instead of counts (JSON, row after row).
 */
import { sum } from '../../contract/numbers/arithmetic'
import type { RowOutcome } from '../model/sweep'

interface Header {
  /** pentad-rows/2 where a row has more than counts. */
  readonly format: 'pentad-rows/1' | 'pentad-rows/2'
  /** Index of the first row. */
  readonly first: number
  /** Bytes of an outcome. */
  readonly width: number
  readonly engines: readonly string[]
  /**
   * For each row: number of outcomes, shots, engine; in pentad-rows/2 also overhead shots and bytes of estimates, and for circuits
   * with loops unfinished shots.
   */
  readonly rows: readonly RowHead[]
}

type RowHead = readonly [
  outcomes: number,
  shots: number,
  engine: number,
  overhead_shots?: number,
  estimates?: number,
  unfinished_shots?: number,
]

export interface RowFile {
  readonly first: number
  readonly rows: readonly RowOutcome[]
}

export function encodeRowFile(first: number, rows: readonly RowOutcome[]): Uint8Array {
  const header = headerOf(first, rows)
  const text = JSON.stringify(header)
  const head = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, head.length, true)
  return joined([
    length,
    head,
    ...rows.map(({ outcomes: { counts } }) => new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength)),
    ...rows.map(({ outcomes }) => outcomes.rows),
    ...rows.flatMap(({ estimates }) => estimates ?? []),
  ])
}

function headerOf(first: number, rows: readonly RowOutcome[]): Header {
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  const width = rows[0]?.outcomes.width ?? 0
  const heads = rows.map(
    ({ outcomes, shots, engine }) => [outcomes.counts.length, shots, engines.indexOf(engine)] as const,
  )
  if (rows.every(({ estimates, unfinished_shots }) => estimates === null && unfinished_shots === undefined))
    return { format: 'pentad-rows/1', first, width, engines, rows: heads }
  const more = rows.map(({ overhead_shots, estimates, unfinished_shots }, at): RowHead => {
    const head = [...heads[at]!, overhead_shots, estimates?.length ?? 0] as const
    return unfinished_shots === undefined ? head : [...head, unfinished_shots]
  })
  return { format: 'pentad-rows/2', first, width, engines, rows: more }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(sum(parts.map(({ length }) => length)))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Throws for bytes that are no whole file of rows. */
export function decodeRowFile(bytes: Uint8Array): RowFile {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  const { format, first, width, engines, rows } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(4, 4 + length)),
  ) as Header
  if (format !== 'pentad-rows/1' && format !== 'pentad-rows/2')
    throw new Error(`Rows are not in a form that this version reads: ${String(format)}`)
  const total = sum(rows.map(([outcomes]) => outcomes))
  const begin = 4 + length
  const estimated = sum(rows.map(([, , , , size = 0]) => size))
  if (bytes.length !== begin + total * (4 + width) + estimated) throw new Error('A file of rows is not whole')
  const counts = new Uint32Array(new Uint8Array(bytes.subarray(begin, begin + total * 4)).buffer)
  let [at, estimate] = [0, begin + total * (4 + width)]
  const found = rows.map(([outcomes, shots, engine, overhead_shots = 0, size = 0, unfinished_shots]): RowOutcome => {
    const from = begin + total * 4 + at * width
    const one = {
      engine: engines[engine]!,
      shots,
      overhead_shots,
      ...(unfinished_shots !== undefined && { unfinished_shots }),
      outcomes: {
        counts: counts.subarray(at, at + outcomes),
        rows: bytes.subarray(from, from + outcomes * width),
        width,
      },
      estimates: size === 0 ? null : bytes.subarray(estimate, estimate + size),
    }
    at += outcomes
    estimate += size
    return one
  })
  return { first, rows: found }
}

/** Bytes that a row takes. */
export const bytesOfRow = ({ outcomes, estimates }: RowOutcome): number =>
  outcomes.rows.length + outcomes.counts.byteLength + (estimates?.length ?? 0)
