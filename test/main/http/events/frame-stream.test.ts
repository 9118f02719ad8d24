import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { AppError } from '../../../../main/contract/model/errors'
import { entropyChannel } from '../../../../main/http/events/feeds'
import { openFrameStream } from '../../../../main/http/events/frame-stream'
import { eventStreams } from '../../../../main/http/events/websockets'
import { createLog } from '../../../../main/log/log'
import { type Served, serve } from '../test-server'

let served: Served | null = null
afterEach(async () => {
  await served?.stop()
  served = null
})

type Frame = { type: string; seq?: number; error?: string; details?: object; bytes_hex?: string }
const PATH = '/ems/v1/entropy/stream'

async function opened(draw: () => Promise<object>, query = 'bytes=16&interval_ms=100') {
  const frame = async () => ({ request_id: randomUUID(), ...(await draw()) }) as never
  served = await serve({
    upgrades: account =>
      eventStreams({
        feeds: [],
        account,
        segment: 'svc',
        log: createLog('silent'),
        channels: [entropyChannel({ frame }, () => undefined)],
      }),
  })
  const key = served.keyFor('entropy')
  const socket = new WebSocket(`ws://127.0.0.1:${served.port}${PATH}?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const frames: Frame[] = []
  const end = { code: 0 }
  socket.on('message', data => frames.push(JSON.parse(String(data)) as Frame))
  socket.on('close', code => {
    end.code = code
  })
  socket.on('error', () => undefined)
  return { socket, frames, end, served: served! }
}

it('frames come one a tick and are numbered from 1 without gaps', async () => {
  let draws = 0
  const { frames, socket } = await opened(async () => ({ bytes_hex: String(draws++) }))
  await expect.poll(() => frames.length).toBeGreaterThanOrEqual(3)
  socket.terminate()
  expect(frames.slice(0, 3)).toMatchObject([
    { type: 'entropy', seq: 1, bytes_hex: '0' },
    { type: 'entropy', seq: 2, bytes_hex: '1' },
    { type: 'entropy', seq: 3, bytes_hex: '2' },
  ])
})

it('a draw that is refused ends the stream with its code in an error frame, before the close', async () => {
  let draws = 0
  const { frames, end } = await opened(async () => {
    if (draws++ > 0)
      throw new AppError('insufficient_credits', 'no credits', { details: { required: 1, available: 0 } })
    return { bytes_hex: '00' }
  })
  await expect.poll(() => end.code).toBe(1008)
  expect(frames.map(({ type }) => type)).toEqual(['entropy', 'error'])
  expect(frames[1]).toMatchObject({ error: 'insufficient_credits', details: { required: 1, available: 0 } })
})

it('a bug ends the stream without telling internals', async () => {
  const { frames, end } = await opened(() => Promise.reject(new TypeError('a secret')))
  await expect.poll(() => end.code).toBe(1011)
  expect(frames).toMatchObject([{ type: 'error', error: 'internal' }])
  expect(JSON.stringify(frames)).not.toContain('secret')
})

it('a listener that does not read makes no more frames: nothing is drawn until the last one has left', async () => {
  let draws = 0
  const bytes_hex = 'ab'.repeat(65_536)
  const { socket } = await opened(async () => {
    draws += 1
    return { bytes_hex }
  })
  await once(socket, 'open')
  const { _socket } = socket as unknown as { _socket: Socket }
  _socket.pause()
  // Buffers of the system take a while to fill; then the count stands still over many ticks.
  let [last, still] = [-1, 0]
  const stands = () => {
    still = draws === last ? still + 1 : 0
    last = draws
    return still
  }
  await expect.poll(stands, { interval: 300 }).toBeGreaterThanOrEqual(5)
  const stalledAt = draws
  _socket.resume()
  await expect.poll(() => draws).toBeGreaterThan(stalledAt)
  socket.terminate()
})

it('a listener that does not take a frame for too long gets a frame that says so before it is closed', async () => {
  const sent: Frame[] = []
  const closed: number[] = []
  const websocket = Object.assign(new EventEmitter(), {
    // Never calls back: the network takes nothing.
    send: (text: string) => void sent.push(JSON.parse(text) as Frame),
    close: (code: number) => void closed.push(code),
    terminate: () => undefined,
  }) as unknown as WebSocket
  const make = async () => ({ bytes_hex: '00' })
  openFrameStream({ websocket, interval_ms: 5, make, permitted: () => true, report: () => undefined, stall_ms: 50 })
  await expect.poll(() => closed).toEqual([1008])
  expect(sent).toMatchObject([
    { type: 'entropy', seq: 1 },
    { type: 'error', error: 'slow_consumer' },
  ])
})

it('a message from the listener, and a key that is revoked, end it', async () => {
  const first = await opened(async () => ({ bytes_hex: '00' }))
  await expect.poll(() => first.frames.length).toBeGreaterThan(0)
  for (const { key_id } of first.served.account.keys.list()) first.served.account.keys.revoke(key_id)
  await expect.poll(() => first.frames.at(-1)).toMatchObject({ error: 'unauthenticated' })
  await first.served.stop()
  const second = await opened(async () => ({ bytes_hex: '00' }))
  await once(second.socket, 'open')
  second.socket.send('hello')
  await expect.poll(() => second.frames.at(-1)).toMatchObject({ error: 'unexpected_message' })
})

it.each([
  '',
  'bytes=0',
  'bytes=65537',
  'bytes=16&interval_ms=1',
  'bytes=16&policy=none',
  'bytes=16&policy=default&pool=x',
])('the query “%s” is refused before the upgrade', async query => {
  const { socket } = await opened(async () => ({ bytes_hex: '00' }), query)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(response.statusCode).toBe(400)
  socket.terminate()
})
