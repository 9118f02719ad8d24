/** The jobs page: filter, table, export, and the ways to batches and to a new job. */
import { Button } from '@blueprintjs/core'
import { DataConnection, Layers, Refresh } from '@blueprintjs/icons'
import { useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { thousands } from '../../../../../main/contract/numbers/number-text'
import { type JobList, useJobList } from '../../../api/use-job-list'
import { ActionButton } from '../../../components/controls/action-button'
import { PageLayout } from '../../../components/layout/page'
import { Empty, Loading, ProblemMessage } from '../../../components/messages/answer'
import { ExportList } from './export-list'
import { JobFilters } from './filter-form'
import { filterOf } from './job-filter'
import { JobListTable } from './job-list-table'
import { useListSearch } from './scroll-position'
import { useFilterKeys } from './use-keyboard'

export function JobListPage() {
  const search = useListSearch()
  const filter = useMemo(() => filterOf(new URLSearchParams(search)), [search])
  const list = useJobList(filter)
  const filters = useRef<HTMLElement>(null)
  useFilterKeys(filters)
  return (
    <PageLayout
      title="Jobs"
      about="Every submitted circuit, newest first. A row opens its results."
      actions={
        <>
          <BatchesLink />
          <SubmitLink />
        </>
      }
    >
      <JobFilters filter={filter} element={filters} />
      <div className="pentad-row">
        <ActionButton
          icon={<Refresh />}
          text="Reload"
          size="small"
          onClick={list.reload}
          loading={list.reloading && list.next !== undefined}
        />
        <span className="pentad-quiet" role="status">
          {describe(list)}
        </span>
        {list.jobs.length > 0 && <ExportList filter={filter} />}
      </div>
      {list.error && <ProblemMessage problem={list.error} retry={list.reload} />}
      <Listed list={list} filtered={Object.keys(filter).length > 0} search={search} />
    </PageLayout>
  )
}

function describe({ jobs, next, polling, live }: JobList): string {
  if (next === undefined) return ''
  const number = `${thousands(jobs.length)}${next === null ? '' : ' newest'} ${jobs.length === 1 ? 'job' : 'jobs'}`
  if (live) return `${number}; changes appear by themselves`
  return polling ? `${number}; unfinished ones refresh every 3 s` : number
}

interface ListedJobsProps {
  readonly list: JobList
  /** The query of the address, without its question mark. */
  readonly search: string
  readonly filtered: boolean
}

function Listed({ list, filtered, search }: ListedJobsProps) {
  if (list.next === undefined) return list.error ? null : <Loading what="the jobs" />
  if (list.jobs.length > 0) return <JobListTable key={search} list={list} search={search} />
  if (filtered) return <Empty title="No job matches the filters">Change them above, or clear them.</Empty>
  return (
    <Empty title="No jobs yet" icon={<DataConnection />} action={<SubmitLink />}>
      Submit a template from the dashboard, write a circuit on the Circuits page, or send one to POST
      /api/svc/quantum/submit.
    </Empty>
  )
}

function BatchesLink() {
  const [, navigate] = useLocation()
  return <Button icon={<Layers />} text="Batches" onClick={() => navigate('/jobs/batches')} />
}

function SubmitLink() {
  const [, navigate] = useLocation()
  return <Button intent="primary" text="Submit a circuit" onClick={() => navigate('/circuits')} />
}
