import { type EstimateCheckpoint, sequenceOf } from '../estimators/sequence'
import { lowestOf } from './assess'
import { estimatesOf } from './estimates'
import { RESTARTS, restartCutoff } from './restart-cutoff'

interface RestartMatrix {
  /** 1000 samples after each of 1000 restarts, one restart after the other. */
  readonly samples: Uint8Array
  readonly bits: number
  /** The initial estimate H_I that is put to the test, in bits a sample. */
  readonly initial: number
}

export interface RestartAssessment {
  /** `too_frequent`: one symbol fills a row or a column. `below_half`: rows or columns have less than half of H_I. */
  readonly failure: 'too_frequent' | 'below_half' | null
  /** Count of the most frequent symbol in a row or column, and the limit for it. */
  readonly most_frequent: number
  readonly cutoff: number
  /** Bits a sample; null where the sanity check failed. */
  readonly h_rows: number | null
  readonly h_columns: number | null
  /** min(h_rows, h_columns, H_I); 0 after a failure. */
  readonly h_assessed: number
}

/** Restart tests (SP 800-90B 3.1.4). Throws RangeError unless there are 10^6 samples and H_I fits in them. */
export function assessRestarts(
  { samples, bits, initial }: RestartMatrix,
  checkpoint: EstimateCheckpoint,
): RestartAssessment {
  if (samples.length !== RESTARTS ** 2)
    throw new RangeError(`restart tests take ${RESTARTS} × ${RESTARTS} samples, not ${samples.length}`)
  if (!(initial > 0 && initial <= bits)) throw new RangeError(`${initial} bits do not fit in samples of ${bits}`)
  const { data: rows, symbols } = sequenceOf(samples)
  if (symbols === 1)
    return { failure: 'too_frequent', most_frequent: RESTARTS, cutoff: 0, h_rows: null, h_columns: null, h_assessed: 0 }
  const columns = transposed(rows)
  const cutoff = restartCutoff(initial, Math.max(symbols, Math.ceil(2 ** initial)))
  const most_frequent = Math.max(mostFrequent(rows), mostFrequent(columns))
  if (most_frequent > cutoff)
    return { failure: 'too_frequent', most_frequent, cutoff, h_rows: null, h_columns: null, h_assessed: 0 }
  const [h_rows, h_columns] = [rows, columns].map(
    data => lowestOf(estimatesOf({ data, symbols }, checkpoint), bits).entropy,
  )
  const h_lowest = Math.min(h_rows!, h_columns!)
  const failure = h_lowest < initial / 2 ? 'below_half' : null
  const h_assessed = failure === null ? Math.min(h_lowest, initial) : 0
  return { failure, most_frequent, cutoff, h_rows: h_rows!, h_columns: h_columns!, h_assessed }
}

function transposed(rows: Uint8Array): Uint8Array {
  const columns = new Uint8Array(rows.length)
  for (let row = 0; row < RESTARTS; row++)
    for (let column = 0; column < RESTARTS; column++) columns[column * RESTARTS + row] = rows[row * RESTARTS + column]!
  return columns
}

function mostFrequent(rows: Uint8Array): number {
  let most = 0
  for (let start = 0; start < rows.length; start += RESTARTS) {
    const counts = new Uint16Array(256)
    for (const symbol of rows.subarray(start, start + RESTARTS)) most = Math.max(most, ++counts[symbol]!)
  }
  return most
}
