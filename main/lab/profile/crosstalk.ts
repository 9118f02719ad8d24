/** Flux crosstalk: volts = matrix × Φ0 + offsets. */
import type { FluxCrosstalk } from '../../contract/instruments/lab-profile'

type CrosstalkMatrix = readonly (readonly number[])[]

/**
 * Inverse of a square matrix by Gauss-Jordan elimination with partial pivoting; null where there is none within the precision of
 * the figures.
 */
export function inverseOf(matrix: CrosstalkMatrix): number[][] | null {
  const size = matrix.length
  const scale = Math.max(...matrix.flat().map(Math.abs))
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1 : 0))])
  for (let column = 0; column < size; column += 1) {
    let pivot = column
    for (let row = column; row < size; row += 1)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    const head = rows[pivot]![column]!
    if (!(Math.abs(head) > 1e-12 * scale)) return null
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    rows[column] = rows[column]!.map(figure => figure / head)
    for (let row = 0; row < size; row += 1) {
      const factor = rows[row]![column]!
      if (row !== column && factor !== 0)
        rows[row] = rows[row]!.map((figure, at) => figure - factor * rows[column]![at]!)
    }
  }
  return rows.map(row => row.slice(size))
}

const times = (matrix: CrosstalkMatrix, vector: readonly number[]): number[] =>
  matrix.map(row => row.reduce((sum, figure, at) => sum + figure * vector[at]!, 0))

const offsetsOf = ({ channels, offsets_v }: FluxCrosstalk) => offsets_v ?? channels.map(() => 0)

export const voltsOf = (crosstalk: FluxCrosstalk, phi0: readonly number[]): number[] =>
  times(crosstalk.matrix_v_per_phi0, phi0).map((volts, at) => volts + offsetsOf(crosstalk)[at]!)

export const fluxesOf = (crosstalk: FluxCrosstalk, volts: readonly number[]): number[] =>
  times(
    inverseOf(crosstalk.matrix_v_per_phi0)!,
    volts.map((value, at) => value - offsetsOf(crosstalk)[at]!),
  )
