/** What a page asks and shows: a reply with its states, once or repeated until it is final. */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ReplyOf, Route } from '../../../main/contract/routes/definition'
import type { InputOf } from './transport/client'
import { type ApiProblem, problemFrom } from './transport/problem'
import { useApi } from './use-api'
import { usePageShown } from './use-page-visible'

export interface Fetched<T> {
  /** The newest reply; kept while it is asked for again, undefined before the first. */
  readonly data: T | undefined
  /** Why the newest attempt failed, null when it did not. */
  readonly error: ApiProblem | null
  readonly loading: boolean
  readonly reload: () => void
}

interface State<T> {
  key: string
  data: T | undefined
  error: ApiProblem | null
  loading: boolean
}

const asking = <T>(key: string, before: State<T>): State<T> =>
  before.key === key ? { ...before, loading: true } : { key, data: undefined, error: null, loading: true }

/**
 * Asks the route whenever route or input change; `null` asks nothing. Asks again when the service comes back or the
 * session changes.
 */
export function useFetched<R extends Route>(route: R, input: InputOf<R> | null): Fetched<ReplyOf<R>> {
  const { call, epoch } = useApi()
  const key = input === null ? '' : `${route.method} ${route.path} ${JSON.stringify(input)}`
  const [state, setState] = useState<State<ReplyOf<R>>>({ key, data: undefined, error: null, loading: input !== null })
  const [asked, setAsked] = useState(0)
  const ask = useEffectEvent((signal: AbortSignal) =>
    (call as (route: Route, input: unknown, signal: AbortSignal) => Promise<ReplyOf<R>>)(route, input, signal),
  )

  /** A new object for every reason to ask again. */
  const question = useMemo(() => ({ key, epoch, asked }), [key, epoch, asked])

  useEffect(() => {
    const { key } = question
    if (key === '') return setState({ key, data: undefined, error: null, loading: false })
    const stop = new AbortController()
    const settle = (change: Partial<State<ReplyOf<R>>>) =>
      stop.signal.aborted || setState(before => ({ ...before, key, error: null, ...change, loading: false }))
    setState(before => asking(key, before))
    ask(stop.signal).then(
      data => settle({ data }),
      thrown => settle({ error: problemFrom(thrown) }),
    )
    return () => stop.abort()
  }, [question])

  const reload = useCallback(() => setAsked(count => count + 1), [])
  const current = state.key === key ? state : { data: undefined, error: null, loading: key !== '' }
  return { data: current.data, error: current.error, loading: current.loading, reload }
}

export interface Polling<T> {
  /** True once nothing can change any more; polling stops there. */
  readonly until?: (reply: T) => boolean
  /** Milliseconds from an answer to the next question. */
  readonly every_ms?: number
}

export interface Polled<T> extends Fetched<T> {
  /** True while further questions are due. */
  readonly polling: boolean
}

/** As useFetched, repeated until `until` holds. Pauses while the page is hidden and catches up when it is shown. */
export function usePolled<R extends Route>(
  route: R,
  input: InputOf<R> | null,
  { until = () => false, every_ms = 3_000 }: Polling<ReplyOf<R>> = {},
): Polled<ReplyOf<R>> {
  const fetched = useFetched(route, input)
  const { data, loading, reload } = fetched
  const shown = usePageShown()
  const final = data !== undefined && until(data)
  const polling = input !== null && !final
  const late = useRef(false)

  useEffect(() => {
    if (!shown) late.current = true
    if (!polling || loading || !shown) return
    const timer = setTimeout(reload, late.current ? 0 : every_ms)
    late.current = false
    return () => clearTimeout(timer)
  }, [polling, loading, shown, every_ms, reload])

  return { ...fetched, polling }
}
