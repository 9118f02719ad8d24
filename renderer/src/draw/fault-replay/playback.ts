/** Playing an animation of numbered frames: where it stands, whether it runs, how fast. Pure; time comes as ticks. */
export const SPEEDS = [1, 2, 5, 10, 25, 50] as const
export type Speed = (typeof SPEEDS)[number]

export interface Playback {
  /** Frame shown, 0 to `last`. */
  readonly at: number
  readonly last: number
  readonly playing: boolean
  /** Frames a second. */
  readonly speed: Speed
}

export type PlaybackAction =
  | { readonly type: 'load'; readonly last: number; readonly at: number }
  | { readonly type: 'go'; readonly to: number }
  | { readonly type: 'step'; readonly by: number }
  | { readonly type: 'toggle' }
  | { readonly type: 'tick' }
  | { readonly type: 'speed'; readonly speed: Speed }

export const STOPPED: Playback = { at: 0, last: 0, playing: false, speed: 5 }

const within = (at: number, last: number) => Math.min(last, Math.max(0, at))

/** A step or jump by hand pauses; pressing play at the end begins anew; the last frame stops it. */
export function played(now: Playback, act: PlaybackAction): Playback {
  switch (act.type) {
    case 'load':
      return { ...now, last: act.last, at: within(act.at, act.last), playing: false }
    case 'go':
      return { ...now, at: within(act.to, now.last), playing: false }
    case 'step':
      return { ...now, at: within(now.at + act.by, now.last), playing: false }
    case 'toggle':
      if (now.playing) return { ...now, playing: false }
      return { ...now, at: now.at === now.last ? 0 : now.at, playing: now.last > 0 }
    case 'tick': {
      if (!now.playing) return now
      const at = within(now.at + 1, now.last)
      return { ...now, at, playing: at < now.last }
    }
    case 'speed':
      return { ...now, speed: act.speed }
  }
}

/** Action of a key on the playback; null where it has none. */
export function playbackActionOfKey(key: string, shift: boolean): PlaybackAction | null {
  switch (key) {
    case ' ':
      return { type: 'toggle' }
    case 'ArrowRight':
      return { type: 'step', by: shift ? 10 : 1 }
    case 'ArrowLeft':
      return { type: 'step', by: shift ? -10 : -1 }
    case 'Home':
      return { type: 'go', to: 0 }
    case 'End':
      return { type: 'go', to: Number.MAX_SAFE_INTEGER }
    default:
      return null
  }
}
