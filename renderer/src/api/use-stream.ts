/** One stream of events for a component: told while wanted and shown. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { EventStream } from './transport/event-stream'
import { usePageShown } from './use-page-visible'

/** True while events come, so that polling may be slow. */
export function useStream<E>(stream: EventStream<E>, wanted: boolean, hear: (event: E) => void): boolean {
  const shown = usePageShown()
  const tell = useEffectEvent(hear)
  const listening = wanted && shown
  useEffect(() => (listening ? stream.listen(event => tell(event)) : undefined), [stream, listening])
  const live = useSyncExternalStore(stream.watch, stream.isLive)
  return listening && live
}
