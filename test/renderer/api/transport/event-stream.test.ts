import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LabEvent } from '../../../../main/contract/backends/lab-events'
import type { JobEvent } from '../../../../main/contract/jobs/events'
import { createEventStream, type SocketListeners } from '../../../../renderer/src/api/transport/event-stream'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const job = '3f2a0f6e-5b57-4a0c-9a5e-0d6e0f1c2b3a'
const hello = (sequence: number) => ({ type: 'hello', sequence, heartbeat_s: 10 })
const status = (sequence: number) => ({
  type: 'status',
  sequence,
  at: '2026-11-21T09:00:00Z',
  job_uuid: job,
  backend: 'dev-a-mock',
  status: 'COMPLETED',
  status_reason: null,
})

/** A service in whose place the test opens, sends and closes. */
function fakeService() {
  const opened: { after: number | undefined; listeners: SocketListeners; closed: boolean }[] = []
  const stream = createEventStream({
    open(after, listeners) {
      const socket = { after, listeners, closed: false }
      opened.push(socket)
      return {
        close() {
          socket.closed = true
          listeners.closed()
        },
      }
    },
  })
  const say = (frame: unknown) => opened.at(-1)!.listeners.message(JSON.stringify(frame))
  return { stream, opened, say }
}

describe('the event stream', () => {
  it('opens with the first listener and closes a moment after the last', () => {
    const { stream, opened } = fakeService()
    expect(opened).toHaveLength(0)
    const leave = stream.listen(() => {})
    const leaveToo = stream.listen(() => {})
    expect(opened).toHaveLength(1)
    leave()
    expect(opened[0]!.closed).toBe(false)
    leaveToo()
    vi.advanceTimersByTime(4_000)
    expect(opened[0]!.closed).toBe(false)
    stream.listen(() => {})()
    vi.advanceTimersByTime(4_000)
    expect(opened[0]!.closed).toBe(false)
    vi.advanceTimersByTime(2_000)
    expect(opened[0]!.closed).toBe(true)
    vi.advanceTimersByTime(1e6)
    expect(opened).toHaveLength(1)
  })

  it('calls every listener, and is live from the first frame to the loss', () => {
    const { stream, opened, say } = fakeService()
    const received: JobEvent['type'][] = []
    const changes: boolean[] = []
    stream.watch(() => changes.push(stream.isLive()))
    stream.listen(event => received.push(event.type))
    expect(stream.isLive()).toBe(false)
    say(hello(4))
    say(status(5))
    opened[0]!.listeners.closed()
    expect(received).toEqual(['hello', 'status'])
    expect(changes).toEqual([true, false])
  })

  it('comes back after a loss from where it was, and waits longer each time nobody answers', () => {
    const { stream, opened, say } = fakeService()
    stream.listen(() => {})
    say(hello(4))
    say(status(9))
    opened[0]!.listeners.closed()
    vi.advanceTimersByTime(1_000)
    expect(opened.map(({ after }) => after)).toEqual([undefined, 9])
    const waits = [2_000, 4_000, 8_000].map(wait => {
      opened.at(-1)!.listeners.closed()
      vi.advanceTimersByTime(wait - 1)
      const before = opened.length
      vi.advanceTimersByTime(1)
      return opened.length - before
    })
    expect(waits).toEqual([1, 1, 1])
  })

  it('counts a connection that has gone silent as lost', () => {
    const { stream, opened, say } = fakeService()
    stream.listen(() => {})
    say(hello(1))
    vi.advanceTimersByTime(29_000)
    say({ type: 'heartbeat', sequence: 1, at: '2026-11-21T09:00:00Z' })
    vi.advanceTimersByTime(29_000)
    expect(opened).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    expect(opened[0]!.closed).toBe(true)
    expect(stream.isLive()).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(opened).toHaveLength(2)
  })

  it('passes over frames it does not know', () => {
    const { stream, opened, say } = fakeService()
    const received: string[] = []
    stream.listen(event => received.push(event.type))
    say({ type: 'weather', sunny: true })
    opened[0]!.listeners.message('not json')
    say(hello(0))
    expect(received).toEqual(['hello'])
  })

  it('reads the frames it is given, of other streams too', () => {
    const listeners: SocketListeners[] = []
    const open = (_after: number | undefined, own: SocketListeners) => {
      listeners.push(own)
      return { close: own.closed }
    }
    const stream = createEventStream({ open }, LabEvent)
    const received: LabEvent[] = []
    stream.listen(event => received.push(event))
    const progress = { fraction: 0.5, stage: 'baselines' }
    const at = '2026-11-21T09:00:00Z'
    const run = {
      type: 'run',
      sequence: 3,
      at,
      backend_id: 'dev-a-mock',
      logical_id: 'l',
      run_id: job,
      status: 'PROCESSING',
      progress,
    }
    for (const frame of [hello(2), status(3), run]) listeners[0]!.message(JSON.stringify(frame))
    expect(received.map(({ type }) => type)).toEqual(['hello', 'run'])
    expect(stream.isLive()).toBe(true)
  })
})
