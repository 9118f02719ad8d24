import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { DataConnection, Refresh } from '@blueprintjs/icons'
import { useLocation, useSearchParams } from 'wouter'
import { JobStatus } from '../../../../main/contract/jobs'
import { routes } from '../../../../main/contract/routes'
import { useFetched } from '../../api/use-fetch'
import { Page } from '../../show/page'
import { Empty, Loading, Problem } from '../../show/states'
import { JobTable } from './job-table'
import { type JobFilter, type JobList, useJobList } from './use-job-list'

/** The filter stands in the address, so that a filtered list can be kept and shared. */
function useJobFilter() {
  const [search, setSearch] = useSearchParams()
  const status = JobStatus.safeParse(search.get('status'))
  const backend = search.get('backend')
  const filter: JobFilter = { ...(status.success && { status: status.data }), ...(backend && { backend }) }
  const change = (name: 'status' | 'backend', value: string) =>
    setSearch(before => {
      const after = new URLSearchParams(before)
      if (value === '') after.delete(name)
      else after.set(name, value)
      return after
    })
  return { filter, change }
}

export function JobListPage() {
  const { filter, change } = useJobFilter()
  const list = useJobList(filter)
  return (
    <Page title="Jobs" about="Every submitted circuit, newest first. A row opens its results." actions={<SubmitLink />}>
      <div className="pentad-row pentad-filters">
        <Filters filter={filter} change={change} />
        <Button
          icon={<Refresh />}
          text="Reload"
          onClick={list.reload}
          loading={list.loading && list.next !== undefined}
        />
        <span className="pentad-quiet" role="status">
          {describe(list)}
        </span>
      </div>
      {list.error && <Problem problem={list.error} retry={list.reload} />}
      <Listed list={list} filtered={Object.keys(filter).length > 0} />
    </Page>
  )
}

function describe({ jobs, next, polling }: JobList): string {
  if (next === undefined) return ''
  const number = `${jobs.length.toLocaleString('en-GB')}${next === null ? '' : ' newest'} ${jobs.length === 1 ? 'job' : 'jobs'}`
  return polling ? `${number}; unfinished ones refresh every 3 s` : number
}

function Listed({ list, filtered }: { readonly list: JobList; readonly filtered: boolean }) {
  if (list.next === undefined) return list.error ? null : <Loading what="the jobs" />
  if (list.jobs.length > 0) return <JobTable list={list} />
  if (filtered) return <Empty title="No job matches the filter">Choose another status or backend above.</Empty>
  return (
    <Empty title="No jobs yet" icon={<DataConnection />} action={<SubmitLink />}>
      Submit a Bell or GHZ circuit from the dashboard, or send any circuit to POST /api/svc/quantum/submit.
    </Empty>
  )
}

function SubmitLink() {
  const [, navigate] = useLocation()
  return <Button intent="primary" text="Submit a circuit" onClick={() => navigate('/?submit')} />
}

interface FilterProps {
  readonly filter: JobFilter
  readonly change: (name: 'status' | 'backend', value: string) => void
}

function Filters({ filter, change }: FilterProps) {
  const backends = useFetched(routes.listBackends, {})
  const names = new Set(backends.data?.items.map(backend => backend.backend_id))
  if (filter.backend !== undefined) names.add(filter.backend)
  return (
    <>
      <FormGroup label="Status" labelFor="job-status" inline>
        <HTMLSelect
          id="job-status"
          value={filter.status ?? ''}
          options={[{ label: 'All', value: '' }, ...JobStatus.options]}
          onChange={event => change('status', event.currentTarget.value)}
        />
      </FormGroup>
      <FormGroup label="Backend" labelFor="job-backend" inline>
        <HTMLSelect
          id="job-backend"
          value={filter.backend ?? ''}
          options={[{ label: 'All', value: '' }, ...names]}
          onChange={event => change('backend', event.currentTarget.value)}
        />
      </FormGroup>
    </>
  )
}
