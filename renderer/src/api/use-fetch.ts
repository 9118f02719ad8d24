/** Hooks that fetch a reply with its states, once or repeatedly until it is final. */
import {
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { ReplyOf, Route } from '../../../main/contract/routes/definition'
import { renew } from './query-client'
import type { Call, InputOf } from './transport/client'
import { type ApiProblem, problemFrom } from './transport/problem'
import { useApi } from './use-api'

export interface Fetched<T> {
  /** The newest reply; kept during a new fetch, undefined before the first. */
  readonly data: T | undefined
  /** Problem of the newest attempt; null when it succeeded. */
  readonly error: ApiProblem | null
  readonly loading: boolean
  readonly reload: () => void
}

export interface Polling<T> {
  /** True once the reply is final; polling stops then. */
  readonly until?: (reply: T) => boolean
  readonly every_ms?: number
}

export interface Polled<T> extends Fetched<T> {
  /** True while further fetches are due. */
  readonly polling: boolean
}

type Ask<Reply> = (route: Route, input: unknown, signal: AbortSignal) => Promise<Reply>

/**
 * Calls the route; rejects with ApiProblem only. The cast is safe: `input` belongs to the route, or it is null and not
 * sent.
 */
const askOf = <R extends Route>(
  { call, signal }: { readonly call: Call; readonly signal: AbortSignal },
  route: R,
  input: unknown,
): Promise<ReplyOf<R>> =>
  (call as Ask<ReplyOf<R>>)(route, input, signal).catch(thrown => {
    throw problemFrom(thrown)
  })

/** Cache key of a route's reply. */
export const queryKeyOf = <R extends Route>(route: R, input: InputOf<R> | null): readonly unknown[] => [
  route.method,
  route.path,
  input,
]

const queryOf = <R extends Route>(call: Call, route: R, input: InputOf<R> | null) => ({
  queryKey: queryKeyOf(route, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => askOf({ call, signal }, route, input),
  enabled: input !== null,
})

/**
 * Fetches the route whenever route or input change; `null` fetches nothing. An earlier reply to the same input is shown
 * meanwhile.
 */
export function useFetched<R extends Route>(route: R, input: InputOf<R> | null): Fetched<ReplyOf<R>> {
  return useRoute(route, input, { isDue: () => false, every_ms: 0 })
}

/**
 * Like useFetched, repeated until `until` holds. Pauses while the page is hidden and fetches when it is shown again.
 */
export function usePolled<R extends Route>(
  route: R,
  input: InputOf<R> | null,
  { until = () => false, every_ms = 3_000 }: Polling<ReplyOf<R>> = {},
): Polled<ReplyOf<R>> {
  const isDue = (data: ReplyOf<R> | undefined) => input !== null && (data === undefined || !until(data))
  const fetched = useRoute(route, input, { isDue, every_ms })
  return { ...fetched, polling: isDue(fetched.data) }
}

interface Refetching<T> {
  /** Whether another fetch is due, by the newest reply. */
  readonly isDue: (data: T | undefined) => boolean
  readonly every_ms: number
}

function useRoute<R extends Route>(
  route: R,
  input: InputOf<R> | null,
  { isDue, every_ms }: Refetching<ReplyOf<R>>,
): Fetched<ReplyOf<R>> {
  const { call } = useApi()
  const client = useQueryClient()
  const asked = queryOf(call, route, input)
  const { data, error, isFetching } = useQuery({
    ...asked,
    refetchInterval: ({ state }) => isDue(state.data) && every_ms,
    refetchOnWindowFocus: ({ state }) => isDue(state.data),
  })
  return { data, error, loading: isFetching, reload: () => void renew(client, asked.queryKey) }
}

/** Calls the route with several inputs; `data` is undefined until all have replied. */
export function useFetchedAll<R extends Route>(
  route: R,
  inputs: readonly InputOf<R>[],
): Fetched<readonly ReplyOf<R>[]> {
  const { call } = useApi()
  const client = useQueryClient()
  const queries = inputs.map(input => queryOf(call, route, input))
  const all = useQueries({ queries, combine: together<ReplyOf<R>> })
  return { ...all, reload: () => queries.forEach(({ queryKey }) => void renew(client, queryKey)) }
}

const together = <T>(results: readonly UseQueryResult<T>[]) => ({
  data: results.every(({ data }) => data !== undefined) ? results.map(({ data }) => data!) : undefined,
  error: results.find(({ error }) => error !== null)?.error ?? null,
  loading: results.some(({ isFetching }) => isFetching),
})

export interface FetchedPages<T> extends Fetched<readonly T[]> {
  /** Fetches the next page; null at the end. */
  readonly more: (() => void) | null
}

/** Reply of a route that lists in pages. */
interface ListReply {
  readonly items: readonly unknown[]
  readonly next_cursor: string | null
}

/** A list in pages. A change of `version` starts again with the first page only. */
export function useFetchedPages<R extends Route & { readonly reply: z.ZodType<ListReply> }>(
  route: R,
  input: InputOf<R> & { readonly query: object },
  version = '',
): FetchedPages<ReplyOf<R>['items'][number]> {
  const { call } = useApi()
  const client = useQueryClient()
  const queryKey = ['pages', route.path, input, version]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      askOf({ call, signal }, route, { ...input, query: { ...input.query, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, hasNextPage, fetchNextPage } = query
  return {
    data: data?.pages.flatMap(({ items }) => items),
    error,
    loading: isFetching,
    reload: () => void renew(client, queryKey),
    more: hasNextPage ? () => void fetchNextPage({ cancelRefetch: false }) : null,
  }
}
