/** Plain tables and name/value sheets, readable and selectable. */
import { HTMLTable } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import type { Twin } from '../draw/figure'

interface ScrollProps {
  readonly label: string
  /** Pixels. */
  readonly maxHeight?: number
  readonly children: ReactNode
}

/** What scrolls must be reachable by keyboard (WCAG 2.1.1), although nothing in it may take focus. */
export const REACHABLE = { tabIndex: 0 }

export const Scroll = ({ label, maxHeight, children }: ScrollProps) => (
  <section className="pentad-scroll" aria-label={label} style={{ maxHeight }} {...REACHABLE}>
    {children}
  </section>
)

interface SheetTableProps {
  readonly caption: string
  readonly twin: Twin
  /** Pixels; scrolls beyond it. */
  readonly maxHeight?: number
}

const isNumeric = (twin: Twin, column: number) => twin.rows.every(row => typeof row[column] === 'number')

/** A table twin of a chart. Numbers align right. */
export function SheetTable({ caption, twin, maxHeight }: SheetTableProps) {
  return (
    <Scroll label={caption} {...(maxHeight !== undefined && { maxHeight })}>
      <HTMLTable compact striped className="pentad-table">
        <caption className="pentad-hidden">{caption}</caption>
        <thead>
          <tr>
            {twin.columns.map((column, at) => (
              <th key={column} scope="col" className={isNumeric(twin, at) ? 'pentad-number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {twin.rows.map(row => (
            <tr key={row.join('|')}>
              {row.map((cell, at) => (
                <td key={twin.columns[at]} className={typeof cell === 'number' ? 'pentad-number' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </Scroll>
  )
}

/** Names with their values, in order. `null` values are left out. */
export function Sheet({ entries }: { readonly entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="pentad-sheet">
      {entries.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** More is cut in the view, never in the copy or the file. */
const SHOWN_CHARACTERS = 50_000

/** Text as it is on the wire. */
export const RawText = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <Scroll label={`${label}, text`} maxHeight={320}>
    <pre className="pentad-raw">
      {text.slice(0, SHOWN_CHARACTERS)}
      {text.length > SHOWN_CHARACTERS && '\n… cut here; copy or download it for the whole'}
    </pre>
  </Scroll>
)
