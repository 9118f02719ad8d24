/** Each measured bitstring with its count and its percentage of total shots, most frequent first. */
import { HeadedTable } from '../../../components/tables/headed-table'
import { KEYBOARD_SCROLL } from '../../../components/tables/scroll-region'
import { SpacerRow, useVirtualRows } from '../../../components/tables/use-virtual-rows'
import { count } from '../../../draw/format/quantity'
import { type CountRow, intervalPercent, rowOf, sharePercent } from '../../../draw/jobs/counts'

/** Height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 30
const COLUMNS = ['Bitstring', 'Count', 'Percentage of shots', '95 % interval', 'Share']
const NUMERIC = ['Count', 'Percentage of shots', '95 % interval']

interface Props {
  readonly rows: readonly CountRow[]
  readonly shots: number
}

/** Only the rows in view are in the document. */
export function CountTable({ rows, shots }: Props) {
  const { element, onScroll, first, end } = useVirtualRows(rows.length, ROW_HEIGHT)
  const largest = rows[0]?.share || 1
  return (
    <section
      ref={element}
      onScroll={onScroll}
      className="pentad-scroll pentad-counts"
      aria-label="Counts"
      {...KEYBOARD_SCROLL}
    >
      <HeadedTable
        columns={COLUMNS}
        numeric={NUMERIC}
        aria-rowcount={rows.length + 2}
        foot={<Total rows={rows} shots={shots} />}
      >
        <SpacerRow rows={first} height={ROW_HEIGHT} columns={COLUMNS.length} />
        {rows.slice(first, end).map((row, at) => (
          <tr key={row.bitstring} aria-rowindex={first + at + 2}>
            <td className="pentad-mono">{row.bitstring || '(no bits)'}</td>
            <td className="pentad-number">{count(row.count)}</td>
            <td className="pentad-number">{sharePercent(row)}</td>
            <td className="pentad-number pentad-quiet">{intervalPercent(row)}</td>
            <td className="pentad-bar">
              <span style={{ width: `${(row.share / largest) * 100}%` }} />
            </td>
          </tr>
        ))}
        <SpacerRow rows={rows.length - end} height={ROW_HEIGHT} columns={COLUMNS.length} />
      </HeadedTable>
    </section>
  )
}

function Total({ rows, shots }: Props) {
  const counted = rows.reduce((sum, row) => sum + row.count, 0)
  return (
    <tr>
      <th scope="row">All</th>
      <td className="pentad-number">{count(counted)}</td>
      <td className="pentad-number">{sharePercent(rowOf('', counted, shots))}</td>
      <td colSpan={2} />
    </tr>
  )
}
