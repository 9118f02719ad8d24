/** Jobs: the list, or one job; their batches, or one batch. */
import { Route, Switch, useRoute } from 'wouter'
import { useForgetJob } from '../../api/use-job-list'
import { BatchListPage } from './batch/batch-list-page'
import { BatchPage } from './batch/batch-page'
import { JobDetailPage } from './detail/job-page'
import { JobListPage } from './list/job-list-page'
import { useScrollPosition } from './list/scroll-position'
import { NewBatchPage } from './new-batch/new-batch-page'
import './jobs.css'

export const JobsPage = () => (
  <Switch>
    <Route path="/jobs/batches">
      <BatchListPage />
    </Route>
    <Route path="/jobs/batches/new">
      <NewBatchPage />
    </Route>
    <Route path="/jobs/batches/:batch_id">{({ batch_id }) => <BatchPage key={batch_id} batch_id={batch_id} />}</Route>
    <Route>
      <Jobs />
    </Route>
  </Switch>
)

function Jobs() {
  const [chosen, params] = useRoute('/jobs/:job_uuid')
  const search = useScrollPosition(position => position.search)
  const forget = useForgetJob()
  if (!chosen) return <JobListPage />
  const back = search === '' ? '/jobs' : `/jobs?${search}`
  return <JobDetailPage key={params.job_uuid} job_uuid={params.job_uuid} back={back} deleted={forget} />
}
