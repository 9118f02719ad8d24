/** Plays numbered frames: ticks while it runs, answers keys within an element, starts anew with another animation. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react'
import { isTextInput } from '../../../components/controls/shortcut-conditions'
import {
  type Playback,
  type PlaybackAction,
  playbackActionOfKey,
  played,
  STOPPED,
} from '../../../draw/fault-replay/playback'

interface Animation {
  readonly last: number
  /** Frame to begin at. */
  readonly at: number
}

interface PlaybackControl<E extends HTMLElement> {
  readonly playback: Playback
  readonly act: (act: PlaybackAction) => void
  /** The element whose keys steer the animation. */
  readonly element: RefObject<E | null>
}

/** Whether the target handles the key itself, as sliders do with arrows and buttons with space. */
const keepsKey = (target: EventTarget | null, key: string) => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && target.type === 'range') return key !== ' '
  if (key === ' ') return target.closest('button, summary, a') !== null || isTextInput(target)
  return isTextInput(target) || target.closest('[data-own-keys]') !== null
}

/** `animation` is the same object until other frames are to be played. */
export function usePlayback<E extends HTMLElement>(animation: Animation): PlaybackControl<E> {
  const [playback, act] = useReducer(played, STOPPED)
  const element = useRef<E>(null)
  useEffect(() => act({ type: 'load', ...animation }), [animation])

  const { playing, speed } = playback
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => act({ type: 'tick' }), 1_000 / speed)
    return () => clearInterval(timer)
  }, [playing, speed])

  const press = useEffectEvent((event: KeyboardEvent) => {
    const meant = event.altKey || event.ctrlKey || event.metaKey ? null : playbackActionOfKey(event.key, event.shiftKey)
    if (meant === null || keepsKey(event.target, event.key)) return
    event.preventDefault()
    act(meant)
  })
  useLayoutEffect(() => {
    const listening = element.current
    const onKeyDown = (event: KeyboardEvent) => press(event)
    listening?.addEventListener('keydown', onKeyDown)
    return () => listening?.removeEventListener('keydown', onKeyDown)
  }, [])
  return { playback, act, element }
}
