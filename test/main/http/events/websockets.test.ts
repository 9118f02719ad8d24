import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { JobEvent } from '../../../../main/contract/jobs/events'
import { createEventLog } from '../../../../main/events/event-log'
import { jobFeed } from '../../../../main/http/events/feeds'
import { eventStreams } from '../../../../main/http/events/websockets'
import { jobHandlers } from '../../../../main/http/routes/jobs'
import type { Jobs } from '../../../../main/jobs/jobs'
import type { JobEvents } from '../../../../main/jobs/model/job'
import { createLog } from '../../../../main/log/log'
import { raw, type Served, serve } from '../test-server'

const PATH = '/api/svc/quantum/events'
const JOB = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

let served: Served
let events: JobEvents
const clients: WebSocket[] = []
const start = async (change: object = {}, kept?: number) => {
  events = createEventLog(Date.now, kept)
  const log = createLog('silent')
  const upgrades = (account: Served['account']) =>
    eventStreams({ feeds: [jobFeed(events)], account, segment: 'svc', log, ...change })
  served = await serve({ upgrades, handlers: jobHandlers({} as Jobs) })
}
beforeEach(() => start())
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate()
  await served.stop()
})

interface Listener {
  client: WebSocket
  frames: JobEvent[]
  /** Close code once closed. */
  closed: Promise<number>
}

/** Waits for the first frame, hello. */
async function listen(query = '', headers: object = bearer(served.keyFor('jobs'))): Promise<Listener> {
  const client = new WebSocket(`ws://127.0.0.1:${served.port}${PATH}${query}`, { headers: { ...headers } })
  clients.push(client)
  const frames: JobEvent[] = []
  client.on('message', data => frames.push(JobEvent.parse(JSON.parse(String(data)))))
  const closed = new Promise<number>(resolve => client.on('close', resolve))
  await new Promise((resolve, reject) => {
    client.once('message', resolve)
    client.once('error', reject)
  })
  return { client, frames, closed }
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const key = () => served.account.keys.create({ name: 'k', roles: ['jobs'] })
const publish = (owner: string | null, fraction = 0, job_uuid = JOB) =>
  events.publish({ type: 'progress', job_uuid, backend: 'dev-a-mock', fraction }, { owner, job_uuid })
const fractions = ({ frames }: Listener) => frames.flatMap(frame => (frame.type === 'progress' ? [frame.fraction] : []))
const types = ({ frames }: Listener) => frames.map(frame => frame.type)

/** The status that refuses an upgrade. */
const refusal = (headers: object, path = PATH) => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const all = {
    host: `127.0.0.1:${served.port}`,
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...upgrade,
    ...headers,
  }
  return raw(served.port, { path, headers: all })
}

describe('a stream of events', () => {
  it('begins with hello and brings what happens, in order', async () => {
    const { secret, key_id } = key()
    const listener = await listen('', bearer(secret))
    for (const fraction of [0.1, 0.2, 0.3]) publish(key_id, fraction)
    await expect.poll(() => fractions(listener)).toEqual([0.1, 0.2, 0.3])
    const sequences = listener.frames.map(frame => ('sequence' in frame ? frame.sequence : 0))
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
  })

  it('brings a key its own jobs and the window all of them, or the one that it names', async () => {
    const { secret, key_id } = key()
    const [mine, all, one] = [
      await listen('', bearer(secret)),
      await listen('', served.session()),
      await listen(`?job_uuid=${OTHER}`, served.session()),
    ]
    publish('someone else', 0.5)
    publish(key_id, 0.6)
    publish(null, 0.7, OTHER)
    await expect.poll(() => fractions(all)).toEqual([0.5, 0.6, 0.7])
    await expect.poll(() => fractions(mine)).toEqual([0.6])
    await expect.poll(() => fractions(one)).toEqual([0.7])
  })

  it('goes on where it ended when given the last sequence', async () => {
    const { secret, key_id } = key()
    for (let i = 1; i <= 1500; i++) publish(key_id, i / 2000)
    const listener = await listen(`?after=${events.newest() - 1200}`, bearer(secret))
    publish(key_id, 1)
    await expect.poll(() => fractions(listener).length).toBe(1201)
    expect(fractions(listener).at(-1)).toBe(1)
    expect(types(listener)).not.toContain('reset')
  })

  it('says reset where the place is no longer kept, or is of the future', async () => {
    await served.stop()
    await start({}, 10)
    const { secret, key_id } = key()
    for (let i = 0; i < 20; i++) publish(key_id, 0)
    for (const after of [events.newest() - 11, 5, events.newest() + 1_000]) {
      const listener = await listen(`?after=${after}`, bearer(secret))
      publish(key_id, 1)
      await expect.poll(() => types(listener)).toEqual(['hello', 'reset', 'progress'])
    }
  })

  it('grows over restarts, so that a place of an earlier one is known to be old', async () => {
    const earlier: JobEvents = createEventLog(() => Date.now() - 60_000)
    earlier.publish({ type: 'deleted', job_uuid: JOB, backend: 'dev-a-mock' }, { owner: null, job_uuid: JOB })
    expect(events.newest()).toBeGreaterThan(earlier.newest())
    expect(events.reaches(earlier.newest())).toBe(false)
  })

  // Seldom enough that a busy machine answers each ping before the next: one unanswered ends the stream.
  it('beats', async () => {
    await served.stop()
    await start({ heartbeat_s: 0.5 })
    const listener = await listen()
    await expect.poll(() => types(listener).filter(type => type === 'heartbeat').length).toBeGreaterThan(1)
  })

  it('ends with an error when its key is revoked', async () => {
    await served.stop()
    await start({ heartbeat_s: 0.05 })
    const { secret, key_id } = key()
    const listener = await listen('', bearer(secret))
    served.account.keys.revoke(key_id)
    expect(await listener.closed).toBe(1008)
    expect(listener.frames.at(-1)).toMatchObject({ type: 'error', error: 'unauthenticated' })
  })

  /** More than the system's own buffers hold. */
  async function flood(owner: string): Promise<void> {
    for (let turn = 0; turn < 400; turn++) {
      for (let i = 0; i < 90; i++) publish(owner, 0)
      await new Promise(resolve => setImmediate(resolve))
    }
  }

  it('ends with an error for a listener that reads too slowly, whose backlog stays bounded', async () => {
    await served.stop()
    await start({ heartbeat_s: 60 }, 100)
    const { secret, key_id } = key()
    const listener = await listen('', bearer(secret))
    const before = process.memoryUsage().external
    listener.client.pause()
    await flood(key_id)
    expect(process.memoryUsage().external - before).toBeLessThan(50e6)
    listener.client.resume()
    expect(await listener.closed).toBe(1008)
    expect(listener.frames.at(-1)).toMatchObject({ type: 'error', error: 'slow_consumer' })
  })

  it('lets go of a listener that has stopped reading altogether', async () => {
    await served.stop()
    await start({ heartbeat_s: 0.1, most: 1 }, 100)
    const { secret, key_id } = key()
    const listener = await listen('', bearer(secret))
    listener.client.pause()
    await flood(key_id)
    await expect
      .poll(() =>
        listen('', bearer(secret)).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('takes no messages', async () => {
    const listener = await listen()
    listener.client.send('hello')
    expect(await listener.closed).toBe(1003)
    const huge = await listen()
    huge.client.send('x'.repeat(100_000))
    expect(await huge.closed).toBe(1009)
  })

  it('ends when the service stops, which does not wait for it', async () => {
    const listener = await listen()
    await served.stop()
    expect(await listener.closed).toBe(1001)
    await start()
  })
})

describe('an upgrade', () => {
  it('without credentials, role, right host or right origin is refused like any call', async () => {
    const statusOf = async (headers: object, path?: string) => (await refusal(headers, path)).status
    const good = bearer(served.keyFor('jobs'))
    expect(await statusOf({})).toBe(401)
    expect(await statusOf(bearer('pk_wrong'))).toBe(401)
    expect(await statusOf(bearer(served.keyFor('qec')))).toBe(403)
    expect(await statusOf({ ...good, host: 'evil.example' })).toBe(403)
    expect(await statusOf({ ...good, origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf({ ...served.session(), 'sec-fetch-site': 'same-site' })).toBe(401)
    expect(await statusOf(good, '/elsewhere')).toBe(404)
    for (const query of ['after=-1', 'after=x', 'before=1', 'after=1&after=2', 'job_uuid=7'])
      expect(await statusOf(good, `${PATH}?${query}`), query).toBe(400)
    const { text } = await refusal({})
    expect(JSON.parse(text)).toMatchObject({ error: 'unauthenticated', status: 401 })
  })

  it('beyond what one caller may hold open is refused', async () => {
    await served.stop()
    await start({ most: 2 })
    const headers = bearer(served.keyFor('jobs'))
    await listen('', headers)
    await listen('', headers)
    expect((await refusal(headers)).status).toBe(429)
    await listen()
  })

  it('is required where a plain GET comes', async () => {
    const reply = await fetch(served.url + PATH, { headers: bearer(served.keyFor('jobs')) })
    expect(reply.status).toBe(426)
  })
})
