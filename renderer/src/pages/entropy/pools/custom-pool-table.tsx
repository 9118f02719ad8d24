/** Pools of several sources that operators named, with buttons to edit, disable and enable them. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CustomPool, SourcePoolLevel } from '../../../../../main/contract/entropy/pool'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { byteText, sourceProblemText } from '../../../draw/entropy/source-text'
import { utcSecond } from '../../../draw/format/time'
import { WordTag } from '../../../instruments/status/state-tags'
import { CustomPoolForm } from './custom-pool-form'

interface Props {
  readonly pools: readonly CustomPool[]
  readonly sources: readonly SourcePoolLevel[]
  readonly operator: boolean
  readonly changed: () => void
}

const COLUMNS = ['Pool', 'Label', 'Sources', 'State', 'Available', 'Changed', 'Why it serves nothing', '']

export function CustomPoolTable({ pools, sources, operator, changed }: Props) {
  const { call } = useApi()
  const [edited, setEdited] = useState<string | null>(null)
  const nameOf = (id: string) => sources.find(({ source }) => source === id)?.short_name ?? id
  const setState = useAction((pool_id: string, state: CustomPool['state']) =>
    call(routes.updateCustomPool, { body: { pool_id, state } }).then(changed),
  )
  const pool = pools.find(({ pool_id }) => pool_id === edited)
  return (
    <>
      <ScrollRegion label="Custom pools, table">
        <HeadedTable className="entropy-table" columns={COLUMNS} numeric={['Available']} caption="Custom pools">
          {pools.map(({ pool_id, label, state, available, problem, updated_at, ...one }) => (
            <tr key={pool_id} data-pool={pool_id}>
              <td>
                <Link href={`/entropy?view=draw&pool=${pool_id}`}>{pool_id}</Link>
              </td>
              <td>{label}</td>
              <td>{one.sources.map(nameOf).join(', ')}</td>
              <td>
                <WordTag word={state} intent={state === 'enabled' ? 'success' : 'none'} />
              </td>
              <td className="pentad-number">{byteText(available)}</td>
              <td>{utcSecond(updated_at)}</td>
              <td>{problem === null ? '—' : sourceProblemText(problem)}</td>
              <td>
                {operator && (
                  <div className="pentad-row">
                    <Button
                      size="small"
                      text="Edit"
                      aria-label={`Edit ${pool_id}`}
                      onClick={() => setEdited(pool_id)}
                    />
                    <Button
                      size="small"
                      text={state === 'enabled' ? 'Disable' : 'Enable'}
                      aria-label={`${state === 'enabled' ? 'Disable' : 'Enable'} ${pool_id}`}
                      disabled={setState.running}
                      onClick={() => void setState.run(pool_id, state === 'enabled' ? 'disabled' : 'enabled')}
                    />
                  </div>
                )}
              </td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
      {setState.error && <ProblemMessage problem={setState.error} />}
      {pool && (
        <CustomPoolForm
          key={pool.pool_id}
          sources={sources}
          pool={pool}
          changed={() => {
            setEdited(null)
            changed()
          }}
        />
      )}
    </>
  )
}
