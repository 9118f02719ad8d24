/** Running work, the newest runs and jobs, and the state of sources, devices and service. */
import { routes } from '../../../../main/contract/routes'
import type { Health } from '../../../../main/contract/service/health'
import type { Fetched } from '../../api/use-fetch'
import { usePolled } from '../../api/use-fetch'
import { useHealth, useServiceStatus } from '../../api/use-health'
import { PageLayout, Panel } from '../../components/layout/page'
import { Answer } from '../../components/messages/answer'
import { PartList } from '../../components/values/part-list'
import { StatusTag } from '../../components/values/tags-and-times'
import { BackendsPanel } from './backends-panel'
import { EntropyPanel } from './entropy-panel'
import { LastJobs, LastRuns } from './last-panels'
import { QuickSubmit } from './quick-submit'
import { RunningNow } from './running-now'
import './dashboard.css'

const EVERY_MS = 5_000
const SHOWN = 8

export function DashboardPage() {
  const health = useHealth()
  const backends = usePolled(routes.listBackends, {}, { every_ms: EVERY_MS * 3 })
  const jobs = usePolled(routes.listJobs, { query: { limit: SHOWN } }, { every_ms: EVERY_MS })
  const runs = usePolled(routes.listRuns, { query: { limit: SHOWN } }, { every_ms: EVERY_MS })
  return (
    <PageLayout title="Dashboard" about="What is running, the state of the devices, and the latest results.">
      <Answer of={health} what="the health of the service">
        {data => <RunningNow health={data} jobs={jobs.data?.items ?? []} runs={runs.data?.items ?? []} />}
      </Answer>
      <div className="pentad-dashboard">
        <div className="pentad-stack">
          <LastRuns runs={runs} />
          <LastJobs jobs={jobs} />
          <EntropyPanel />
        </div>
        <div className="pentad-stack">
          <QuickSubmit backends={backends} submitted={jobs.reload} />
          <BackendsPanel backends={backends} />
          <HealthPanel health={health} />
        </div>
      </div>
    </PageLayout>
  )
}

const HealthPanel = ({ health }: { readonly health: Fetched<Health> }) => (
  <Panel title="Health" tags={health.data && <ServiceTag />}>
    <Answer of={health} what="the health of the service">
      {({ parts }) => <PartList parts={parts} />}
    </Answer>
  </Panel>
)

const ServiceTag = () => <StatusTag status={useServiceStatus()} />
