import { HTMLTable } from '@blueprintjs/core'
import { Link } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends'
import type { Fetched } from '../../api/use-fetch'
import { age, count, significant } from '../../draw/quantity'
import { Panel } from '../../show/page'
import { Answer } from '../../show/states'
import { ModeTag, SimulatedTag, StatusTag } from '../../show/tags'

interface BackendsPanelProps {
  readonly backends: Fetched<{ readonly items: readonly BackendSummary[] }>
}

export const BackendsPanel = ({ backends }: BackendsPanelProps) => (
  <Panel title="Devices" actions={<Link href="/backends">All backends</Link>}>
    <Answer of={backends} what="the backends">
      {({ items }) => (
        <HTMLTable compact className="pentad-table">
          <thead>
            <tr>
              <th scope="col">Backend</th>
              <th scope="col">Mode</th>
              <th scope="col">State</th>
              <th scope="col" className="pentad-number">
                Queue
              </th>
              <th scope="col">Calibration</th>
              <th scope="col" className="pentad-number">
                Tokens/shot
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(backend => (
              <BackendRow key={backend.backend_id} backend={backend} />
            ))}
          </tbody>
        </HTMLTable>
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
      {backend.token_price_per_shot === 0 ? 'free' : significant(backend.token_price_per_shot)}
    </td>
  </tr>
)
