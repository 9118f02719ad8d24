/** Jobs: the list, or one job. */
import { useRoute } from 'wouter'
import { JobDetail } from './job-detail'
import { JobListPage } from './job-list-page'

export function JobsPage() {
  const [chosen, params] = useRoute('/jobs/:job_uuid')
  return chosen ? <JobDetail key={params.job_uuid} job_uuid={params.job_uuid} /> : <JobListPage />
}
