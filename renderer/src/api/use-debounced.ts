/** Fetches shortly after the last change of an input; a newer request cancels an older one. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { ReplyOf, Route } from '../../../main/contract/routes/definition'
import type { InputOf } from './transport/client'
import { type ApiProblem, problemFrom } from './transport/problem'
import { useApi } from './use-api'

const PAUSE_MS = 250

export interface Debounced<T> {
  /** Reply to the newest answered input; shown until a newer reply arrives. */
  readonly reply: T | null
  /** Problem of the newest request; null without one. */
  readonly problem: ApiProblem | null
  /** True while reply and problem belong to an earlier input. */
  readonly stale: boolean
}

/** Sends the first input at once. Inputs are compared by identity, so the caller memoises them; null sends nothing. */
export function useDebounced<I, T>(
  input: I | null,
  ask: (input: I, signal: AbortSignal) => Promise<T>,
  pause_ms = PAUSE_MS,
): Debounced<T> {
  const [settled, setSettled] = useState({ input, version: 0 })
  useEffect(() => {
    if (input === settled.input) return
    const timer = setTimeout(() => setSettled({ input, version: settled.version + 1 }), pause_ms)
    return () => clearTimeout(timer)
  }, [input, settled, pause_ms])
  const { data, error, isPlaceholderData, isLoading } = useQuery({
    queryKey: ['debounced', useId(), settled.version],
    queryFn: ({ signal }) =>
      ask(settled.input!, signal).catch(thrown => {
        throw problemFrom(thrown)
      }),
    enabled: settled.input !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return { reply: data ?? null, problem: error, stale: settled.input !== input || isPlaceholderData || isLoading }
}

/** `useDebounced` for a route of the service. */
export function useDebouncedFetch<R extends Route>(route: R, input: InputOf<R> | null): Debounced<ReplyOf<R>> {
  const { call } = useApi()
  return useDebounced(input, (wanted, signal) =>
    (call as (route: Route, input: unknown, signal: AbortSignal) => Promise<ReplyOf<R>>)(route, wanted, signal),
  )
}
