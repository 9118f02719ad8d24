/** Event streams as hooks: a component receives events while it wants them and the window is visible. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LabEvent } from '../../../main/contract/backends/lab-events'
import type { BeaconFrame } from '../../../main/contract/entropy/beacon'
import type { InstrumentEvent } from '../../../main/contract/instruments/events'
import type { JobEvent } from '../../../main/contract/jobs/events'
import type { EventStream } from './transport/event-stream'
import { useApi } from './use-api'

const watchVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** False while the window is hidden or minimized; nothing is received then. */
const usePageVisible = (): boolean => useSyncExternalStore(watchVisibility, () => document.visibilityState !== 'hidden')

/** Returns true while the stream is live, so that polling may be slow. */
function useStream<E>(stream: EventStream<E>, wanted: boolean, onEvent: (event: E) => void): boolean {
  const shown = usePageVisible()
  const received = useEffectEvent(onEvent)
  const listening = wanted && shown
  useEffect(() => (listening ? stream.listen(event => received(event)) : undefined), [stream, listening])
  const live = useSyncExternalStore(stream.watch, stream.isLive)
  return listening && live
}

/**
 * Receives job events while `wanted` and the window is visible. Returns true while the stream is live, so that polling
 * may be slow.
 */
export const useJobEvents = (wanted: boolean, onEvent: (event: JobEvent) => void): boolean =>
  useStream(useApi().events, wanted, onEvent)

/** Like `useJobEvents`, for events of modules, runs and studies. */
export const useLabEvents = (wanted: boolean, onEvent: (event: LabEvent) => void): boolean =>
  useStream(useApi().labEvents, wanted, onEvent)

/** Like `useJobEvents`, for events of instruments. */
export const useInstrumentEvents = (wanted: boolean, onEvent: (event: InstrumentEvent) => void): boolean =>
  useStream(useApi().instrumentEvents, wanted, onEvent)

/** Like `useInstrumentEvents`, plus every entry of the command log. */
export const useCommandEvents = (wanted: boolean, onEvent: (event: InstrumentEvent) => void): boolean =>
  useStream(useApi().commandEvents, wanted, onEvent)

/** Pulses of the beacon, received while `wanted`. */
export const usePulseEvents = (wanted: boolean, onEvent: (event: BeaconFrame) => void): boolean =>
  useStream(useApi().pulses, wanted, onEvent)
