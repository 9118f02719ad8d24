/** What is running and how everything is, at a glance from across the room. */
import { routes } from '../../../../main/contract/routes'
import { usePolled } from '../../api/use-fetch'
import { useHealth } from '../../shell/service-health'
import { Page } from '../../show/page'
import { Answer } from '../../show/states'
import { BackendsPanel } from './backends-panel'
import { HealthPanel } from './health-panel'
import { LastJobs, LastRuns } from './last-panels'
import { QuickSubmit } from './quick-submit'
import { RunningNow } from './running-now'

const EVERY_MS = 5_000
const SHOWN = 8

export function DashboardPage() {
  const health = useHealth()
  const backends = usePolled(routes.listBackends, {}, { every_ms: EVERY_MS * 3 })
  const jobs = usePolled(routes.listJobs, { query: { limit: SHOWN } }, { every_ms: EVERY_MS })
  const runs = usePolled(routes.listRuns, { query: { limit: SHOWN } }, { every_ms: EVERY_MS })
  return (
    <Page title="Dashboard" about="What is running, how the devices are, and what came out last.">
      <Answer of={health} what="the health of the service">
        {data => <RunningNow health={data} jobs={jobs.data?.items ?? []} runs={runs.data?.items ?? []} />}
      </Answer>
      <div className="pentad-dashboard">
        <div className="pentad-stack">
          <LastRuns runs={runs} />
          <LastJobs jobs={jobs} />
        </div>
        <div className="pentad-stack">
          <QuickSubmit backends={backends} submitted={jobs.reload} />
          <BackendsPanel backends={backends} />
          <HealthPanel health={health} />
        </div>
      </div>
    </Page>
  )
}
