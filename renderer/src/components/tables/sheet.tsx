/** Plain tables and name/value sheets with selectable text. */
import type { ReactNode } from 'react'
import type { DataTable } from '../../draw/charts/chart'
import { count } from '../../draw/format/quantity'
import { HeadedTable } from './headed-table'
import { ScrollRegion } from './scroll-region'

interface SheetTableProps {
  readonly caption: string
  readonly table: DataTable
  /** Pixels; a higher table scrolls. */
  readonly maxHeight?: number
  /** Columns whose numbers are given as text; columns of numbers are detected. */
  readonly numeric?: readonly string[]
}

const isNumeric = (table: DataTable, column: number) => table.rows.every(row => typeof row[column] === 'number')

/** Characters above which a cell counts as a sentence, which gets a wide column when the table scrolls sideways. */
const SENTENCE = 48

const classOf = (cell: unknown, isFigure: boolean): string | undefined => {
  if (typeof cell === 'number' || isFigure) return 'pentad-number'
  return typeof cell === 'string' && cell.length > SENTENCE ? 'pentad-prose' : undefined
}

/** A chart's figures as a table. Numbers align right; integers have thousands separators. */
export function SheetTable({ caption, table, maxHeight, numeric = [] }: SheetTableProps) {
  const figures = table.columns.filter((name, at) => numeric.includes(name) || isNumeric(table, at))
  return (
    <ScrollRegion label={caption} maxHeight={maxHeight}>
      <HeadedTable striped caption={caption} columns={table.columns} numeric={figures}>
        {table.rows.map(row => (
          <tr key={row.join('|')}>
            {row.map((cell, at) => (
              <td key={table.columns[at]} className={classOf(cell, numeric.includes(table.columns[at]!))}>
                {Number.isInteger(cell) ? count(Number(cell)) : cell}
              </td>
            ))}
          </tr>
        ))}
      </HeadedTable>
    </ScrollRegion>
  )
}

/** Names with their values, in order; entries without a value are left out. */
export function Sheet({ entries }: { readonly entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="pentad-sheet">
      {entries.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Lines above which an entry is folded, to keep the sheet readable. */
const SHOWN_LINES = 8

/** Lines of one entry of a sheet, one paragraph each. */
export function FoldedLines({ lines }: { readonly lines: readonly string[] }) {
  const written = [...lines.entries()].map(([at, line]) => <p key={at}>{line}</p>)
  if (lines.length <= SHOWN_LINES) return written
  return (
    <details>
      <summary>{lines.length} lines</summary>
      {written}
    </details>
  )
}

/** Characters shown; the copy and the file are complete. */
const SHOWN_CHARACTERS = 50_000

/** Text exactly as transferred. */
export const RawText = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <ScrollRegion label={`${label}, text`} maxHeight={320}>
    <pre className="pentad-raw">
      {text.slice(0, SHOWN_CHARACTERS)}
      {text.length > SHOWN_CHARACTERS && '\n… cut here; copy or download it for the whole'}
    </pre>
  </ScrollRegion>
)
