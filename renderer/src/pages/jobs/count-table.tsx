import { HTMLTable } from '@blueprintjs/core'
import { type CountRow, sharePercent } from '../../draw/counts'
import { count } from '../../draw/quantity'
import { Scroll } from '../../show/sheet'

/** Beyond these the table says how many are left; the JSON holds all. */
const SHOWN = 500

/** Each measured bitstring with its count and its percentage of total shots, most frequent first. */
export function CountTable({ rows }: { readonly rows: readonly CountRow[] }) {
  const left = rows.length - SHOWN
  const largest = rows[0]?.share ?? 0
  return (
    <>
      <Scroll label="Counts" maxHeight={360}>
        <HTMLTable compact className="pentad-table pentad-counts">
          <thead>
            <tr>
              <th scope="col">Bitstring</th>
              <th scope="col" className="pentad-number">
                Count
              </th>
              <th scope="col" className="pentad-number">
                Percentage of shots
              </th>
              <th aria-hidden />
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(row => (
              <tr key={row.bitstring}>
                <td className="pentad-mono">{row.bitstring || '(no bits)'}</td>
                <td className="pentad-number">{count(row.count)}</td>
                <td className="pentad-number">{sharePercent(row)}</td>
                <td aria-hidden className="pentad-bar">
                  <span style={{ width: `${(row.share / largest) * 100}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </Scroll>
      {left > 0 && <p className="pentad-quiet">{count(left)} rarer bitstrings are in the JSON.</p>}
    </>
  )
}
