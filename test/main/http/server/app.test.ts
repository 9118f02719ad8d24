import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { routes } from '../../../../main/contract/routes'
import {
  aborted,
  auth,
  bell,
  FULL_DISK_SEED,
  get,
  jobs,
  listing,
  post,
  problem,
  qec,
  SUBMIT,
  served,
  serveExampleCalls,
  UUID,
} from '../example-calls'

serveExampleCalls()

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

  it('that are bugs reveal nothing but the request id', async () => {
    const reply = await post(`/api/svc/quantum/jobs/${UUID}/abort`, {})
    const text = await reply.clone().text()
    expect((await problem(reply)).error).toBe('internal')
    expect(text).not.toMatch(/secret|TypeError|\.ts/)
  })

  it('include a reply that breaks its contract', async () => {
    expect((await problem(post(SUBMIT, { ...bell, seed: 13 }))).error).toBe('internal')
  })

  it('of a database without room names the folder to free, and what is left there', async () => {
    const full = await problem(post(SUBMIT, { ...bell, seed: FULL_DISK_SEED }))
    expect(full).toMatchObject({ status: 507, error: 'storage_full' })
    const { folder, free_bytes } = full.details
    expect(full.detail).toContain(folder)
    expect(free_bytes).toBeGreaterThan(0)
  })
})

describe('the connection', () => {
  it('aborts the call when the client has gone', async () => {
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
