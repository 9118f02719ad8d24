/**
 * The jobs list page by page. Pages with jobs that are not finished are fetched again: at once when the stream brings
 * a change, every few seconds where it does not. What was loaded is kept while other pages of the window are open.
 */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import type { JobListQuery } from '../../../main/contract/jobs/circuit-job'
import { routes } from '../../../main/contract/routes'
import {
  FIRST,
  type JobPages,
  livePages,
  NO_JOBS,
  olderPage,
  type PageRequest,
  pagesOf,
  withoutJob,
  withPage,
} from './job-pages'
import { renew } from './query-client'
import { type ApiProblem, problemFrom } from './transport/problem'
import { useAction } from './use-action'
import { useApi } from './use-api'
import { useJobEvents } from './use-stream'

export interface JobList extends Pick<JobPages, 'jobs' | 'next'> {
  readonly error: ApiProblem | null
  readonly loading: boolean
  /** True while all is fetched anew. */
  readonly reloading: boolean
  /** True while unfinished jobs are fetched again. */
  readonly polling: boolean
  /** True while the stream brings changes. */
  readonly live: boolean
  readonly reload: () => void
  /** Asks for the next older page; does nothing at the end or while one is on its way. */
  readonly more: () => void
}

const EVERY_MS = 3_000
/** The stream brings changes; polling only catches what it lost. */
const EVERY_MS_LIVE = 15_000
/** Changes within this time cause one fetch. */
const GATHER_MS = 400
/** The first page is fetched every few seconds and kept small; older ones are fetched once, and many may be wanted. */
const FIRST_PAGE = 100
const OLDER_PAGE = 500
const KEPT_MS = 3_600_000
const LISTS = 'jobs list'

export function useJobList(filter: Omit<z.input<typeof JobListQuery>, 'limit' | 'cursor'>): JobList {
  const { call } = useApi()
  const client = useQueryClient()
  const queryKey = [LISTS, filter]
  const known = () => client.getQueryData<JobPages>(queryKey) ?? NO_JOBS
  const ask = async (page: PageRequest, signal?: AbortSignal) => {
    const paged = page.cursor === undefined ? { limit: FIRST_PAGE } : { limit: OLDER_PAGE, cursor: page.cursor }
    return { page, answer: await call(routes.listJobs, { query: { ...filter, ...paged } }, signal) }
  }
  const { changed, isLive } = useChanges(client, queryKey)
  const { data, error, isFetching } = useQuery<JobPages>({
    queryKey,
    queryFn: async ({ signal }) => {
      const due = dueOf(known(), changed.splice(0))
      const answers = await Promise.all(due.map(page => ask(page, signal))).catch(thrown => {
        throw problemFrom(thrown)
      })
      return answers.reduce((pages, { page, answer }) => withPage(pages, page, answer), known())
    },
    structuralSharing: false,
    gcTime: KEPT_MS,
    refetchInterval: ({ state }) => isUnfinished(state.data) && (isLive ? EVERY_MS_LIVE : EVERY_MS),
    refetchOnWindowFocus: ({ state }) => isUnfinished(state.data),
  })
  const restart = useAction(async () => {
    const { page, answer } = await ask(FIRST)
    client.setQueryData(queryKey, withPage(NO_JOBS, page, answer))
    older.forget()
  })
  const older = useAction(async () => {
    const page = olderPage(known())
    if (page === null) return
    const { answer } = await ask(page)
    client.setQueryData(queryKey, withPage(known(), page, answer))
  })
  const { jobs, next } = data ?? NO_JOBS
  return {
    jobs,
    next,
    error: error ?? older.error ?? restart.error,
    loading: isFetching || older.running || restart.running,
    reloading: restart.running,
    polling: isUnfinished(data),
    live: isLive,
    reload: () => void restart.run(),
    more: () => void older.run(),
  }
}

const isUnfinished = (pages: JobPages | undefined) => pages !== undefined && livePages(pages).length > 0

/** Pages to fetch: those with changed jobs; without any change, the first page and those with unfinished jobs. */
const dueOf = (pages: JobPages, changed: readonly string[]): readonly PageRequest[] => {
  if (changed.length > 0 && pages.next !== undefined) return pagesOf(pages, new Set(changed))
  return [FIRST, ...livePages(pages).filter(({ after }) => after !== null)]
}

/** Jobs that the stream named since the last fetch; GATHER_MS after the first of them the list is fetched again. */
function useChanges(client: QueryClient, queryKey: readonly unknown[]) {
  const changed = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const isLive = useJobEvents(true, event => {
    if (event.type === 'deleted') return forget(client, event.job_uuid)
    if (event.type !== 'reset' && event.type !== 'status') return
    // After a reset any job may be new: an unknown id has the first page fetched.
    changed.current.push(event.type === 'status' ? event.job_uuid : '')
    if (changed.current.length > 1) return
    timer.current = setTimeout(() => void renew(client, queryKey), GATHER_MS)
  })
  return { changed: changed.current, isLive }
}

function forget(client: QueryClient, job_uuid: string): void {
  client.setQueriesData<JobPages>({ queryKey: [LISTS] }, pages => pages && withoutJob(pages, job_uuid))
}

/** Removes a deleted job from every cached list. */
export function useForgetJob(): (job_uuid: string) => void {
  const client = useQueryClient()
  return job_uuid => forget(client, job_uuid)
}
