/**
 * The jobs list in pages. Pages with unfinished jobs are fetched again: at once when the stream reports a change, else
 * every few seconds. Loaded pages stay in the cache for an hour after the list was left.
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
  /** True while the list is fetched again from the start. */
  readonly reloading: boolean
  /** True while unfinished jobs are fetched again. */
  readonly polling: boolean
  /** True while the stream delivers changes. */
  readonly live: boolean
  readonly reload: () => void
  /** Fetches the next older page; does nothing at the end or while a page is being fetched. */
  readonly more: () => void
}

const EVERY_MS = 3_000
/** While the stream is live, polling only covers lost events. */
const EVERY_MS_LIVE = 15_000
/** Changes within this time cause one fetch. */
const GATHER_MS = 400
/** The first page is small, as it is fetched every few seconds; older pages are large, as they are fetched once. */
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

/** Pages to fetch: those with changed jobs; without changes, the first page and those with unfinished jobs. */
const dueOf = (pages: JobPages, changed: readonly string[]): readonly PageRequest[] => {
  if (changed.length > 0 && pages.next !== undefined) return pagesOf(pages, new Set(changed))
  return [FIRST, ...livePages(pages).filter(({ after }) => after !== null)]
}

/** Jobs named by the stream since the last fetch; the list is fetched again GATHER_MS after the first of them. */
function useChanges(client: QueryClient, queryKey: readonly unknown[]) {
  const changed = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const isLive = useJobEvents(true, event => {
    if (event.type === 'deleted') return forget(client, event.job_uuid)
    if (event.type !== 'reset' && event.type !== 'status') return
    // After a reset any job may be new: an unknown id makes the first page be fetched.
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
