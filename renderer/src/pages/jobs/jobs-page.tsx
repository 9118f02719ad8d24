/** Jobs: the list, or one job. The list is kept while a job is open, so that coming back finds it where it was left. */
import { useRef, useState } from 'react'
import { useRoute, useSearch } from 'wouter'
import { JobDetail } from './job-detail'
import { filterOf } from './job-filter'
import { JobListPage } from './job-list-page'
import { useJobList } from './use-job-list'

/** The address's query while the list is shown; the last one while a job is. */
function useListSearch(shown: boolean): string {
  const search = useSearch()
  const [kept, setKept] = useState(shown ? search : '')
  if (shown && kept !== search) setKept(search)
  return shown ? search : kept
}

export function JobsPage() {
  const [chosen, params] = useRoute('/jobs/:job_uuid')
  const search = useListSearch(!chosen)
  const filter = filterOf(new URLSearchParams(search))
  const list = useJobList(filter, !chosen)
  const place = useRef({ search: '', top: 0 })
  if (!chosen) return <JobListPage list={list} filter={filter} search={search} place={place} />
  const back = search === '' ? '/jobs' : `/jobs?${search}`
  return <JobDetail key={params.job_uuid} job_uuid={params.job_uuid} back={back} deleted={list.forget} />
}
