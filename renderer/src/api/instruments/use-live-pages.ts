/** A log in pages, newest first, with new entries from the stream. */
import { useState } from 'react'
import type { z } from 'zod'
import type { InstrumentEvent } from '../../../../main/contract/instruments/events'
import type { ReplyOf, Route } from '../../../../main/contract/routes/definition'
import type { InputOf } from '../transport/client'
import { type Fetched, useFetchedPages } from '../use-fetch'
import { joinedEntries, type Numbered } from './news'

interface LogPage {
  readonly items: readonly Numbered[]
  readonly next_cursor: string | null
}

/** Maximum entries kept from the stream; older ones are dropped. */
const MAX_RECEIVED = 2_000

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

/** Pages of `route` with `input`; entries that arrive while paused are counted, and shown after the pause. */
export function useLivePages<R extends Route & { readonly reply: z.ZodType<LogPage> }>(
  route: R,
  input: InputOf<R> & { readonly query: object },
  { listen, entryOf, paused }: Watching<ReplyOf<R>['items'][number]>,
): LivePages<ReplyOf<R>['items'][number]> {
  type Entry = ReplyOf<R>['items'][number]
  const pages = useFetchedPages(route, input)
  const request = JSON.stringify(input)
  const [received, setReceived] = useState<{ request: string; entries: readonly Entry[]; held: readonly Entry[] }>({
    request,
    entries: [],
    held: [],
  })
  const own = received.request === request ? received : { request, entries: [], held: [] }
  if (!paused && own.held.length > 0) setReceived({ request, entries: [...own.held, ...own.entries], held: [] })
  const live = listen(true, event => {
    if (event.type === 'reset') return pages.reload()
    const entry = entryOf(event)
    if (entry === null) return
    setReceived(before => {
      const known = before.request === request ? before : { request, entries: [], held: [] }
      const add = (entries: readonly Entry[]) => [entry, ...entries].slice(0, MAX_RECEIVED)
      return paused ? { ...known, held: add(known.held) } : { ...known, entries: add(known.entries) }
    })
  })
  return {
    ...pages,
    data: pages.data && joinedEntries(own.entries, pages.data as readonly Entry[]),
    live,
    held: own.held.length,
  }
}
