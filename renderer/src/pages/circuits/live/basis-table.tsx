/** A table of basis states in one of two orders, of which only the rows in view are in the page. */
import { SegmentedControl } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { HeadedTable } from '../../../components/tables/headed-table'
import { KEYBOARD_SCROLL } from '../../../components/tables/scroll-region'
import { SpacerRow, useVirtualRows } from '../../../components/tables/use-virtual-rows'
import type { BasisRow } from '../../../draw/circuit-state/figures'

interface Props {
  readonly caption: string
  readonly columns: readonly string[]
  readonly about: string
  readonly rowsBy: (byProbability: boolean) => readonly BasisRow[]
  /** The cells of a row. */
  readonly row: (row: BasisRow) => ReactNode
}

/** Pixels, as the style sheet has it. */
const ROW_HEIGHT = 28
const ORDERS = [
  { value: 'value', label: 'by state' },
  { value: 'probability', label: 'most probable first' },
]

export function BasisTable({ caption, columns, about, rowsBy, row }: Props) {
  const [order, setOrder] = useState('value')
  const rows = rowsBy(order === 'probability')
  const seen = useVirtualRows(rows.length, ROW_HEIGHT)
  return (
    <>
      <div className="circuits-state-tools">
        <span className="pentad-quiet">{about}</span>
        <SegmentedControl size="small" aria-label="Order" options={ORDERS} value={order} onValueChange={setOrder} />
      </div>
      <section
        aria-label={caption}
        ref={seen.element}
        onScroll={seen.onScroll}
        className="pentad-scroll circuits-state-rows"
        {...KEYBOARD_SCROLL}
      >
        <HeadedTable columns={columns} caption={caption} numeric={columns.slice(2)} aria-rowcount={rows.length + 1}>
          <SpacerRow rows={seen.first} height={ROW_HEIGHT} columns={columns.length} />
          {rows.slice(seen.first, seen.end).map(one => (
            <tr key={one.index}>{row(one)}</tr>
          ))}
          <SpacerRow rows={rows.length - seen.end} height={ROW_HEIGHT} columns={columns.length} />
        </HeadedTable>
      </section>
    </>
  )
}

export const RowLabel = ({ text }: { readonly text: string }) => (
  <th scope="row" className="circuits-ket">
    {text}
  </th>
)
