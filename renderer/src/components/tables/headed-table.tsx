/** A compact table under one row of column headings. */
import { HTMLTable, type HTMLTableProps } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props extends Pick<HTMLTableProps, 'striped' | 'interactive' | 'aria-rowcount'> {
  readonly columns: readonly string[]
  /** Caption for screen readers. */
  readonly caption?: string
  /** Adds a last column of buttons, whose heading only screen readers get. */
  readonly hasActions?: boolean
  /** Columns with numbers, aligned right. */
  readonly numeric?: readonly string[]
  /** Additional class names. */
  readonly className?: string
  /** The rows. */
  readonly children: ReactNode
  /** Row of totals. */
  readonly foot?: ReactNode
}

export const HeadedTable = ({
  columns,
  caption,
  hasActions = false,
  numeric = [],
  className = '',
  children,
  foot,
  ...looks
}: Props) => (
  <HTMLTable compact className={`pentad-table ${className}`} {...looks}>
    {caption !== undefined && <caption className="pentad-hidden">{caption}</caption>}
    <thead>
      <tr>
        {columns.map(column => (
          <th key={column} scope="col" className={numeric.includes(column) ? 'pentad-number' : undefined}>
            {column}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span className="pentad-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
    {foot !== undefined && <tfoot>{foot}</tfoot>}
  </HTMLTable>
)
