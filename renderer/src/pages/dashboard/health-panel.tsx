import type { Health } from '../../../../main/contract/service/health'
import type { Fetched } from '../../api/use-fetch'
import { Panel } from '../../show/page'
import { PartList } from '../../show/part-list'
import { Answer } from '../../show/states'
import { StatusTag } from '../../show/tags'

export const HealthPanel = ({ health }: { readonly health: Fetched<Health> }) => (
  <Panel title="Health" tags={health.data && <StatusTag status={health.data.status} />}>
    <Answer of={health} what="the health of the service">
      {({ parts }) => <PartList parts={parts} />}
    </Answer>
  </Panel>
)
