/** The jobs of a batch. They are fetched again when one of them changed its state. */
import { useRef } from 'react'
import { Link } from 'wouter'
import type { JobBatch } from '../../../../../main/contract/jobs/batches'
import type { JobSummary } from '../../../../../main/contract/jobs/circuit-job'
import { routes } from '../../../../../main/contract/routes'
import { useFetchedPages } from '../../../api/use-fetch'
import { MoreButton } from '../../../components/controls/more-button'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { StatusTag } from '../../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../../draw/format/job-and-run-text'
import { count, countWithNoun } from '../../../draw/format/quantity'
import { duration } from '../../../draw/format/time'
import { useRowKeys } from '../list/use-keyboard'

/** Jobs of a page, the most that the service lists; it lists the last circuit first. */
const PAGE = 500
const COLUMNS = ['Job', 'Name', 'Status', 'Shots', 'Runtime']
const NUMERIC = ['Shots', 'Runtime']

export function BatchMembers({ batch: { batch_id, by_status } }: { readonly batch: JobBatch }) {
  const input = { query: { batch: batch_id, limit: PAGE } }
  const jobs = useFetchedPages(routes.listJobs, input, JSON.stringify(by_status))
  return (
    <Panel title="Jobs" actions={<Link href={`/jobs?batch=${batch_id}`}>In the list of jobs</Link>}>
      <Answer of={jobs} what="the jobs of the batch">
        {items =>
          items.length === 0 ? (
            <Empty title="No job of the batch is left" />
          ) : (
            <MemberTable jobs={inOrder(items, jobs.more !== null)} />
          )
        }
      </Answer>
      <MoreButton text="Load more jobs" loading={jobs.loading} more={jobs.more} />
    </Panel>
  )
}

/** The jobs in the order of the circuits; those of several pages stay as listed, as the first circuits come on the last page. */
const inOrder = (jobs: readonly JobSummary[], is_part: boolean) =>
  is_part || jobs.length > PAGE ? jobs : jobs.toReversed()

function MemberTable({ jobs }: { readonly jobs: readonly JobSummary[] }) {
  const body = useRef<HTMLDivElement>(null)
  useRowKeys({ step: by => focusLink(body.current, by), leave: () => (document.activeElement as HTMLElement)?.blur() })
  return (
    <div ref={body}>
      <ScrollRegion label="Jobs of the batch" maxHeight={420}>
        <HeadedTable caption="Jobs of the batch" columns={COLUMNS} numeric={NUMERIC}>
          {jobs.map(job => (
            <tr key={job.job_uuid} data-job={job.job_uuid}>
              <td>
                <Link href={`/jobs/${job.job_uuid}`} title={job.job_uuid} className="pentad-mono">
                  {shortId(job.job_uuid)}
                </Link>
              </td>
              <td>{job.name}</td>
              <td>
                <StatusTag status={job.status} live={!isTerminal(job)} />
                {job.status_reason && <p className="pentad-quiet">{job.status_reason.message}</p>}
              </td>
              <td className="pentad-number">{shotsOf(job)}</td>
              <td className="pentad-number">{duration(job.runtime_ms)}</td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
    </div>
  )
}

/** Shots; in a sweep, shots of each row. */
const shotsOf = ({ shots, rows }: JobSummary) =>
  rows === null ? count(shots) : `${countWithNoun(rows, 'row')} × ${count(shots)}`

/** Goes to the link so many rows from the one in focus, and stops at the ends. */
function focusLink(body: HTMLElement | null, by: number): void {
  const links = [...(body?.querySelectorAll('a') ?? [])]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement) + by
  links[Math.max(0, Math.min(links.length - 1, at))]?.focus()
}
