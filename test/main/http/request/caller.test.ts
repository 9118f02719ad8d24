import { describe, expect, it } from 'vitest'
import { auth, bell, get, json, post, problem, qec, SUBMIT, served, serveExampleCalls } from '../example-calls'
import { raw } from '../test-server'

serveExampleCalls()

describe('who is calling', () => {
  it('is required where it matters', async () => {
    const reply = await post(SUBMIT, bell, { authorization: '' })
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    expect((await problem(reply)).error).toBe('unauthenticated')
  })

  it.each(['Bearer', 'Bearer ', 'Bearer pk_wrong', 'Basic cGs6', 'pk_', `Bearer ${'x'.repeat(5000)}`, 'Bearer a b'])(
    'is not established by %s',
    async authorization => {
      expect((await problem(post(SUBMIT, bell, { authorization }))).error).toBe('unauthenticated')
    },
  )

  it('is answered by what is missing, or what is wrong with what was sent', async () => {
    const detailOf = async (authorization: string) => (await problem(post(SUBMIT, bell, { authorization }))).detail
    expect(await detailOf('')).toBe('This needs an API key or a signed-in window')
    expect(await detailOf('Bearer pk_wrong')).toMatch(/^No API key of this service is the one that was sent/)
  })

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
