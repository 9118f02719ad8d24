import type { Health } from '../../../../main/contract/health'
import type { Fetched } from '../../api/use-fetch'
import { Panel } from '../../show/page'
import { Answer } from '../../show/states'
import { StatusTag } from '../../show/tags'

/** Every part of the service with its state; what is off or degraded says why. */
export const HealthPanel = ({ health }: { readonly health: Fetched<Health> }) => (
  <Panel title="Health" tags={health.data && <StatusTag status={health.data.status} />}>
    <Answer of={health} what="the health of the service">
      {({ parts }) => (
        <ul className="pentad-parts">
          {parts.map(part => (
            <li key={part.name}>
              <StatusTag status={part.status} />
              <strong>{part.name}</strong>
              <span className="pentad-quiet">{part.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Answer>
  </Panel>
)
