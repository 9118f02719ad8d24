/** The table of the jobs page. Only the rows in view are in the document; 100,000 stay fast. */
import {
  type MouseEvent,
  type RefObject,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link, useLocation } from 'wouter'
import type { JobSummary } from '../../../../../main/contract/jobs/circuit-job'
import type { JobList } from '../../../api/use-job-list'
import { MoreButton } from '../../../components/controls/more-button'
import { HeadedTable } from '../../../components/tables/headed-table'
import { KEYBOARD_SCROLL } from '../../../components/tables/scroll-region'
import { SpacerRow, useVirtualRows } from '../../../components/tables/use-virtual-rows'
import { ModeTag, SimulatedTag, StatusTag, UtcTimestamp } from '../../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../../draw/format/job-and-run-text'
import { duration } from '../../../draw/format/time'
import { initialScroll, useScrollPosition } from './scroll-position'
import { useRowKeys } from './use-keyboard'

/** Height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 34
const COLUMNS = ['Job ID', 'Created', 'Completed', 'Runtime', 'Backend', 'Status', 'Mode'] as const

const NUMERIC = ['Runtime']
/** Pixels that the headings take at the top of the view. */
const HEAD_HEIGHT = 36

interface JobTableProps {
  readonly list: JobList
  readonly search: string
}

export function JobListTable({ list, search }: JobTableProps) {
  const { jobs, next, loading, error, more } = list
  const { element, onScroll, first, end } = useVirtualRows(jobs.length, ROW_HEIGHT, initialScroll(search))
  useSteadyView(jobs, element)
  const chosen = useChosenRow(jobs, element)
  useLayoutEffect(() => {
    element.current?.scrollTo(0, initialScroll(search))
  }, [element, search])
  const scrolled = (event: UIEvent<HTMLElement>) => {
    useScrollPosition.getState().scrolled(event.currentTarget.scrollTop)
    onScroll(event)
  }
  const loadMore = useEffectEvent(more)
  const nearEnd = end >= jobs.length && typeof next === 'string'
  useEffect(() => {
    if (nearEnd && !loading && error === null) loadMore()
  }, [nearEnd, loading, error])
  return (
    <section
      ref={element}
      onScroll={scrolled}
      className="pentad-scroll pentad-jobs"
      aria-label="Jobs"
      {...KEYBOARD_SCROLL}
    >
      <HeadedTable interactive columns={COLUMNS} numeric={NUMERIC} aria-rowcount={next === null ? jobs.length + 1 : -1}>
        <SpacerRow rows={first} height={ROW_HEIGHT} columns={COLUMNS.length} />
        {jobs.slice(first, end).map((job, at) => (
          <JobRow key={job.job_uuid} job={job} index={first + at + 2} chosen={job.job_uuid === chosen} />
        ))}
        <SpacerRow rows={jobs.length - end} height={ROW_HEIGHT} columns={COLUMNS.length} />
      </HeadedTable>
      <MoreButton text="Load older jobs" loading={loading} more={typeof next === 'string' ? more : null} />
    </section>
  )
}

/** Keeps the rows in view in place while rows above them come or go; at the very top, new rows come into view. */
function useSteadyView(jobs: readonly JobSummary[], element: RefObject<HTMLElement | null>): void {
  const before = useRef(jobs)
  useLayoutEffect(() => {
    const scroller = element.current
    const at = Math.floor((scroller?.scrollTop ?? 0) / ROW_HEIGHT)
    const anchor = before.current[at]?.job_uuid
    before.current = jobs
    if (scroller === null || at === 0) return
    const now = jobs.findIndex(({ job_uuid }) => job_uuid === anchor)
    if (now !== -1) scroller.scrollTop += (now - at) * ROW_HEIGHT
  }, [jobs, element])
}

/** The row that the keys have chosen, kept in view and in focus, so that Enter opens it. */
function useChosenRow(jobs: readonly JobSummary[], element: RefObject<HTMLElement | null>): string | null {
  const chosen = useScrollPosition(place => place.chosen)
  const choose = useScrollPosition(place => place.choose)
  const step = (by: number) => {
    const scroller = element.current
    const before = jobs.findIndex(({ job_uuid }) => job_uuid === chosen)
    const beginning = Math.ceil((scroller?.scrollTop ?? 0) / ROW_HEIGHT)
    const from = before === -1 ? beginning - Math.sign(by) : before
    const at = Math.max(0, Math.min(jobs.length - 1, from + by))
    const job_uuid = jobs[at]?.job_uuid
    if (job_uuid === undefined || scroller === null) return
    reveal(scroller, at)
    choose(job_uuid)
    // After the rows of the new place are drawn, unless Esc or a further step came before.
    const focus = () => useScrollPosition.getState().chosen === job_uuid && focusRow(scroller, job_uuid)
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }
  const leave = () => {
    choose(null)
    element.current?.focus()
  }
  useRowKeys({ step, leave })
  return chosen
}

function reveal(scroller: HTMLElement, at: number): void {
  const lowest = at * ROW_HEIGHT
  const highest = lowest + ROW_HEIGHT + HEAD_HEIGHT - scroller.clientHeight
  scroller.scrollTop = Math.max(highest, Math.min(lowest, scroller.scrollTop))
}

const focusRow = (scroller: HTMLElement, job_uuid: string) =>
  scroller.querySelector<HTMLElement>(`[data-job="${job_uuid}"] a`)?.focus({ preventScroll: true })

interface JobRowProps {
  readonly job: JobSummary
  readonly index: number
  readonly chosen: boolean
}

function JobRow({ job, index, chosen }: JobRowProps) {
  const [, navigate] = useLocation()
  const path = `/jobs/${job.job_uuid}`
  const open = (event: MouseEvent) => {
    // A text selection or a press on the link itself is not a press on the row.
    if (!(event.target instanceof HTMLAnchorElement) && getSelection()?.isCollapsed !== false) navigate(path)
  }
  const choose = () => useScrollPosition.getState().choose(job.job_uuid)
  return (
    <tr
      className="pentad-job-row"
      aria-rowindex={index}
      onClick={open}
      onFocus={choose}
      data-job={job.job_uuid}
      data-open={chosen || undefined}
    >
      <td>
        <Link href={path} title={job.job_uuid} className="pentad-mono">
          {shortId(job.job_uuid)}
        </Link>
        {job.name !== null && <span className="pentad-quiet pentad-job-name">{job.name}</span>}
      </td>
      <td>
        <UtcTimestamp at={job.created_at} />
      </td>
      <td>
        <UtcTimestamp at={job.completed_at} />
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
