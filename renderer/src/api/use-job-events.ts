/** Job events for a page: told while wanted, and whether they come at all. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { JobEvent } from '../../../main/contract/events'
import { useApi } from './use-api'
import { usePageShown } from './use-page-shown'

/** Listens while `wanted` and the window is shown. True while events come, so that polling may be slow. */
export function useJobEvents(wanted: boolean, hear: (event: JobEvent) => void): boolean {
  const { events } = useApi()
  const shown = usePageShown()
  const tell = useEffectEvent(hear)
  const listening = wanted && shown
  useEffect(() => (listening ? events.listen(event => tell(event)) : undefined), [events, listening])
  const live = useSyncExternalStore(events.watch, events.isLive)
  return listening && live
}
