import { useQueryClient } from '@tanstack/react-query'
import type { BeaconInfo } from '../../../../main/contract/entropy/beacon'
import type { PublishedPulse } from '../../../../main/contract/entropy/pulse'
import { routes } from '../../../../main/contract/routes'
import { renew } from '../query-client'
import { type Fetched, type Polled, queryKeyOf, useFetched, usePolled } from '../use-fetch'
import { usePulseEvents } from '../use-stream'

const EVERY_MS = 10_000

/** The beacon's state, fetched again at every pulse of the stream and every 10 s. */
export function useBeacon(): Polled<BeaconInfo> {
  const client = useQueryClient()
  usePulseEvents(true, event => {
    if (event.type === 'pulse') void renew(client, queryKeyOf(routes.getBeacon, {}))
  })
  return usePolled(routes.getBeacon, {}, { every_ms: EVERY_MS })
}

/** One pulse, which never changes once published. `null` fetches nothing. */
export const usePulse = (place: { readonly chain: number; readonly index: number } | null): Fetched<PublishedPulse> =>
  useFetched(routes.getPulse, place && { params: { pulse_index: place.index }, query: { chain: place.chain } })
