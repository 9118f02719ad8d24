import type { WebSocket } from 'ws'
import { AppError } from '../../contract/model/errors'
import type { Stream } from './stream'

interface FrameStreamParts<Frame extends object> {
  readonly websocket: WebSocket
  readonly interval_ms: number
  /** Makes the next frame; the stream ends when it throws. */
  readonly make: () => Promise<Frame>
  /** Whether the caller's credentials are still valid. */
  readonly permitted: () => boolean
  /** Called with an error that is not an AppError, after which the stream ends. */
  readonly report: (error: unknown) => void
  /** The stream ends when sending a frame takes longer than this. */
  readonly stall_ms?: number
}

const STALL_MS = 10_000
/** Time after which the connection is cut when the peer does not answer the close. */
const CLOSE_MS = 2_000
/** RFC 6455, section 7.4.1. */
const CLOSE_CODES: Readonly<Record<string, number>> = { shutting_down: 1001, unexpected_message: 1003, internal: 1011 }
const REFUSED = 1008

/**
 * Sends at most one frame per interval, and makes it only once the previous one was sent: a listener that does not read
 * causes no new frames, and skipped ones are not sent later. On an error it sends an error frame and closes.
 */
export function openFrameStream<Frame extends object>(parts: FrameStreamParts<Frame>): Stream {
  const { websocket, interval_ms, make, permitted, report, stall_ms = STALL_MS } = parts
  let [ended, busy, seq] = [false, false, 0]
  let stalled: NodeJS.Timeout | null = null

  function end(error: string, detail: string, details: Readonly<Record<string, unknown>> = {}): void {
    if (ended) return
    stop()
    websocket.send(JSON.stringify({ type: 'error', error, detail, details }))
    websocket.close(CLOSE_CODES[error] ?? REFUSED, error)
    setTimeout(() => websocket.terminate(), CLOSE_MS).unref()
  }

  function stop(): void {
    ended = true
    clearInterval(ticking)
    if (stalled) clearTimeout(stalled)
  }

  function failed(error: unknown): void {
    const isKnown = error instanceof AppError
    if (!isKnown) report(error)
    if (isKnown) end(error.code, error.message, error.details)
    else end('internal', 'Something went wrong inside; the log holds the cause')
  }

  function send(frame: Frame): void {
    seq += 1
    stalled = setTimeout(() => end('slow_consumer', `A frame was not taken for ${stall_ms} ms`), stall_ms)
    websocket.send(JSON.stringify({ type: 'entropy', seq, ...frame }), () => {
      if (stalled) clearTimeout(stalled)
      busy = false
    })
  }

  async function tick(): Promise<void> {
    if (ended || busy) return
    busy = true
    try {
      if (!permitted()) throw new AppError('unauthenticated', 'The credentials of this stream no longer hold')
      const frame = await make()
      if (!ended) send(frame)
    } catch (error) {
      failed(error)
    }
  }

  const ticking = setInterval(() => void tick(), interval_ms)
  websocket.on('message', () => end('unexpected_message', 'This stream takes no messages'))
  websocket.on('error', () => websocket.terminate())
  websocket.once('close', stop)
  void tick()
  return { end }
}
