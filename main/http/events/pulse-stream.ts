import type { WebSocket } from 'ws'
import type { PublishedPulse } from '../../contract/entropy/pulse'
import { routes } from '../../contract/routes'
import type { Channel } from './feeds'
import type { Stream } from './stream'

interface PulseSource {
  onPulse(listener: (pulse: PublishedPulse) => void): () => void
}

/** Time after which the connection is cut when the peer does not answer the close. */
const CLOSE_MS = 2_000
/** Bytes queued (about ten pulses) after which a listener is disconnected. */
const MAX_WAITING = 65_536
const HEARTBEAT_MS = 15_000

/** Sends every pulse to all listeners; a listener requests missed pulses by their index. */
export const beaconChannel = (beacon: PulseSource): Channel => ({
  route: routes.streamPulses,
  open: ({ websocket }) => openPulseStream(websocket, beacon),
})

function openPulseStream(websocket: WebSocket, beacon: PulseSource): Stream {
  let isAlive = true
  const stopListening = beacon.onPulse(pulse => {
    if (websocket.bufferedAmount > MAX_WAITING) return end('slow_consumer', 'Pulses were not taken')
    websocket.send(JSON.stringify({ type: 'pulse', ...pulse }))
  })
  const beating = setInterval(() => {
    if (!isAlive) return websocket.terminate()
    isAlive = false
    websocket.ping()
  }, HEARTBEAT_MS)

  function stop(): void {
    stopListening()
    clearInterval(beating)
  }

  function end(error: string, detail: string): void {
    stop()
    websocket.send(JSON.stringify({ type: 'error', error, detail }))
    websocket.close(error === 'shutting_down' ? 1001 : 1008, error)
    setTimeout(() => websocket.terminate(), CLOSE_MS).unref()
  }

  websocket.on('pong', () => {
    isAlive = true
  })
  websocket.on('message', () => end('unexpected_message', 'This stream takes no messages'))
  websocket.on('error', () => websocket.terminate())
  websocket.once('close', stop)
  return { end }
}
