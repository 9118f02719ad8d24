/** The backends with state, queue, age of calibration and price, on the dashboard. */
import { Link } from 'wouter'
import { type BackendSummary, freeText } from '../../../../main/contract/backends/catalogue'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Fetched } from '../../api/use-fetch'
import { Panel } from '../../components/layout/page'
import { Answer } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { ModeTag, SimulatedTag, StatusTag } from '../../components/values/tags-and-times'
import { count } from '../../draw/format/quantity'
import { age } from '../../draw/format/time'

interface BackendsPanelProps {
  readonly backends: Fetched<{ readonly items: readonly BackendSummary[] }>
}

const COLUMNS = ['Backend', 'Mode', 'State', 'Queue', 'Calibration', 'Tokens a shot']

export const BackendsPanel = ({ backends }: BackendsPanelProps) => (
  <Panel title="Devices" actions={<Link href="/backends">All backends</Link>}>
    <Answer of={backends} what="the backends">
      {({ items }) => (
        <ScrollRegion label="Devices, table">
          <HeadedTable columns={COLUMNS} numeric={['Queue', 'Tokens a shot']}>
            {items.map(backend => (
              <BackendRow key={backend.backend_id} backend={backend} />
            ))}
          </HeadedTable>
        </ScrollRegion>
      )}
    </Answer>
  </Panel>
)

const BackendRow = ({ backend }: { readonly backend: BackendSummary }) => (
  <tr>
    <td>
      <Link href={`/backends/${backend.backend_id}`}>{backend.backend_id}</Link>
    </td>
    <td className="pentad-tags">
      <ModeTag mode={backend.mode} /> {backend.simulated && <SimulatedTag />}
    </td>
    <td title={backend.offline_reason ?? undefined}>
      <StatusTag status={backend.online ? 'online' : 'offline'} />
    </td>
    <td className="pentad-number">{count(backend.queue_length)}</td>
    <td>{age(backend.calibrated_at, Date.now())}</td>
    <td className="pentad-number">
      {backend.token_price_per_shot === 0 ? freeText(backend.mode) : significant(backend.token_price_per_shot)}
    </td>
  </tr>
)
