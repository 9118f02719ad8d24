import type { WebSocket } from 'ws'
import type { JobEvent, STREAM_ERRORS } from '../../contract/jobs/events'
import { isoTime } from '../../contract/model/iso-time'
import type { EventReader } from '../../events/event-log'

/** Reading end of a log whose event subjects have any type. */
export type ReadableLog = EventReader<unknown>

export interface StreamParts {
  readonly websocket: WebSocket
  readonly events: ReadableLog
  /** Whether the listener receives an event with this subject. */
  readonly isFor: (about: unknown) => boolean
  /** Sequence of the last event that the listener has; undefined: only future events are sent. */
  readonly after: number | undefined
  readonly heartbeat_s: number
  /** Whether the caller's credentials are still valid. */
  readonly permitted: () => boolean
}

export interface Stream {
  /** Sends an error frame with the reason, then closes. */
  end(error: (typeof STREAM_ERRORS)[number], detail: string): void
}

/** Frames of the stream itself, the same for every log. */
type OwnFrame = Exclude<JobEvent, { job_uuid: string }>

/** Maximum bytes buffered in the socket; above it the stream waits. */
const MAX_BUFFERED = 262_144
/** Maximum events examined in one turn of the event loop. */
const BURST = 500
/** Time after which the connection is cut when the peer does not answer the close. */
const CLOSE_MS = 2_000
/** RFC 6455, section 7.4.1. */
const CLOSE_CODES = { slow_consumer: 1008, unauthenticated: 1008, shutting_down: 1001, unexpected_message: 1003 }

/**
 * The stream of one listener. It reads the shared log at its own pace and stores only its position there, so its memory
 * is bounded. A listener whose next event has left the log gets an error frame and is closed.
 */
export function openStream({ websocket, events, isFor, after, heartbeat_s, permitted }: StreamParts): Stream {
  let position = events.newest()
  let [ended, alive, waiting, planned] = [false, true, false, false]

  const send = (frame: OwnFrame): void => websocket.send(JSON.stringify(frame))

  function greet(): void {
    send({ type: 'hello', sequence: position, heartbeat_s })
    if (after === undefined) return
    if (events.reaches(after)) position = after
    else send({ type: 'reset', sequence: position })
  }

  /** Sends the pending events until the socket's buffer is full. */
  function pump(): void {
    planned = false
    for (let looked = 0; !ended && position < events.newest(); looked++) {
      if (websocket.bufferedAmount > MAX_BUFFERED) return void drain()
      if (looked >= BURST) return void plan()
      const event = events.at(position + 1)
      if (!event)
        return void end('slow_consumer', `Events after ${position} are no longer kept; connect again with after`)
      position += 1
      if (isFor(event.about)) websocket.send(event.text)
    }
  }

  function plan(): void {
    if (planned || waiting || ended) return
    planned = true
    setImmediate(pump)
  }

  /** Waits until the buffer has been sent: the callback of `ping` runs after everything before it has left. */
  function drain(): void {
    if (waiting) return
    waiting = true
    websocket.ping('', false, () => {
      waiting = false
      plan()
    })
  }

  function beat(): void {
    if (!permitted()) return void end('unauthenticated', 'The credentials of this stream no longer hold')
    // No pong since the last ping: the peer is gone, or does not read what was sent before the ping.
    if (!alive && waiting) return void end('slow_consumer', 'What was sent is not being read')
    if (!alive) return void websocket.terminate()
    if (!events.reaches(position)) return void end('slow_consumer', `Events after ${position} are no longer kept`)
    alive = false
    websocket.ping()
    if (!waiting) send({ type: 'heartbeat', sequence: position, at: isoTime(Date.now()) })
  }

  function end(error: (typeof STREAM_ERRORS)[number], detail: string): void {
    if (ended) return
    ended = true
    clearInterval(heartbeat)
    send({ type: 'error', error, detail })
    websocket.close(CLOSE_CODES[error], error)
    setTimeout(() => websocket.terminate(), CLOSE_MS).unref()
  }

  const heartbeat = setInterval(beat, heartbeat_s * 1000)
  const unsubscribe = events.listen(plan)
  websocket.on('pong', () => {
    alive = true
  })
  websocket.on('message', () => end('unexpected_message', 'This stream takes no messages'))
  websocket.on('error', () => websocket.terminate())
  websocket.once('close', () => {
    ended = true
    clearInterval(heartbeat)
    unsubscribe()
  })
  greet()
  plan()
  return { end }
}
