/**
 * Asks for the jobs list page by page, and again for pages with jobs that are not finished: at once when the stream
 * tells of a change, every few seconds where it does not.
 */
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { routes } from '../../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'
import { useJobEvents } from '../../api/use-job-events'
import { usePageShown } from '../../api/use-page-visible'
import type { JobFilter } from './list/filter'
import {
  type AskedPage,
  FIRST,
  type JobPage,
  type JobPages,
  livePages,
  NO_JOBS,
  olderPage,
  pagesOf,
  withoutJob,
  withPage,
} from '../../api/job-pages'

export interface JobList extends JobPages {
  readonly error: ApiProblem | null
  readonly loading: boolean
  /** True while all is asked for anew. */
  readonly reloading: boolean
  /** True while unfinished jobs are asked for again. */
  readonly polling: boolean
  /** True while changes are told by the stream. */
  readonly live: boolean
  readonly reload: () => void
  /** Asks for the next older page; does nothing at the end or while one is on its way. */
  readonly more: () => void
  /** Takes a deleted job out. */
  readonly forget: (job_uuid: string) => void
}

const EVERY_MS = 3_000
/** The stream tells of changes; polling only catches what it lost. */
const EVERY_MS_LIVE = 15_000
/** Many changes in one moment become one question. */
const GATHER_MS = 400
/** The first page is asked every few seconds and kept small; older ones are asked once, and many may be wanted. */
const FIRST_PAGE = 100
const OLDER_PAGE = 500

interface State {
  readonly pages: JobPages
  readonly error: ApiProblem | null
  readonly waiting: number
  readonly reloading: boolean
}
type Event =
  | { kind: 'asked'; fresh: boolean }
  | { kind: 'answered'; page: AskedPage; answer: JobPage; fresh: boolean }
  | { kind: 'cleared' }
  | { kind: 'failed'; error: ApiProblem }
  | { kind: 'stopped' }
  | { kind: 'deleted'; job_uuid: string }

const START: State = { pages: NO_JOBS, error: null, waiting: 0, reloading: false }

function next(state: State, event: Event): State {
  switch (event.kind) {
    case 'asked':
      return { ...state, waiting: state.waiting + 1, reloading: state.reloading || event.fresh }
    case 'answered':
      return {
        pages: withPage(event.fresh ? NO_JOBS : state.pages, event.page, event.answer),
        error: null,
        waiting: state.waiting - 1,
        reloading: state.reloading && !event.fresh,
      }
    case 'cleared':
      return START
    case 'failed':
      return { ...state, error: event.error, waiting: state.waiting - 1, reloading: false }
    case 'stopped':
      return { ...state, waiting: 0, reloading: false }
    case 'deleted':
      return { ...state, pages: withoutJob(state.pages, event.job_uuid) }
  }
}

/** Asks nothing while not `active`; what was loaded stays, and is refreshed when it is active again. */
export function useJobList(filter: JobFilter, active: boolean): JobList {
  const { call, epoch } = useApi()
  const shown = usePageShown()
  const [state, tell] = useReducer(next, START)
  const lifetime = useRef(new AbortController())
  const begun = useRef({ filtered: '', epoch: -1 })
  const filtered = JSON.stringify(filter)
  const { pages, error, waiting, reloading } = state
  const unfinished = useMemo(() => livePages(pages), [pages])

  const ask = useCallback(
    async (page: AskedPage, fresh: boolean) => {
      const { signal } = lifetime.current
      tell({ kind: 'asked', fresh })
      const limit = page.cursor ? OLDER_PAGE : FIRST_PAGE
      const query = { ...(JSON.parse(filtered) as JobFilter), limit, ...(page.cursor && { cursor: page.cursor }) }
      await call(routes.listJobs, { query }, signal).then(
        answer => signal.aborted || tell({ kind: 'answered', page, answer, fresh }),
        thrown => signal.aborted || tell({ kind: 'failed', error: problemFrom(thrown) }),
      )
    },
    [call, filtered],
  )

  const restart = useCallback(() => {
    lifetime.current.abort()
    lifetime.current = new AbortController()
    tell({ kind: 'stopped' })
    void ask(FIRST, true)
  }, [ask])

  // Also when the service came back or the session changed: epoch says so.
  useEffect(() => {
    if (!active) return
    if (begun.current.filtered !== filtered) tell({ kind: 'cleared' })
    if (begun.current.filtered === filtered && begun.current.epoch === epoch) void ask(FIRST, false)
    else restart()
    begun.current = { filtered, epoch }
    return () => {
      lifetime.current.abort()
      lifetime.current = new AbortController()
      tell({ kind: 'stopped' })
    }
  }, [active, epoch, filtered, ask, restart])

  const changed = useChanges(jobs => {
    for (const page of pagesOf(pages, jobs)) void ask(page, false)
  })
  const live = useJobEvents(active, event => {
    if (event.type === 'reset') changed('')
    if (event.type === 'status') changed(event.job_uuid)
    if (event.type === 'deleted') tell({ kind: 'deleted', job_uuid: event.job_uuid })
  })

  const polling = unfinished.length > 0
  useEffect(() => {
    if (waiting > 0 || !shown || !polling || !active) return
    const timer = setTimeout(
      () => {
        for (const page of unfinished) void ask(page, false)
      },
      live ? EVERY_MS_LIVE : EVERY_MS,
    )
    return () => clearTimeout(timer)
  }, [waiting, shown, polling, active, live, unfinished, ask])

  const more = useCallback(() => {
    const page = olderPage(pages)
    if (page !== null && waiting === 0) void ask(page, false)
  }, [pages, waiting, ask])
  const forget = useCallback((job_uuid: string) => tell({ kind: 'deleted', job_uuid }), [])
  return useMemo(
    () => ({ ...pages, error, loading: waiting > 0, reloading, polling, live, reload: restart, more, forget }),
    [pages, error, waiting, reloading, polling, live, restart, more, forget],
  )
}

/** Gathers the jobs that changed within a moment and hands them over together. */
function useChanges(flush: (jobs: ReadonlySet<string>) => void) {
  const gathered = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(flush)
  useEffect(() => {
    newest.current = flush
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((job_uuid: string) => {
    gathered.current.add(job_uuid)
    timer.current ??= setTimeout(() => {
      const jobs = gathered.current
      gathered.current = new Set()
      timer.current = undefined
      newest.current(jobs)
    }, GATHER_MS)
  }, [])
}
