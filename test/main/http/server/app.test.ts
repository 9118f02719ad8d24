import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError, ERRORS } from '../../../../main/contract/model/errors'
import { routes } from '../../../../main/contract/routes'
import { Problem as ProblemShape } from '../../../../main/http/openapi/schemas'
import { handle } from '../../../../main/http/request/call'
import { raw, type Served, serve } from '../test-server'

const UUID = randomUUID()
let listing = 0
let aborted = 0
let served: Served
let jobs: string
let qec: string

beforeAll(async () => {
  served = await serve({
    handlers: [
      handle(routes.submitJob, ({ body }) => ({ job_uuid: body.seed === 13 ? 'not a uuid' : UUID })),
      handle(routes.abortJob, () => Promise.reject(new TypeError('a bug with a secret in it'))),
      handle(routes.getJob, ({ params }) => {
        throw new AppError('not_found', `No job ${params.job_uuid}`, { job_uuid: params.job_uuid })
      }),
      handle(routes.listJobs, (_, { signal }) => {
        listing += 1
        signal.addEventListener('abort', () => {
          aborted += 1
        })
        return new Promise(() => {})
      }),
      handle(routes.getRunShots, () => new Uint8Array([0, 255, 10, 13])),
      handle(routes.selectModule, () => Promise.reject(new AppError('no_embedding', 'no'))),
      handle(routes.getLogicalQubit, () => Promise.reject(new AppError('not_found', 'no'))),
    ],
  })
  jobs = served.keyFor('jobs')
  qec = served.keyFor('qec')
})
afterAll(() => served.stop())

const SUBMIT = '/api/svc/quantum/submit'
const bell = routes.submitJob.example as Record<string, unknown>

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${jobs}`, 'content-type': 'application/json', ...headers }
  return fetch(served.url + path, {
    method: 'POST',
    headers: all,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
const get = (path: string, headers: Record<string, string> = {}) => fetch(served.url + path, { headers })

async function problem(response: Response | Promise<Response>) {
  const reply = await response
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const body = ProblemShape.strict().parse(await reply.json())
  expect(body.status).toBe(reply.status)
  expect(body.request_id).toBe(reply.headers.get('x-request-id'))
  expect(body.remedy).toBe(ERRORS[body.error].remedy)
  return body
}
const pointers = (body: Problem) => body.errors.map(({ pointer }) => pointer)
type Problem = Awaited<ReturnType<typeof problem>>

describe('a call that is in order', () => {
  it('is answered with the status and shape of its contract', async () => {
    const reply = await post(SUBMIT, bell)
    expect(reply.status).toBe(201)
    expect(await reply.json()).toEqual({ job_uuid: UUID })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('gets bytes where the contract says bytes', async () => {
    const path = `/v1/backends/dev-a/logical-qubits/a00/runs/${UUID}/shots/${'0'.repeat(64)}`
    const reply = await get(path, { authorization: `Bearer ${qec}` })
    expect(reply.headers.get('content-type')).toBe('application/octet-stream')
    expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([0, 255, 10, 13])
  })

  it('carries the security headers and no sign of the software', async () => {
    const reply = await get('/openapi.json')
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('x-frame-options')).toBe('DENY')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.has('x-powered-by')).toBe(false)
    expect(reply.headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('who is calling', () => {
  it('is asked for where it matters', async () => {
    const reply = await post(SUBMIT, bell, { authorization: '' })
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    expect((await problem(reply)).error).toBe('unauthenticated')
  })

  it.each(['Bearer', 'Bearer ', 'Bearer pk_wrong', 'Basic cGs6', 'pk_', `Bearer ${'x'.repeat(5000)}`, 'Bearer a b'])(
    'is not told by %s',
    async authorization => {
      expect((await problem(post(SUBMIT, bell, { authorization }))).error).toBe('unauthenticated')
    },
  )

  it('is decided by the bearer token alone when there is one', async () => {
    const headers = { ...served.session(), authorization: 'Bearer pk_wrong' }
    expect((await problem(get('/api/svc/quantum/whoami', headers))).error).toBe('unauthenticated')
  })

  it('must have the role, which the refusal names', async () => {
    const body = await problem(post(SUBMIT, bell, { authorization: `Bearer ${qec}` }))
    expect(body).toMatchObject({ error: 'forbidden', details: { required: ['jobs'], roles: ['qec'] } })
  })

  it('may be the signed-in window, which has every role', async () => {
    const { cookie, origin } = served.session()
    expect((await post(SUBMIT, bell, { authorization: undefined as never, cookie, origin })).status).toBe(401)
    const reply = await raw(served.port, json(SUBMIT, bell, { cookie, origin }))
    expect(reply.status).toBe(201)
  })

  it('may not manage keys with a key, whatever its roles', async () => {
    const all = served.keyFor('jobs', 'qec', 'entropy', 'operator')
    expect((await problem(get('/api/svc/quantum/keys', { authorization: `Bearer ${all}` }))).error).toBe(
      'session_required',
    )
  })

  it('may have any letters in the name of its key', async () => {
    const { secret } = served.account.keys.create({ name: 'naïve "key"\n', roles: ['entropy'] })
    expect((await problem(post(SUBMIT, bell, { authorization: `Bearer ${secret}` }))).detail).toContain('naïve')
  })
})

const json = (path: string, body: unknown, headers: object) => ({
  method: 'POST',
  path,
  headers: { host: `127.0.0.1:${served.port}`, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

describe('bad input', () => {
  it('is refused with a pointer to each fault at once', async () => {
    const body = await problem(
      post(SUBMIT, { backend: 'a b', shots: 0, circuit: { num_qubits: 'two', instructions: [{}] } }),
    )
    expect(body.error).toBe('invalid_request')
    const places = [
      '/backend',
      '/shots',
      '/circuit/num_qubits',
      '/circuit/instructions/0/name',
      '/circuit/instructions/0/qubits',
    ]
    expect(pointers(body)).toEqual(places)
  })

  it('names the first faults of a body that has hundreds of thousands', async () => {
    const wrong = Array.from({ length: 150_000 }, () => ({ name: 1, qubits: [0] }))
    const body = await problem(post(SUBMIT, { ...bell, circuit: { num_qubits: 1, instructions: wrong } }))
    expect(body.error).toBe('invalid_request')
    expect(body.errors).toHaveLength(100)
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 1]))
    expect((await problem(post(SUBMIT, many))).errors).toHaveLength(100)
  })

  it('names every unknown field where it stands', async () => {
    const body = await problem(
      post(SUBMIT, { ...bell, 'a/b~c': 1, circuit: { ...(bell.circuit as object), depth: 3 } }),
    )
    expect(body.errors).toEqual([
      {
        pointer: '/circuit/depth',
        message: 'unknown field; known: num_qubits, num_clbits, registers, instructions',
      },
      {
        pointer: '/a~1b~0c',
        message: 'unknown field; known: backend, shots, circuit, circuits, seed, name, tags, options',
      },
    ])
  })

  it('may not smuggle a prototype', async () => {
    const text = `{"__proto__": {"admin": true}, ${JSON.stringify(bell).slice(1)}`
    const reply = await post(SUBMIT, text)
    expect(reply.status).toBe(400)
    expect(pointers(await problem(reply))).toEqual(['/__proto__'])
  })

  it('in a path is named by its parameter', async () => {
    const body = await problem(get('/api/svc/quantum/jobs/42', { authorization: `Bearer ${jobs}` }))
    expect(pointers(body)).toEqual(['#path/job_uuid'])
  })

  it.each([
    ['limit=0', '#query/limit'],
    ['limit=ten', '#query/limit'],
    ['limit=1&limit=2', '#query/limit'],
    ['statsu=PENDING', '#query/statsu'],
    ['status=DONE', '#query/status'],
    ['__proto__=1', '#query/__proto__'],
  ])('in the query %s is named', async (query, place) => {
    const body = await problem(get(`/api/svc/quantum/jobs?${query}`, { authorization: `Bearer ${jobs}` }))
    expect(pointers(body)).toEqual([place])
  })

  it('that is not JSON says so', async () => {
    for (const text of ['{', '{"a":}', 'shots=1', '\u0000'])
      expect((await problem(post(SUBMIT, text))).error).toBe('malformed_json')
  })

  it('that names a field twice is refused with its place, instead of taking the last', async () => {
    const text = JSON.stringify(bell).replace('"shots":', '"shots":1,"shots":')
    const body = await problem(post(SUBMIT, text))
    expect(body.error).toBe('invalid_request')
    expect(pointers(body)).toEqual(['/shots'])
  })

  it('that is not UTF-8 is refused with its place, instead of being put right', async () => {
    const [before, after] = JSON.stringify({ ...bell, name: '|' }).split('|')
    const bytes = Buffer.concat([Buffer.from(before!), Buffer.from([0xc3, 0x28]), Buffer.from(after!)])
    const headers = { ...auth(), 'content-type': 'application/json', 'content-length': String(bytes.length) }
    const reply = await raw(served.port, { ...json(SUBMIT, bell, headers), body: bytes })
    expect(reply.status).toBe(400)
    expect(JSON.parse(reply.text)).toMatchObject({
      error: 'malformed_json',
      detail: `The body is not UTF-8: byte ${Buffer.byteLength(before!) + 1} cannot stand where it does`,
    })
  })

  it('in the path that is not percent-encoded UTF-8 says what would be', async () => {
    const body = await problem(get('/api/svc/quantum/jobs/%ED%A0%80', { authorization: `Bearer ${jobs}` }))
    expect(body).toMatchObject({ error: 'malformed_request', detail: expect.stringContaining('%25') })
  })

  it.each(['null', '1', '"text"', '[]', 'true'])(
    'that is the JSON value %s instead of an object is invalid',
    async text => {
      expect((await problem(post(SUBMIT, text))).error).toBe('invalid_request')
    },
  )

  it('that nests a hundred thousand deep is refused without harm', async () => {
    const deep = `{"backend":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await problem(post(SUBMIT, deep))).error).toBe('invalid_request')
  })

  it('of another content type is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ])
      expect((await problem(post(SUBMIT, bell, { 'content-type': type }))).error).toBe('unsupported_media_type')
    const untyped = await raw(served.port, {
      ...json(SUBMIT, bell, {}),
      headers: { ...auth(), 'content-length': '2' },
      body: '{}',
    })
    expect(untyped.status).toBe(415)
    const zipped = await post(SUBMIT, bell, { 'content-encoding': 'gzip' })
    expect((await problem(zipped)).error).toBe('unsupported_media_type')
  })

  it('that is too large names the limit, stated or streamed', async () => {
    const path = `/api/svc/quantum/jobs/${UUID}/abort`
    const body = await problem(post(path, { filler: 'x'.repeat(1_000_001) }))
    expect(body).toMatchObject({ error: 'body_too_large', details: { limit: 1_000_000 } })
    const headers = { ...auth(), 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const streamed = await raw(served.port, { method: 'POST', path, headers, body: Buffer.alloc(1_100_000, ' ') })
    expect(streamed.status).toBe(413)
  })

  it('where no body belongs is refused by name', async () => {
    const body = await problem(post(`/api/svc/quantum/jobs/${UUID}/abort`, { force: true }))
    expect(body.errors).toEqual([{ pointer: '/force', message: 'unknown field; none is taken here' }])
  })

  it.each(['/api/svc/quantum/jobs/%zz', '/api/svc/quantum/jobs/%c0%80', '/%', '/api/svc/quantum/jobs/%00'])(
    'as the malformed path %s is a 4xx problem',
    async path => {
      const reply = await raw(served.port, { path, headers: auth() })
      expect([400, 404]).toContain(reply.status)
      expect(JSON.parse(reply.text)).toHaveProperty('request_id')
    },
  )

  it('of any JSON shape never answers 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async text => {
        expect([201, 400]).toContain((await post(SUBMIT, text)).status)
      }),
      { numRuns: 60 },
    )
  })
})

const auth = () => ({ host: `127.0.0.1:${served.port}`, authorization: `Bearer ${jobs}` })

describe('paths and methods', () => {
  it('that are unknown answer 404, and a wrong method 405 with what is allowed', async () => {
    expect((await problem(get('/nothing/here'))).error).toBe('not_found')
    const wrong = await fetch(served.url + SUBMIT, { method: 'PUT', headers: auth() })
    expect(wrong.headers.get('allow')).toBe('POST')
    expect((await problem(wrong)).error).toBe('method_not_allowed')
    const list = await fetch(`${served.url}/api/svc/quantum/jobs`, { method: 'DELETE' })
    expect(list.headers.get('allow')).toBe('GET, HEAD')
  })

  it('are case-sensitive and exact', async () => {
    expect((await get('/API/svc/quantum/whoami')).status).toBe(404)
    expect((await get('/api/svc/quantum/whoami/')).status).toBe(404)
  })

  it('that differ only in a parameter do not hide each other', async () => {
    const module = '/v1/backends/dev-a/logical-qubits'
    const selected = await post(`${module}/select`, routes.selectModule.example, { authorization: `Bearer ${qec}` })
    expect((await problem(selected)).error).toBe('no_embedding')
    expect((await problem(get(`${module}/select`, { authorization: `Bearer ${qec}` }))).error).toBe('not_found')
  })

  it('answer OPTIONS with the methods, without CORS', async () => {
    const reply = await fetch(served.url + SUBMIT, { method: 'OPTIONS' })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('allow')).toBe('POST')
    expect(reply.headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('failures', () => {
  it('that are expected keep their message and details', async () => {
    const body = await problem(get(`/api/svc/quantum/jobs/${UUID}`, { authorization: `Bearer ${jobs}` }))
    expect(body).toMatchObject({ error: 'not_found', detail: `No job ${UUID}`, details: { job_uuid: UUID } })
  })

  it('that are bugs tell nothing but the request id', async () => {
    const reply = await post(`/api/svc/quantum/jobs/${UUID}/abort`, {})
    const text = await reply.clone().text()
    expect((await problem(reply)).error).toBe('internal')
    expect(text).not.toMatch(/secret|TypeError|\.ts/)
  })

  it('include a reply that breaks its contract', async () => {
    expect((await problem(post(SUBMIT, { ...bell, seed: 13 }))).error).toBe('internal')
  })
})

describe('calls from elsewhere', () => {
  const whoami = (headers: object) => raw(served.port, { path: '/api/svc/quantum/whoami', headers })

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost:1', '127.0.0.1.evil.example', '0.0.0.0'])(
    'by the Host %j are refused (DNS rebinding)',
    async host => {
      const reply = await whoami({ ...auth(), host })
      expect(reply.status).toBe(403)
      expect(JSON.parse(reply.text).error).toBe('wrong_host')
    },
  )

  it.each(['127.0.0.1', 'localhost', '[::1]'])('by the loopback name %s are served', async name => {
    expect((await whoami({ ...auth(), host: `${name}:${served.port}` })).status).toBe(200)
  })

  it.each(['http://evil.example', 'null', 'http://127.0.0.1', 'https://127.0.0.1', 'file://'])(
    'by a page of %s are refused',
    async origin => {
      const reply = await whoami({ ...auth(), origin })
      expect(reply.status).toBe(403)
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('cannot use the cookie to change anything without our Origin', async () => {
    const { cookie } = served.session()
    expect(
      (await raw(served.port, json('/api/svc/quantum/keys', { name: 'x', roles: ['jobs'] }, { cookie }))).status,
    ).toBe(401)
  })

  it.each(['cross-site', 'same-site'])('that the browser calls %s do not have the cookie counted', async site => {
    const { cookie } = served.session()
    const host = `127.0.0.1:${served.port}`
    expect((await whoami({ host, cookie, 'sec-fetch-site': site })).status).toBe(401)
    expect((await whoami({ host, cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})

describe('the connection', () => {
  it('tells the call when the client has gone', async () => {
    const before = { listing, aborted }
    const leaving = new AbortController()
    const call = fetch(`${served.url}/api/svc/quantum/jobs`, {
      headers: { authorization: `Bearer ${jobs}` },
      signal: leaving.signal,
    })
    const gone = expect(call).rejects.toThrow()
    await expect.poll(() => listing).toBe(before.listing + 1)
    leaving.abort()
    await gone
    await expect.poll(() => aborted).toBe(before.aborted + 1)
  })

  it('survives a client that speaks nonsense or hangs up in the middle of a body', async () => {
    const socket = connect(served.port, '127.0.0.1')
    const ended = new Promise(resolve => socket.once('close', resolve))
    socket.resume().write('BLAH BLAH\r\n\r\n')
    await ended
    const half = connect(served.port, '127.0.0.1')
    const length = 'Content-Type: application/json\r\nContent-Length: 100'
    half.write(
      `POST ${SUBMIT} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${jobs}\r\n${length}\r\n\r\n{"a":`,
    )
    await new Promise(resolve => setTimeout(resolve, 50))
    half.destroy()
    expect((await get('/openapi.json')).status).toBe(200)
  })
})
