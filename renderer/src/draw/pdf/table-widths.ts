/** Widths of a table's columns: as wide as their longest cell where that fits, else the wide ones share what is left. */
import { sum } from '../../../../main/contract/numbers/sums'
import type { DataTable } from '../charts/chart'
import { wordWidth } from './words'

const SIZE = 8
const ROOM = 8
/** No column gets less, points. */
const LEAST = 40

const natural = (table: DataTable, column: number) => {
  const cells = table.rows.flatMap(row => String(row[column]).split('\n'))
  const head = longestWord(table.columns[column]!)
  return Math.max(LEAST, head, ...cells.map(cell => wordWidth(cell, SIZE, 'regular') + ROOM))
}

/** Heads may break between words. */
const longestWord = (text: string) => Math.max(...text.split(' ').map(word => wordWidth(word, SIZE, 'bold') + ROOM))

/** Sums to `width`. */
export function columnWidths(table: DataTable, width: number): number[] {
  const wanted = table.columns.map((_, column) => natural(table, column))
  const total = sum(wanted)
  if (total <= width) return wanted.map(each => (each * width) / total)
  const cap = capFor(wanted, width)
  const capped = wanted.map(each => Math.min(each, cap))
  const scale = width / sum(capped)
  return capped.map(each => each * scale)
}

/** The width that cuts the widest columns until all fit; halving finds it to a fraction of a point. */
function capFor(wanted: readonly number[], width: number): number {
  let [low, high] = [0, Math.max(...wanted)]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (sum(wanted.map(each => Math.min(each, middle))) > width) high = middle
    else low = middle
  }
  return low
}
