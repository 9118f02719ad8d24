/** Jobs: the list, or one job. */
import { useRoute } from 'wouter'
import { JobDetail } from './detail/page'
import { JobListPage } from './list/page'
import { useKeptList } from './kept-list'

export function JobsPage() {
  const [chosen, params] = useRoute('/jobs/:job_uuid')
  const { list, filter, search } = useKeptList()
  if (!chosen) return <JobListPage list={list} filter={filter} search={search} />
  const back = search === '' ? '/jobs' : `/jobs?${search}`
  return <JobDetail key={params.job_uuid} job_uuid={params.job_uuid} back={back} deleted={list.forget} />
}
