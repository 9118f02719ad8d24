/** The spec's columns of the jobs page. Only the rows in view are in the document; 100,000 stay quick. */
import { Button, HTMLTable } from '@blueprintjs/core'
import { type MouseEvent, type RefObject, type UIEvent, useEffect, useLayoutEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { JobSummary } from '../../../../main/contract/jobs'
import { duration, shortId } from '../../draw/time'
import { Moment } from '../../show/moment'
import { REACHABLE } from '../../show/sheet'
import { ModeTag, SimulatedTag, StatusTag } from '../../show/tags'
import { useWindowOfRows } from '../../show/use-window-of-rows'
import type { Place } from './job-list-page'
import { isTerminal } from './job-pages'
import type { JobList } from './use-job-list'

/** Pixels; the style sheet holds rows to it. */
const ROW_HEIGHT = 34
const COLUMNS = ['Job ID', 'Created', 'Completed', 'Runtime', 'Backend', 'Status', 'Mode'] as const

interface TableProps {
  readonly list: JobList
  readonly search: string
  readonly place: RefObject<Place>
}

export function JobTable({ list, search, place }: TableProps) {
  const { jobs, next, loading, more } = list
  const start = place.current.search === search ? place.current.top : 0
  const { element, onScroll, first, end } = useWindowOfRows(jobs.length, ROW_HEIGHT, start)
  useLayoutEffect(() => {
    // Coming back from a job: the list stands where it was left.
    element.current?.scrollTo(0, place.current.search === search ? place.current.top : 0)
  }, [element, place, search])
  const scrolled = (event: UIEvent<HTMLElement>) => {
    place.current = { search, top: event.currentTarget.scrollTop }
    onScroll(event)
  }
  const nearEnd = end >= jobs.length && typeof next === 'string'
  useEffect(() => {
    if (nearEnd && !loading) more()
  }, [nearEnd, loading, more])
  return (
    <section ref={element} onScroll={scrolled} className="pentad-scroll pentad-jobs" aria-label="Jobs" {...REACHABLE}>
      <HTMLTable compact interactive className="pentad-table" aria-rowcount={next === null ? jobs.length + 1 : -1}>
        <thead>
          <tr>
            {COLUMNS.map(column => (
              <th key={column} scope="col" className={column === 'Runtime' ? 'pentad-number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} />
          {jobs.slice(first, end).map((job, at) => (
            <JobRow key={job.job_uuid} job={job} index={first + at + 2} />
          ))}
          <Spacer rows={jobs.length - end} />
        </tbody>
      </HTMLTable>
      {typeof next === 'string' && (
        <div className="pentad-more">
          <Button text="Load older jobs" loading={loading} onClick={more} />
        </div>
      )}
    </section>
  )
}

const Spacer = ({ rows }: { readonly rows: number }) =>
  rows > 0 && (
    <tr aria-hidden className="pentad-spacer" style={{ height: rows * ROW_HEIGHT }}>
      <td colSpan={COLUMNS.length} />
    </tr>
  )

function JobRow({ job, index }: { readonly job: JobSummary; readonly index: number }) {
  const [, navigate] = useLocation()
  const path = `/jobs/${job.job_uuid}`
  const open = (event: MouseEvent) => {
    // A text selection or a press on the link itself is not a press on the row.
    if (!(event.target instanceof HTMLAnchorElement) && getSelection()?.isCollapsed !== false) navigate(path)
  }
  return (
    <tr className="pentad-job-row" aria-rowindex={index} onClick={open} data-job={job.job_uuid}>
      <td>
        <Link href={path} title={job.job_uuid} className="pentad-mono">
          {shortId(job.job_uuid)}
        </Link>
        {job.name !== null && <span className="pentad-quiet pentad-job-name">{job.name}</span>}
      </td>
      <td>
        <Moment at={job.created_at} />
      </td>
      <td>
        <Moment at={job.completed_at} />
      </td>
      <td className="pentad-number">{duration(job.runtime_ms)}</td>
      <td>{job.backend}</td>
      <td>
        <StatusTag status={job.status} live={!isTerminal(job)} />
      </td>
      <td className="pentad-tags">
        <ModeTag mode={job.mode} /> {job.simulated && <SimulatedTag />}
      </td>
    </tr>
  )
}
