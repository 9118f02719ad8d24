/** Jobs: the list, or one job. */
import { useRoute } from 'wouter'
import { useForgetJob } from '../../api/use-job-list'
import { JobDetailPage } from './detail/page'
import { JobListPage } from './list/page'
import { useScrollPosition } from './list/scroll-position'
import './jobs.css'

export function JobsPage() {
  const [chosen, params] = useRoute('/jobs/:job_uuid')
  const search = useScrollPosition(position => position.search)
  const forget = useForgetJob()
  if (!chosen) return <JobListPage />
  const back = search === '' ? '/jobs' : `/jobs?${search}`
  return <JobDetailPage key={params.job_uuid} job_uuid={params.job_uuid} back={back} deleted={forget} />
}
