/** Asks for the jobs list page by page, and again every few seconds for pages with jobs that are not finished. */
import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { JobStatus } from '../../../../main/contract/jobs'
import { routes } from '../../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../../api/problem'
import { useApi } from '../../api/use-api'
import { usePageShown } from '../../api/use-page-shown'
import {
  type AskedPage,
  FIRST,
  type JobPage,
  type JobPages,
  livePages,
  NO_JOBS,
  olderPage,
  withPage,
} from './job-pages'

export interface JobFilter {
  readonly status?: JobStatus
  readonly backend?: string
}

export interface JobList extends JobPages {
  readonly error: ApiProblem | null
  readonly loading: boolean
  /** True while unfinished jobs are asked for again. */
  readonly polling: boolean
  readonly reload: () => void
  /** Asks for the next older page; does nothing at the end or while one is on its way. */
  readonly more: () => void
}

const EVERY_MS = 3_000
/** The first page is asked every few seconds and kept small; older ones are asked once, and many may be wanted. */
const FIRST_PAGE = 100
const OLDER_PAGE = 500

interface State {
  readonly pages: JobPages
  readonly error: ApiProblem | null
  readonly waiting: number
}
type Event =
  | { kind: 'asked'; fresh: boolean }
  | { kind: 'answered'; page: AskedPage; answer: JobPage }
  | { kind: 'failed'; error: ApiProblem }
  | { kind: 'dropped' }

const START: State = { pages: NO_JOBS, error: null, waiting: 0 }

function next(state: State, event: Event): State {
  switch (event.kind) {
    case 'asked':
      return { ...(event.fresh ? START : state), waiting: (event.fresh ? 0 : state.waiting) + 1 }
    case 'answered':
      return { pages: withPage(state.pages, event.page, event.answer), error: null, waiting: state.waiting - 1 }
    case 'failed':
      return { ...state, error: event.error, waiting: state.waiting - 1 }
    case 'dropped':
      return state
  }
}

export function useJobList({ status, backend }: JobFilter): JobList {
  const { call, epoch } = useApi()
  const shown = usePageShown()
  const [state, tell] = useReducer(next, START)
  const lifetime = useRef(new AbortController())

  const ask = useCallback(
    async (page: AskedPage, fresh: boolean) => {
      const { signal } = lifetime.current
      tell({ kind: 'asked', fresh })
      const query = {
        limit: page.cursor ? OLDER_PAGE : FIRST_PAGE,
        ...(page.cursor && { cursor: page.cursor }),
        ...(status && { status }),
        ...(backend && { backend }),
      }
      await call(routes.listJobs, { query }, signal).then(
        answer => tell(signal.aborted ? { kind: 'dropped' } : { kind: 'answered', page, answer }),
        thrown => tell(signal.aborted ? { kind: 'dropped' } : { kind: 'failed', error: problemFrom(thrown) }),
      )
    },
    [call, status, backend],
  )

  const restart = useCallback(() => {
    lifetime.current.abort()
    lifetime.current = new AbortController()
    void ask(FIRST, true)
  }, [ask])

  // Also when the service came back or the session changed: epoch says so.
  const begin = useCallback((_epoch: number) => restart(), [restart])
  useEffect(() => {
    begin(epoch)
    return () => lifetime.current.abort()
  }, [begin, epoch])

  const { pages, error, waiting } = state
  const polling = livePages(pages).length > 0
  useEffect(() => {
    if (waiting > 0 || !shown || !polling) return
    const timer = setTimeout(() => {
      for (const page of livePages(pages)) void ask(page, false)
    }, EVERY_MS)
    return () => clearTimeout(timer)
  }, [waiting, shown, polling, pages, ask])

  const reload = useCallback(() => void ask(FIRST, false), [ask])
  const more = () => {
    const page = olderPage(pages)
    if (page !== null && waiting === 0) void ask(page, false)
  }
  return { ...pages, error, loading: waiting > 0, polling, reload, more }
}
