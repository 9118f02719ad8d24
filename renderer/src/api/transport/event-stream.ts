/** An event stream of the service: one socket per window, open while there are listeners, resumed after a break. */
import type { z } from 'zod'
import { JobEvent } from '../../../../main/contract/jobs/events'

/** Fields that frames of every stream have in common. */
type StreamFrame =
  | { readonly type: 'hello'; readonly sequence: number; readonly heartbeat_s: number }
  | { readonly type: 'error' }
  | { readonly type: string; readonly sequence?: number }

export interface SocketListeners {
  readonly message: (data: unknown) => void
  readonly closed: () => void
}

/** The part of the browser's WebSocket that is used here. */
export interface Socket {
  close(): void
}

export interface StreamPorts {
  /**
   * Opens the stream after the given event; undefined: only future events. Must not call a listener before it returns.
   */
  readonly open: (after: number | undefined, listeners: SocketListeners) => Socket
}

export interface EventStream<E = JobEvent> {
  /** Calls the listener with every event until the returned function is called. */
  readonly listen: (listener: (event: E) => void) => () => void
  /** True from the first frame to the loss of the connection; polling may be slow meanwhile. */
  readonly isLive: () => boolean
  /** Called when isLive changes. */
  readonly watch: (changed: () => void) => () => void
}

/**
 * Delay of closing: a change of page unsubscribes and subscribes again, and a socket should not be closed while it
 * opens.
 */
const CLOSE_DELAY_MS = 5_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** Heartbeats that may be missed before the connection counts as lost. */
const MAX_MISSED_HEARTBEATS = 3

type Listener = (event: StreamFrame) => void

/**
 * Creates a stream with the given frames; left out: job events. The socket opens with the first listener and closes
 * after the last has gone.
 */
export function createEventStream(ports: StreamPorts): EventStream
export function createEventStream<E extends StreamFrame>(ports: StreamPorts, frames: z.ZodType<E>): EventStream<E>
export function createEventStream(
  { open }: StreamPorts,
  frames: z.ZodType<StreamFrame> = JobEvent,
): EventStream<StreamFrame> {
  const listeners = new Set<Listener>()
  const watchers = new Set<() => void>()
  let socket: Socket | null = null
  let after: number | undefined
  let wait_ms = FIRST_WAIT_MS
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  let silence_ms = 0
  let live = false

  const setLive = (now: boolean) => {
    if (live === now) return
    live = now
    for (const changed of watchers) changed()
  }

  function connect(): void {
    clearTimeout(retry)
    const opened: Socket = open(after, {
      message: data => socket === opened && receive(data),
      closed: () => socket === opened && lost(),
    })
    socket = opened
  }

  function receive(data: unknown): void {
    const event = readEvent(frames, data)
    if (event === null) return
    if ('heartbeat_s' in event) silence_ms = event.heartbeat_s * 1_000 * MAX_MISSED_HEARTBEATS
    expectMore()
    wait_ms = FIRST_WAIT_MS
    setLive(event.type !== 'error')
    if ('sequence' in event && event.sequence !== undefined) after = event.sequence
    for (const listener of listeners) listener(event)
  }

  function expectMore(): void {
    clearTimeout(silence)
    if (silence_ms > 0) silence = setTimeout(() => socket?.close(), silence_ms)
  }

  function lost(): void {
    drop()
    if (listeners.size === 0) return
    retry = setTimeout(connect, wait_ms)
    wait_ms = Math.min(wait_ms * 2, LONGEST_WAIT_MS)
  }

  function drop(): void {
    clearTimeout(silence)
    clearTimeout(retry)
    socket = null
    setLive(false)
  }

  function leave(listener: Listener): void {
    listeners.delete(listener)
    clearTimeout(leaving)
    if (listeners.size === 0) leaving = setTimeout(end, CLOSE_DELAY_MS)
  }

  function end(): void {
    const closing = socket
    drop()
    // Without listeners there is nothing to resume later.
    after = undefined
    closing?.close()
  }

  return {
    listen(listener) {
      clearTimeout(leaving)
      listeners.add(listener)
      if (socket === null) connect()
      return () => leave(listener)
    },
    isLive: () => live,
    watch(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  }
}

/** Parses a frame; null for one that this window does not know, which a newer service may send. */
function readEvent(frames: z.ZodType<StreamFrame>, data: unknown): StreamFrame | null {
  try {
    return frames.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    return null
  }
}
