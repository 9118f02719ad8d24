import { describe, expect, it } from 'vitest'
import { routes } from '../../../../main/contract/routes'
import { createApiClient, type Ports } from '../../../../renderer/src/api/transport/client'

const id = '0b6e6f0a-6c1e-4f5c-9f6e-0a0b0c0d0e0f'
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'req-1' } })
const refusal = () => json({ title: 'No valid credentials', error: 'unauthenticated', remedy: 'Sign in.' }, 401)

type Answer = (url: string, init: RequestInit) => Response | Promise<Response>

/** A client whose requests `answer` answers, with a log of what it did. */
function clientOn(answer: Answer, more: Partial<Ports> = {}) {
  const log: { asked: { url: string; init: RequestInit }[]; received: boolean[]; admitted: number; refused: number } = {
    asked: [],
    received: [],
    admitted: 0,
    refused: 0,
  }
  const call = createApiClient({
    fetch: async (url, init = {}) => {
      log.asked.push({ url: String(url), init })
      return answer(String(url), init)
    },
    signInToken: null,
    segment: 'svc',
    onAnswered: answered => log.received.push(answered),
    admitted: () => {
      log.admitted += 1
    },
    refused: () => {
      log.refused += 1
    },
    ...more,
  })
  return { call, log }
}

describe('the client', () => {
  it('sends a body as JSON and parses the reply', async () => {
    const { call, log } = clientOn(() => json({ job_uuid: id }, 201))
    const body = { backend: 'dev-a-mock', shots: 10, circuit: { num_qubits: 1, instructions: [] } }
    expect(await call(routes.submitJob, { body })).toEqual({ job_uuid: id })
    expect(log.asked[0]!.url).toBe('/api/svc/quantum/submit')
    expect(log.asked[0]!.init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: JSON.stringify(body) })
    expect(log.received).toEqual([true])
    expect(log.admitted).toBe(1)
  })

  it('sends no body where the method has none', async () => {
    const { call, log } = clientOn(() => json({ items: [], next_cursor: null }))
    await call(routes.listJobs, { query: { limit: 5, status: 'FAILED' } })
    expect(log.asked[0]!.url).toBe('/api/svc/quantum/jobs?limit=5&status=FAILED')
    expect(log.asked[0]!.init.body).toBeUndefined()
  })

  it('turns a problem document into an ApiProblem with everything a person needs', async () => {
    const document = {
      title: 'The request is not valid',
      status: 400,
      detail: 'shots is too large',
      error: 'invalid_request',
      remedy: 'Correct the fields.',
      request_id: 'req-9',
      errors: [{ pointer: '/shots', message: 'at most 1000000' }],
      details: { limit: 1_000_000 },
    }
    const { call } = clientOn(() => json(document, 400))
    await expect(call(routes.getJob, { params: { job_uuid: id } })).rejects.toMatchObject({
      name: 'ApiProblem',
      status: 400,
      code: 'invalid_request',
      title: 'The request is not valid',
      detail: 'shots is too large',
      remedy: 'Correct the fields.',
      request_id: 'req-9',
      faults: [{ pointer: '/shots', message: 'at most 1000000' }],
      details: { limit: 1_000_000 },
    })
  })

  it('keeps the request id of a failure that is no problem document', async () => {
    const { call } = clientOn(
      () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'r' } }),
    )
    await expect(call(routes.health)).rejects.toMatchObject({ code: 'unreadable_reply', status: 502, request_id: 'r' })
  })

  it('refuses a reply that breaks the contract instead of showing it', async () => {
    const { call } = clientOn(() => json({ job_uuid: 'not a uuid' }, 201))
    const body = { backend: 'a', shots: 1, circuit: { num_qubits: 1, instructions: [] } }
    await expect(call(routes.submitJob, { body })).rejects.toMatchObject({ code: 'unreadable_reply' })
  })

  it('says offline where nothing answers, and lets the window know', async () => {
    const { call, log } = clientOn(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(routes.health)).rejects.toMatchObject({ code: 'offline' })
    expect(log.received).toEqual([false])
  })

  it('does not take an aborted call for an outage', async () => {
    const { call, log } = clientOn((_, { signal }) => Promise.reject(signal!.reason))
    const stop = new AbortController()
    stop.abort()
    await expect(call(routes.health, {}, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(log.received).toEqual([])
  })

  it('answers bytes for a binary route', async () => {
    const { call } = clientOn(() => new Response(new Uint8Array([1, 2, 255])))
    const params = { backend_id: 'b', logical_id: 'l', run_id: id, sha256: '0'.repeat(64) }
    expect(await call(routes.getRunShots, { params })).toEqual(new Uint8Array([1, 2, 255]))
  })
})

describe('a submit', () => {
  const body = { backend: 'a', shots: 1, circuit: { num_qubits: 1, instructions: [] } }
  const keysOf = (log: { asked: { init: RequestInit }[] }) =>
    log.asked.map(({ init }) => new Headers(init.headers).get('idempotency-key'))
  const refused = (status: number, error: string) => json({ title: 'No', error }, status)

  /** Sends the same body twice: the first is answered by `first`, the second with a job. */
  async function sentTwice(first: () => Response | Promise<Response>, second = body) {
    let asked = 0
    const { call, log } = clientOn(() => (asked++ === 0 ? first() : json({ job_uuid: id }, 201)))
    await call(routes.submitJob, { body }).catch(() => undefined)
    await call(routes.submitJob, { body: second })
    return keysOf(log)
  }

  it('carries a quoted key, and a call that takes none carries none', async () => {
    const { call, log } = clientOn(() => json({ job_uuid: id }, 201))
    await call(routes.submitJob, { body })
    await call(routes.abortJob, { params: { job_uuid: id } }).catch(() => undefined)
    expect(keysOf(log)).toEqual([expect.stringMatching(/^"[0-9a-f-]{36}"$/), null])
  })

  it.each([
    ['never came', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['was cut off', () => new Response('{"job_u', { status: 201 })],
    ['was a fault of the service', () => refused(500, 'internal')],
    ['says that the first is still on its way', () => refused(409, 'idempotency_in_flight')],
  ])('sent again after a reply that %s has the same key', async (_, first) => {
    const [one, two] = await sentTwice(first)
    expect(two).toBe(one)
  })

  it.each([
    ['was a job', () => json({ job_uuid: id }, 201)],
    ['was a refusal', () => refused(402, 'insufficient_tokens')],
  ])('sent again after a reply that %s has a new key', async (_, first) => {
    const [one, two] = await sentTwice(first)
    expect(two).not.toBe(one)
  })

  it('of another body has another key', async () => {
    const [one, two] = await sentTwice(() => Promise.reject(new TypeError('Failed to fetch')), { ...body, shots: 2 })
    expect(two).not.toBe(one)
  })
})

describe('a refused client', () => {
  const keys = { items: [] }

  it('reports the refusal where no token can be had', async () => {
    const { call, log } = clientOn(refusal)
    await expect(call(routes.listKeys)).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(log.refused).toBe(1)
  })

  it('signs in once for all calls of the moment, then asks', async () => {
    let signedIn = false
    const caller = { kind: 'session', key_id: null, name: 'holder', roles: ['jobs'] }
    const answer: Answer = (url, { body }) => {
      if (url !== '/session') return signedIn ? json(keys) : refusal()
      signedIn = JSON.parse(String(body)).token === 'fresh'
      return json(caller)
    }
    const { call, log } = clientOn(answer, { signInToken: async () => 'fresh' })
    expect(await Promise.all([call(routes.listKeys), call(routes.listKeys)])).toEqual([keys, keys])
    expect(log.asked.filter(({ url }) => url === '/session')).toHaveLength(1)
    expect(log.refused).toBe(0)
  })

  it('signs in again when its session has ended, and asks again', async () => {
    let session = 0
    let ended = false
    const answer: Answer = url => {
      if (url !== '/session') return session > (ended ? 1 : 0) ? json(keys) : refusal()
      session += 1
      return json({ kind: 'session', key_id: null, name: 'holder', roles: ['jobs'] })
    }
    const { call, log } = clientOn(answer, { signInToken: async () => 'fresh' })
    await call(routes.listKeys)
    ended = true
    expect(await call(routes.listKeys)).toEqual(keys)
    expect(session).toBe(2)
    expect(log.refused).toBe(0)
  })

  it('reports the refusal when the token is refused too', async () => {
    const { call, log } = clientOn(refusal, { signInToken: async () => 'stale' })
    await expect(call(routes.listKeys)).rejects.toMatchObject({ status: 401 })
    expect(log.refused).toBe(1)
  })

  it('leaves a failed sign-in to the screen that asked for it', async () => {
    const { call, log } = clientOn(refusal, { signInToken: async () => 'fresh' })
    await expect(call(routes.signIn, { body: { token: 'wrong' } })).rejects.toMatchObject({ status: 401 })
    expect(log.asked).toHaveLength(1)
    expect(log.refused).toBe(0)
  })
})
