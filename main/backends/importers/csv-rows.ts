/** The columns of our own tables as a file has them, and what its rows hold. */
import type { CsvRow, CsvTable } from '../files/csv'
import type { FaultList } from '../files/fault-list'
import { type FilePosition, invalidFile, quote } from '../files/invalid-file'
import { type ColumnRule, headingOf, readCell, ruleOf, unitFault } from './csv-columns'

interface LocatedColumn {
  readonly rule: ColumnRule
  readonly unit: string | null
  /** Column of the file, from 0. */
  readonly at: number
}

/** The columns that are known and whose units are right; the others are faults. */
export function columnsOf(
  { name, header }: CsvTable,
  rules: readonly ColumnRule[],
  faults: FaultList,
): LocatedColumn[] {
  const filled = new Map<string, string>()
  const known = rules.map(rule => rule.name).join(', ')
  const columns = faults.each(header.cells, (cell, at): LocatedColumn | null => {
    const refuse = (message: string): never => {
      throw invalidFile(name, { line: header.line, column: at + 1 }, message)
    }
    if (cell === '') return null
    const heading = headingOf(cell)
    const rule = ruleOf(rules, heading) ?? refuse(`unknown column ${quote(cell)}. Known: ${known}.`)
    const earlier = filled.get(rule.fills)
    if (earlier !== undefined) refuse(`${quote(cell)} gives the same figure as ${quote(earlier)}. Keep one.`)
    filled.set(rule.fills, cell)
    const wrong = unitFault(rule, heading)
    if (wrong !== null) refuse(`${quote(cell)}: ${wrong}`)
    return { rule, unit: heading.unit, at }
  })
  return columns.filter(column => column !== null)
}

/** Cells of a row by figure, and the position of each in the file. */
export interface CellsByFigure {
  readonly values: ReadonlyMap<string, string | number | null>
  readonly at: (fills: string) => FilePosition
}

/** Column of the first cell beyond the headings that holds something, from 0; -1 without one. */
const surplusAt = ({ header }: CsvTable, { cells }: CsvRow): number =>
  cells.findIndex((cell, at) => at >= header.cells.length && cell !== '')

/** Whether more than half of the rows have too many cells, as decimal commas cause; faults of their cells would only repeat that. */
export const isShifted = (table: CsvTable): boolean =>
  table.rows.filter(row => surplusAt(table, row) >= 0).length * 2 > table.rows.length

function refuseSurplus(table: CsvTable, row: CsvRow): void {
  const { name, header, separator } = table
  const extra = surplusAt(table, row)
  if (extra < 0) return
  throw invalidFile(
    name,
    { line: row.line, column: extra + 1 },
    `${row.cells.length} cells under ${header.cells.length} headings. ${separator === ',' ? 'Decimal commas need semicolons between the cells.' : 'Take the surplus out.'}`,
  )
}

interface RowReading {
  readonly columns: readonly LocatedColumn[]
  /** Whether `isShifted`: a row with too many cells is refused as a whole. */
  readonly shifted: boolean
  /** Collects the faults of single cells. */
  readonly faults: FaultList
}

export function cellsByFigure(table: CsvTable, row: CsvRow, { columns, shifted, faults }: RowReading): CellsByFigure {
  const { name, header, separator } = table
  if (shifted) refuseSurplus(table, row)
  faults.attempt(() => refuseSurplus(table, row), null)
  const values = new Map<string, string | number | null>()
  faults.each(columns, ({ rule, unit, at }) => {
    const read = readCell(row.cells[at] ?? '', { rule, unit, separator })
    if ('fault' in read)
      throw invalidFile(name, { line: row.line, column: at + 1 }, `${header.cells[at]}: ${read.fault}`)
    values.set(rule.fills, read.value)
  })
  return {
    values,
    at: fills => ({ line: row.line, column: (columns.find(({ rule }) => rule.fills === fills)?.at ?? 0) + 1 }),
  }
}
