/** The cache of what the service answered, kept by TanStack Query. */
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ApiProblem } from './transport/problem'

declare module '@tanstack/react-query' {
  interface Register {
    /** Questions and actions reject with nothing else. */
    defaultError: ApiProblem
  }
}

/** The service is on this computer: the network does not matter, and what failed is fetched again by polling or by hand. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  })

/**
 * Asks again, once for many reasons in one moment. A question that is under way may have left before the change that is
 * the reason: it is waited for and fetched once more.
 */
export async function renew(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  const filter = queryKey === undefined ? {} : { queryKey, exact: true }
  const underWay = client.isFetching(filter) > 0
  await client.invalidateQueries(filter, { cancelRefetch: false })
  if (underWay) await client.invalidateQueries(filter, { cancelRefetch: false })
}
