import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  auth,
  bell,
  get,
  jobs,
  json,
  pointers,
  post,
  problem,
  SUBMIT,
  served,
  serveExampleCalls,
  UUID,
} from '../example-calls'
import { raw } from '../test-server'

serveExampleCalls()

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
        message:
          'unknown field; known: num_qubits, num_clbits, result_clbits, physical_qubits, registers, instructions',
      },
      {
        pointer: '/a~1b~0c',
        message:
          'unknown field; known: backend, shots, circuit, text, circuits, parameters, observables, target_error, exact, seed, name, tags, options, saved_circuit',
      },
    ])
  })

  it('cannot set a prototype', async () => {
    const text = `{"__proto__": {"admin": true}, ${JSON.stringify(bell).slice(1)}`
    const reply = await post(SUBMIT, text)
    expect(reply.status).toBe(400)
    expect(pointers(await problem(reply))).toEqual(['/__proto__'])
  })

  it('in a path is reported under the name of its path parameter', async () => {
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

  it('that is not JSON is refused as such', async () => {
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

  it.each([
    ['open', (levels: number) => '['.repeat(levels)],
    ['closed', (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`],
    ['of objects', (levels: number) => '{"a":'.repeat(levels)],
  ])('that nests deeper than any of ours is not parsed, %s', async (_, body) => {
    const message = 'more than 1000 lists and objects within each other'
    expect(await problem(post(SUBMIT, body(1_001)))).toMatchObject({
      error: 'invalid_request',
      errors: [{ pointer: '', message }],
    })
    expect((await problem(post(SUBMIT, body(1_000)))).errors).not.toContainEqual({ pointer: '', message })
  })

  it('may have brackets in its text', async () => {
    const text = JSON.stringify({ ...bell, name: `\\"${'['.repeat(1_001)}` })
    expect((await post(SUBMIT, text)).status).toBe(400)
    expect((await problem(post(SUBMIT, text))).errors).toMatchObject([{ pointer: '/name' }])
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
