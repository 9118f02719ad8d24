/** Instruments as shown on pages: replies of the service, updated by its event stream and polled while that is down. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { InstrumentEvent } from '../../../../main/contract/instruments/events'
import type { InstrumentDetail, InstrumentList } from '../../../../main/contract/instruments/instrument'
import type { MachineProgress } from '../../../../main/contract/instruments/lab'
import type { Alarm } from '../../../../main/contract/instruments/limits'
import { routes } from '../../../../main/contract/routes'
import type { ReplyOf, Route } from '../../../../main/contract/routes/definition'
import { renew } from '../query-client'
import type { InputOf } from '../transport/client'
import { type Fetched, type Polled, queryKeyOf, useFetched, usePolled } from '../use-fetch'
import { useInstrumentEvents } from '../use-stream'
import { instrumentAfterEvent, listAfterEvent, progressAfterEvent } from './apply-event'

const EVERY_MS = 3_000
/** While the stream is live, polling only covers lost events. */
const EVERY_MS_LIVE = 30_000
/** Events within this time cause one fetch. */
const GATHER_MS = 400

export type Followed<T> = Polled<T> & { readonly live: boolean }

/**
 * Returns a function that fetches again after GATHER_MS, once for all calls within that time; a pending fetch is
 * dropped when the request changes or the page is left.
 */
function useRenewal<R extends Route>(route: R, input: InputOf<R> | null): () => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = JSON.stringify(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was requested before is left alone
  useEffect(() => () => clearTimeout(timer.current), [request])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void renew(client, queryKeyOf(route, input)), GATHER_MS)
  }
}

/** A reply that events update in the cache; `null` fetches nothing. */
function useFollowed<R extends Route>(
  route: R,
  input: InputOf<R> | null,
  after: (reply: ReplyOf<R>, event: InstrumentEvent) => ReplyOf<R>,
): Followed<ReplyOf<R>> {
  const client = useQueryClient()
  const queryKey: QueryKey = queryKeyOf(route, input)
  const renewSoon = useRenewal(route, input)
  const live = useInstrumentEvents(input !== null, event => {
    if (event.type === 'reset' || event.type === 'lab') return renewSoon()
    client.setQueryData<ReplyOf<R>>(queryKey, known => known && after(known, event))
  })
  return { ...usePolled(route, input, { every_ms: live ? EVERY_MS_LIVE : EVERY_MS }), live }
}

export const useInstruments = (): Followed<InstrumentList> => useFollowed(routes.listInstruments, {}, listAfterEvent)

/** One instrument. Once it is removed from the lab profile nothing is fetched, until it is added again. */
export function useInstrument(instrument_id: string): Followed<InstrumentDetail> & { readonly removed: boolean } {
  const [removed, setRemoved] = useState(false)
  useInstrumentEvents(true, event => {
    if (event.type === 'removed' && event.instrument_id === instrument_id) setRemoved(true)
    if (event.type === 'instrument' && event.instrument.instrument_id === instrument_id) setRemoved(false)
  })
  const input = removed ? null : { params: { instrument_id } }
  return { ...useFollowed(routes.getInstrument, input, instrumentAfterEvent), removed }
}

/** Progress of each instrument for a run or job; null fetches nothing. */
export const useMachine = (work: string | null): Followed<{ items: MachineProgress[] }> =>
  useFollowed(routes.listMachineProgress, work === null ? null : { query: { work } }, (known, event) =>
    event.type === 'machine' && event.progress.work === work
      ? { items: progressAfterEvent(known.items, event.progress) }
      : known,
  )

/** A reply that is polled, and fetched again shortly after an event that `concerns` it. */
export function useRenewed<R extends Route>(
  route: R,
  input: InputOf<R> | null,
  concerns: (event: InstrumentEvent) => boolean,
): Followed<ReplyOf<R>> {
  const renewSoon = useRenewal(route, input)
  const live = useInstrumentEvents(input !== null, event => {
    if (event.type === 'reset' || concerns(event)) renewSoon()
  })
  return { ...usePolled(route, input, { every_ms: live ? EVERY_MS_LIVE : EVERY_MS }), live }
}

const OPEN_ALARMS = { query: { open: 'true' as const, limit: 100 } }

/** Unacknowledged alarms, newest first. */
export const useOpenAlarms = (): Followed<{ items: Alarm[]; next_cursor: string | null }> =>
  useRenewed(routes.listAlarms, OPEN_ALARMS, ({ type }) => type === 'alarm')

/**
 * Whether the caller has the role operator, which setting, console and lab profile need; undefined before the first
 * reply.
 */
export function useIsOperator(): boolean | undefined {
  const caller: Fetched<ReplyOf<typeof routes.whoami>> = useFetched(routes.whoami, {})
  return caller.data?.roles.includes('operator')
}
