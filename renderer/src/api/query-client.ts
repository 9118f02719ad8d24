/** The cache of replies, held by TanStack Query. */
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ApiProblem } from './transport/problem'

declare module '@tanstack/react-query' {
  interface Register {
    /** Queries and mutations reject with ApiProblem only. */
    defaultError: ApiProblem
  }
}

/**
 * Client for a service on this computer: the network's state does not matter, and failures are retried by polling or by
 * hand.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  })

/**
 * Fetches again, once for several calls at the same time. A fetch in progress may have started before the change that
 * caused this call, so it is awaited and repeated once.
 */
export async function renew(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  const filter = queryKey === undefined ? {} : { queryKey, exact: true }
  const underWay = client.isFetching(filter) > 0
  await client.invalidateQueries(filter, { cancelRefetch: false })
  if (underWay) await client.invalidateQueries(filter, { cancelRefetch: false })
}
