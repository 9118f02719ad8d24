/** Lines of a CSV file, RFC 4180. */
import type { Estimate } from '../../../../main/contract/model/primitives'

export type Cell = string | number | null

/** Quoted where it must be; a leading = + - @ of text is defused, so that no spreadsheet takes it for a formula. */
export function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (lines: readonly (readonly Cell[])[]): string =>
  lines.map(line => `${line.map(csvCell).join(',')}\r\n`).join('')

/** Value, low, high, confidence and method. */
export const intervalCells = ({ value, low, high, confidence, method }: Estimate): Cell[] => [
  value,
  low,
  high,
  confidence,
  method,
]
