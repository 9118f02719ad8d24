/**
 * The jobs list as pages of a cursor, kept consistent while jobs change and arrive. Pure: use-job-list.ts sends the
 * requests.
 */
import type { JobSummary } from '../../../main/contract/jobs/circuit-job'
import { jobStates } from '../../../main/contract/jobs/status'

/** A fetched page: its cursor, and the id of the job just before it (null for the first page). */
export interface PageRequest {
  readonly cursor: string | undefined
  readonly after: string | null
}

export interface JobPages {
  /** Newest first, without duplicates. */
  readonly jobs: readonly JobSummary[]
  readonly asked: readonly PageRequest[]
  /** Cursor of the next older page; null at the end, undefined before the first reply. */
  readonly next: string | null | undefined
}

export interface JobPage {
  readonly items: readonly JobSummary[]
  readonly next_cursor: string | null
}

export const NO_JOBS: JobPages = { jobs: [], asked: [], next: undefined }
export const FIRST: PageRequest = { cursor: undefined, after: null }

/**
 * Merges a reply into the list. It replaces the jobs from the page's start to the reply's last job; older known jobs
 * stay. When the reply does not reach the known jobs (many new ones), the older pages are dropped and fetched again on
 * scrolling.
 */
export function withPage(pages: JobPages, page: PageRequest, answer: JobPage): JobPages {
  const at = positions(pages.jobs)
  const start = startOf(at, page)
  if (start === null) return pages
  const newer = pages.jobs.slice(0, start)
  const wasAsked = pages.asked.some(({ after }) => after === page.after)
  const last = answer.items.at(-1)?.job_uuid ?? ''
  const overlap = wasAsked && answer.next_cursor !== null ? (at.get(last) ?? -1) : -1
  if (overlap >= start)
    return reachable({ ...pages, jobs: [...newer, ...answer.items, ...pages.jobs.slice(overlap + 1)] })
  const asked = [...pages.asked.filter(({ after }) => after !== page.after), page]
  return reachable({ jobs: [...newer, ...answer.items], asked, next: answer.next_cursor })
}

/** Memoises a function by list, since lists are long and read at every render. */
function remembered<K extends object, V>(find: (list: K) => V): (list: K) => V {
  const found = new WeakMap<K, V>()
  return list => {
    const value = found.get(list) ?? find(list)
    found.set(list, value)
    return value
  }
}

/** Index of each job by id. */
const positions = remembered((jobs: readonly JobSummary[]) => new Map(jobs.map((job, at) => [job.job_uuid, at])))

/** Index of a page's first job; null when the job before it is no longer in the list. */
function startOf(at: ReadonlyMap<string, number>, { after }: PageRequest): number | null {
  if (after === null) return 0
  const before = at.get(after)
  return before === undefined ? null : before + 1
}

/** Drops a page whose preceding job is gone (a filter excludes it); its jobs become part of the page above. */
function reachable(pages: JobPages): JobPages {
  const at = positions(pages.jobs)
  return { ...pages, asked: pages.asked.filter(page => startOf(at, page) !== null) }
}

/** Request for the next older page; null when there is none or nothing was fetched yet. */
export const olderPage = ({ jobs, next }: JobPages): PageRequest | null =>
  typeof next === 'string' ? { cursor: next, after: jobs.at(-1)?.job_uuid ?? null } : null

/** Requested pages, newest first, each with its jobs. */
function stretches({ jobs, asked }: JobPages) {
  const at = positions(jobs)
  const starts = asked.map(page => ({ page, start: startOf(at, page) ?? 0 })).sort((a, b) => a.start - b.start)
  return starts.map(({ page, start }, index) => ({ page, jobs: jobs.slice(start, starts[index + 1]?.start) }))
}

/** Pages with a job that may still change; these are fetched again. */
export const livePages = remembered((pages: JobPages): PageRequest[] =>
  stretches(pages)
    .filter(({ jobs }) => jobs.some(({ status }) => !jobStates.isTerminal(status)))
    .map(({ page }) => page),
)

/** Pages with one of the jobs, and the first page when a job is not in the list, since it may be new. */
export function pagesOf(pages: JobPages, wanted: ReadonlySet<string>): PageRequest[] {
  const unknown = new Set(wanted)
  for (const { job_uuid } of pages.jobs) unknown.delete(job_uuid)
  return stretches(pages)
    .filter(
      ({ page, jobs }) =>
        (unknown.size > 0 && page.after === null) || jobs.some(({ job_uuid }) => wanted.has(job_uuid)),
    )
    .map(({ page }) => page)
}

/** The list without a deleted job; a page that began after it becomes part of the page above. */
export const withoutJob = (pages: JobPages, job_uuid: string): JobPages =>
  reachable({ ...pages, jobs: pages.jobs.filter(job => job.job_uuid !== job_uuid) })
