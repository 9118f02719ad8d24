/** The jobs list as pages of a cursor, kept right while jobs change and new ones arrive. No requests here: use-job-list.ts asks. */
import type { JobSummary } from '../../../main/contract/jobs/circuit-job'
import { jobStates } from '../../../main/contract/jobs/status'

/** One fetched page: its cursor, and the job just before it (null for the first page). */
export interface PageRequest {
  readonly cursor: string | undefined
  readonly after: string | null
}

export interface JobPages {
  /** Newest first, without repetition. */
  readonly jobs: readonly JobSummary[]
  readonly asked: readonly PageRequest[]
  /** Where the next older page starts; null at the end, undefined before the first answer. */
  readonly next: string | null | undefined
}

export interface JobPage {
  readonly items: readonly JobSummary[]
  readonly next_cursor: string | null
}

export const NO_JOBS: JobPages = { jobs: [], asked: [], next: undefined }
export const FIRST: PageRequest = { cursor: undefined, after: null }

/**
 * Takes an answer in. It is the truth for its stretch of the list: from the page's start to its last job. Older jobs
 * that are known stay. Where the answer does not reach what is known (many new jobs), the older pages are dropped and
 * fetched again when scrolled to.
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

/** Found once for each list, since it is long and read at each drawing. */
function remembered<K extends object, V>(find: (list: K) => V): (list: K) => V {
  const found = new WeakMap<K, V>()
  return list => {
    const value = found.get(list) ?? find(list)
    found.set(list, value)
    return value
  }
}

/** Where each job stands. */
const positions = remembered((jobs: readonly JobSummary[]) => new Map(jobs.map((job, at) => [job.job_uuid, at])))

/** Position of a page's first job; null when the job before it is gone. */
function startOf(at: ReadonlyMap<string, number>, { after }: PageRequest): number | null {
  if (after === null) return 0
  const before = at.get(after)
  return before === undefined ? null : before + 1
}

/** A page whose preceding job is gone (a filter no longer lets it through) becomes part of the page above. */
function reachable(pages: JobPages): JobPages {
  const at = positions(pages.jobs)
  return { ...pages, asked: pages.asked.filter(page => startOf(at, page) !== null) }
}

/** The next older page, null when there is none or the first is not there yet. */
export const olderPage = ({ jobs, next }: JobPages): PageRequest | null =>
  typeof next === 'string' ? { cursor: next, after: jobs.at(-1)?.job_uuid ?? null } : null

/** Asked pages from the newest on, each with the stretch of the list that is its own. */
function stretches({ jobs, asked }: JobPages) {
  const at = positions(jobs)
  const starts = asked.map(page => ({ page, start: startOf(at, page) ?? 0 })).sort((a, b) => a.start - b.start)
  return starts.map(({ page, start }, index) => ({ page, jobs: jobs.slice(start, starts[index + 1]?.start) }))
}

/** Pages that hold a job which still changes; these are fetched again. */
export const livePages = remembered((pages: JobPages): PageRequest[] =>
  stretches(pages)
    .filter(({ jobs }) => jobs.some(({ status }) => !jobStates.isTerminal(status)))
    .map(({ page }) => page),
)

/** Pages that hold one of the jobs; the first too where a job is unknown, since it may be new. */
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

/** The list without a job that was deleted; a page that began after it becomes part of the page above. */
export const withoutJob = (pages: JobPages, job_uuid: string): JobPages =>
  reachable({ ...pages, jobs: pages.jobs.filter(job => job.job_uuid !== job_uuid) })
