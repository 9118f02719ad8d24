/** Widths of a table's columns: as wide as their longest cell where that fits, else the wide ones share what is left. */
import { sum } from '../../../../main/contract/numbers/arithmetic'
import type { DataTable } from '../charts/chart'
import { wordWidth } from './words'

const SIZE = 8
const ROOM = 8
/** No column gets less, points. */
const LEAST = 30

/** Widths of the cells, from the narrowest to the widest. */
const cellWidths = (table: DataTable, column: number): number[] =>
  table.rows
    .flatMap(row => String(row[column]).split('\n'))
    .map(cell => wordWidth(cell, SIZE, 'regular') + ROOM)
    .sort((a, b) => a - b)

/** Widths that a column needs: for all of its cells, and for all but the widest tenth, which may wrap. */
function needs(table: DataTable, column: number) {
  const cells = cellWidths(table, column)
  const least = Math.max(LEAST, longestWord(table.columns[column]!))
  const upTo = (part: number) => Math.max(least, cells[Math.ceil(cells.length * part) - 1] ?? 0)
  return { all: upTo(1), most: upTo(0.9) }
}

/** Heads may break between words. */
const longestWord = (text: string) => Math.max(...text.split(' ').map(word => wordWidth(word, SIZE, 'bold') + ROOM))

/** Sums to `width`. */
export function columnWidths(table: DataTable, width: number): number[] {
  const wanted = table.columns.map((_, column) => needs(table, column))
  const all = sum(wanted.map(each => each.all))
  if (all <= width) return wanted.map(each => (each.all * width) / all)
  const most = sum(wanted.map(each => each.most))
  // One long note among a hundred rows does not narrow the figures of the others.
  if (most <= width) return wanted.map(each => each.most + ((each.all - each.most) * (width - most)) / (all - most))
  const widest = wanted.map(each => each.all)
  const cap = capFor(widest, width)
  const capped = widest.map(each => Math.min(each, cap))
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
