/** The stock of each source, live, and the pools of several sources that operators named. */
import { ProgressBar } from '@blueprintjs/core'
import type { SourcePoolLevel } from '../../../../../main/contract/entropy/pool'
import { routes } from '../../../../../main/contract/routes'
import { useIsOperator } from '../../../api/instruments/use-instruments'
import { usePolled } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { byteText } from '../../../draw/entropy/source-text'
import { count } from '../../../draw/format/quantity'
import { WordTag } from '../../../instruments/status/state-tags'
import { CustomPoolForm } from './custom-pool-form'
import { CustomPoolTable } from './custom-pool-table'

const EVERY_MS = 2_000
const COLUMNS = ['Source', 'State', 'Level', 'Available', 'Raw bits', 'Conditioned', 'Served', 'Destroyed']

export function PoolsView() {
  const levels = usePolled(routes.listPoolLevels, {}, { every_ms: EVERY_MS })
  const operator = useIsOperator() === true
  return (
    <Answer of={levels} what="the pools">
      {({ items, custom_pools }) => (
        <>
          <Panel title="Pools of the sources">
            <ScrollRegion label="Pools of the sources, table">
              <HeadedTable
                className="entropy-table"
                columns={COLUMNS}
                numeric={COLUMNS.slice(3)}
                caption="Levels of the pools, live"
              >
                {items.map(level => (
                  <LevelRow key={level.source} level={level} />
                ))}
              </HeadedTable>
            </ScrollRegion>
            <p className="pentad-quiet">
              Bytes of full entropy, kept in memory only. A window of samples is added once it and the window after it
              have passed the health tests; when a window fails, the bytes not served yet are destroyed.
            </p>
          </Panel>
          <Panel title="Custom pools">
            {custom_pools.length === 0 ? (
              <Empty title="No custom pools yet">
                A custom pool serves the exclusive or of two to eight sources of different physical groups under one
                name.
              </Empty>
            ) : (
              <CustomPoolTable pools={custom_pools} sources={items} operator={operator} changed={levels.reload} />
            )}
          </Panel>
          {operator && <CustomPoolForm sources={items} changed={levels.reload} />}
        </>
      )}
    </Answer>
  )
}

const LevelRow = ({ level }: { readonly level: SourcePoolLevel }) => (
  <tr>
    <td>
      {level.short_name} {level.simulated && <SimulatedTag />}
    </td>
    <td>
      <WordTag word={level.state} intent={level.state === 'full' ? 'success' : 'warning'} />
    </td>
    <td className="entropy-level">
      <ProgressBar
        value={Math.min(1, level.available / level.high)}
        intent={level.available < level.low ? 'warning' : 'success'}
        stripes={false}
        animate={false}
        aria-label={`Level of ${level.short_name}: ${byteText(level.available)} of ${byteText(level.high)}`}
      />
    </td>
    <td className="pentad-number">{byteText(level.available)}</td>
    <td className="pentad-number">{count(level.raw_bits)}</td>
    <td className="pentad-number">{byteText(level.conditioned)}</td>
    <td className="pentad-number">{byteText(level.served)}</td>
    <td className="pentad-number">{byteText(level.destroyed)}</td>
  </tr>
)
