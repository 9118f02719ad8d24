/** A table that sorts by any column and filters by any word, and in which a row can be selected. */
import { Button, HTMLTable, InputGroup } from '@blueprintjs/core'
import { CaretDown, CaretUp, Search } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { cell, filtered, type Order, sorted, type TableColumn } from '../../draw/calibration/calibration-table'
import { count } from '../../draw/format/quantity'

interface Props<Row> {
  readonly caption: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  /** Id of the part in the row. */
  readonly idOf: (row: Row) => string
  /** Key of a row, where several rows are about one part; by default `idOf`. */
  readonly keyOf?: (row: Row) => string
  readonly selected: string | null
  readonly select: (id: string) => void
  /** First order of the rows; by default the first column, ascending. */
  readonly initial?: { readonly by: string; readonly order: Order }
  readonly about?: string
}

export function FigureTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, idOf, selected, select, initial, about = 'errors are 1 − F' } = props
  const [by, setBy] = useState(initial?.by ?? columns[0]!.key)
  const [order, setOrder] = useState<Order>(initial?.order ?? 'ascending')
  const [filter, setFilter] = useState('')
  const [all, setAll] = useState(false)
  const column = columns.find(each => each.key === by) ?? columns[0]!
  const shown = sorted(filtered(rows, columns, filter), column, order)
  const drawn = all ? shown : shown.slice(0, DRAWN_AT_FIRST)
  const columnsDrawn = useMemo(
    () => columns.map(each => ({ ...each, className: alignment(each, rows) })),
    [columns, rows],
  )
  const sortBy = (key: string) => {
    setOrder(key === by && order === 'ascending' ? 'descending' : 'ascending')
    setBy(key)
  }
  return (
    <div className="backends-table">
      <div className="pentad-row">
        <InputGroup
          type="search"
          size="small"
          leftIcon={<Search />}
          placeholder="Filter, e.g. a03 in service"
          aria-label={`Filter ${caption.toLowerCase()}`}
          value={filter}
          onValueChange={setFilter}
        />
        <span className="pentad-quiet" role="status">
          {count(shown.length)} of {count(rows.length)}
          {drawn.length < shown.length && `, the first ${count(drawn.length)} shown`}; {about}
        </span>
        {drawn.length < shown.length && <Button size="small" text="Show all" onClick={() => setAll(true)} />}
      </div>
      <ScrollRegion label={caption} className="backends-rows">
        <HTMLTable compact striped className="pentad-table">
          <thead>
            <tr>
              {columnsDrawn.map(each => (
                <th key={each.key} scope="col" aria-sort={each.key === by ? order : 'none'} className={each.className}>
                  <button type="button" className="backends-sort" onClick={() => sortBy(each.key)}>
                    {each.title}
                    {each.key === by && (order === 'ascending' ? <CaretUp /> : <CaretDown />)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map(row => (
              <FigureRow
                key={(props.keyOf ?? idOf)(row)}
                row={row}
                id={idOf(row)}
                selected={selected}
                select={select}
                columns={columnsDrawn}
              />
            ))}
          </tbody>
        </HTMLTable>
      </ScrollRegion>
    </div>
  )
}

/** Rows drawn before "Show all": a thousand take long to draw, and sorting or filtering brings a wanted row to the top. */
const DRAWN_AT_FIRST = 200

/** Figures align right, also where some of them are absent. */
const alignment = <Row,>(column: TableColumn<Row>, rows: readonly Row[]) =>
  column.key !== 'index' && rows.some(row => typeof column.read(row) === 'number') ? 'pentad-number' : undefined

interface FigureRowProps<Row> {
  readonly columns: readonly (TableColumn<Row> & { readonly className: string | undefined })[]
  readonly row: Row
  readonly id: string
  readonly selected: string | null
  readonly select: (id: string) => void
}

function FigureRow<Row>({ columns, row, id, selected, select }: FigureRowProps<Row>) {
  const [first, ...rest] = columns
  const open = id === selected
  return (
    <tr {...(open && { 'data-open': true })}>
      <th scope="row">
        <button type="button" className="backends-pick" aria-pressed={open} onClick={() => select(id)}>
          {cell(first!, row)}
        </button>
      </th>
      {rest.map(column => (
        <td key={column.key} className={column.className}>
          {cell(column, row)}
        </td>
      ))}
    </tr>
  )
}
