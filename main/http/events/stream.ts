import type { WebSocket } from 'ws'
import type { JobEvent, STREAM_ERRORS } from '../../contract/jobs/events'
import { isoTime } from '../../contract/model/iso-time'
import type { ReadableLog } from './feeds'

export interface StreamParts {
  readonly websocket: WebSocket
  readonly events: ReadableLog
  /** Whether an event is for this listener, by what it is about. */
  readonly isFor: (about: unknown) => boolean
  /** Where the listener left off; undefined: it wants only what comes from now on. */
  readonly after: number | undefined
  readonly heartbeat_s: number
  /** Whether the caller's credentials still hold. */
  readonly permitted: () => boolean
}

export interface Stream {
  /** Sends the reason, then closes. */
  end(error: (typeof STREAM_ERRORS)[number], detail: string): void
}

/** Frames of the stream itself, the same for every log. */
type OwnFrame = Exclude<JobEvent, { job_uuid: string }>

/** Bytes handed to the socket and not yet taken by the network; beyond, the stream waits. */
const MAX_BUFFERED = 262_144
/** Events looked at in one go. */
const BURST = 500
/** A peer that does not answer the close is cut off. */
const CLOSE_MS = 2_000
/** RFC 6455, section 7.4.1. */
const CLOSE_CODES = { slow_consumer: 1008, unauthenticated: 1008, shutting_down: 1001, unexpected_message: 1003 }

/**
 * One listener. It reads from the shared log at its own pace and keeps nothing but its position there, so its memory is
 * bounded; one that falls so far behind that its next event is no longer kept is sent the reason and closed.
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

  /** Sends what is due, until the network has enough. */
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

  /** `ping` is called back when all that was sent before it has left. */
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
    // No answer to the last ping: gone, or not reading what stands before it.
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
