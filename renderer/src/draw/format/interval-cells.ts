/** Cells of CSV files that several tables have. */
import type { Cell } from '../../../../main/contract/model/csv-text'
import type { Estimate } from '../../../../main/contract/model/primitives'

/** Value, low, high, confidence and method. */
export const intervalCells = ({ value, low, high, confidence, method }: Estimate): Cell[] => [
  value,
  low,
  high,
  confidence,
  method,
]
