/** A log in pages, newest first, with new entries from the stream. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import type { InstrumentEvent } from '../../../../main/contract/instruments/events'
import type { ReplyOf, Route } from '../../../../main/contract/routes/definition'
import type { InputOf } from '../transport/client'
import { type Fetched, useFetchedPages } from '../use-fetch'
import {
  joinedLog,
  joinedReceived,
  NONE_RECEIVED,
  type ReceivedEntries,
  type SequencedEntry,
  withEntry,
} from './received-entries'

interface LogPage {
  readonly items: readonly SequencedEntry[]
  readonly next_cursor: string | null
}

export interface LivePages<T> extends Fetched<readonly T[]> {
  readonly more: (() => void) | null
  readonly live: boolean
  /** Number of entries that arrived while paused and are not shown yet. */
  readonly held: number
}

interface Watching<T> {
  /** Hook of the stream that delivers the entries. */
  readonly listen: (wanted: boolean, onEvent: (event: InstrumentEvent) => void) => boolean
  /** The entry of an event that passes the filters; null for any other event. */
  readonly entryOf: (event: InstrumentEvent) => T | null
  readonly paused: boolean
}

interface Received<T> {
  /** The request that the entries belong to. */
  readonly request: string
  readonly shown: ReceivedEntries<T>
  /** Those that arrived during the pause. */
  readonly held: ReceivedEntries<T>
}

/** Pages of `route` with `input`; entries that arrive while paused are counted, and shown after the pause. */
export function useLivePages<R extends Route & { readonly reply: z.ZodType<LogPage> }>(
  route: R,
  input: InputOf<R> & { readonly query: object },
  { listen, entryOf, paused }: Watching<ReplyOf<R>['items'][number]>,
): LivePages<ReplyOf<R>['items'][number]> {
  type Entry = ReplyOf<R>['items'][number]
  const pages = useFetchedPages(route, input)
  const request = JSON.stringify(input)
  const none = { request, shown: NONE_RECEIVED, held: NONE_RECEIVED }
  const [received, setReceived] = useState<Received<Entry>>(none)
  const own = received.request === request ? received : none
  if (!paused && own.held.total > 0)
    setReceived({ request, shown: joinedReceived(own.held, own.shown), held: NONE_RECEIVED })
  const live = listen(true, event => {
    if (event.type === 'reset') return pages.reload()
    const entry = entryOf(event)
    if (entry === null) return
    setReceived(before => {
      const known = before.request === request ? before : none
      return paused
        ? { ...known, held: withEntry(known.held, entry) }
        : { ...known, shown: withEntry(known.shown, entry) }
    })
  })
  const log = pages.data && joinedLog(own.shown, pages.data as readonly Entry[])
  const reload = useEffectEvent(pages.reload)
  const isRenewed = !paused && log?.isBehind === true
  /** Changes with each reply: one that came too late is followed by another. */
  const newest = (pages.data?.[0] as Entry | undefined)?.sequence
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again after each reply, and once the stream is back
  useEffect(() => {
    if (isRenewed) reload()
  }, [isRenewed, newest, live])
  return { ...pages, data: log?.entries, live, held: own.held.total }
}
