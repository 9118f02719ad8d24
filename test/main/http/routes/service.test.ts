import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../../main/contract/model/errors'
import { raw, type Served, serve } from '../test-server'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.stop())

const fresh = () => served.account.sessions.issueToken().token
const link = (token: string) => `${served.url}/sign-in?token=${token}`
const open = (token: string, init: RequestInit = {}) => fetch(link(token), { redirect: 'manual', ...init })
const cookieOf = (reply: Response) => reply.headers.get('set-cookie')!

const host = () => ({ host: `127.0.0.1:${served.port}` })
const whoami = async (cookie: string) =>
  (await raw(served.port, { path: '/api/svc/quantum/whoami', headers: { ...host(), cookie } })).status

describe('the sign-in link', () => {
  it('sets a cookie that scripts cannot read and other sites cannot send, and goes to the interface', async () => {
    const reply = await open(fresh())
    expect(reply.status).toBe(303)
    expect(reply.headers.get('location')).toBe('/')
    const [value, ...flags] = cookieOf(reply).split('; ')
    expect(value).toMatch(new RegExp(`^pentad_${served.port}=session_`))
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict'])
    expect(await whoami(value!)).toBe(200)
  })

  it('works once, then says how to get another', async () => {
    const token = fresh()
    await open(token)
    const again = await open(token)
    expect(again.status).toBe(401)
    expect(again.headers.get('content-type')).toMatch(/^text\/html/)
    expect(again.headers.has('set-cookie')).toBe(false)
    expect(await again.text()).toContain('npm run keys -- link')
  })

  it('says so to a program as a problem', async () => {
    const reply = await open('signin_unknown', { headers: { accept: 'application/json' } })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await reply.json()).toMatchObject({ error: 'unauthenticated' })
  })

  it.each(['/sign-in', '/openapi.json'])('says which methods %s takes', async path => {
    const reply = await fetch(served.url + path, { method: 'POST' })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toMatch(/^GET/)
    expect(await reply.json()).toMatchObject({ error: 'method_not_allowed' })
  })

  it('is not used up by a browser that only looks ahead', async () => {
    const token = fresh()
    expect((await open(token, { method: 'HEAD' })).status).toBe(204)
    expect((await open(token, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(204)
    expect((await open(token)).status).toBe(303)
  })

  it.each(['', '?token=', '?token=a&token=b', '?token=%00', '?token[x]=1', `?token=${'x'.repeat(4000)}`])(
    'with the query "%s" signs nobody in',
    async query => {
      const reply = await fetch(`${served.url}/sign-in${query}`, { redirect: 'manual' })
      expect(reply.status).toBe(401)
      expect(reply.headers.has('set-cookie')).toBe(false)
    },
  )

  it('gives each browser its own session', async () => {
    expect(cookieOf(await open(fresh()))).not.toBe(cookieOf(await open(fresh())))
  })
})

describe('the session', () => {
  const post = (token: string) => {
    const headers = { 'content-type': 'application/json', origin: served.url }
    return fetch(`${served.url}/session`, { method: 'POST', headers, body: JSON.stringify({ token }) })
  }

  it('opens by POST too, once for each token', async () => {
    const token = fresh()
    const reply = await post(token)
    expect(await reply.json()).toMatchObject({ kind: 'session', key_id: null })
    expect(await whoami(cookieOf(reply).split(';')[0]!)).toBe(200)
    expect((await post(token)).status).toBe(401)
  })

  it('ends at sign-out, for good', async () => {
    const { cookie, origin } = served.session()
    const other = served.session()
    const ended = await raw(served.port, { method: 'DELETE', path: '/session', headers: { ...host(), cookie, origin } })
    expect(ended.status).toBe(200)
    expect(String(ended.headers['set-cookie'])).toMatch(/Expires=Thu, 01 Jan 1970/)
    expect(await whoami(cookie)).toBe(401)
    expect(await whoami(other.cookie)).toBe(200)
  })

  it('is listed and revoked by the account holder, and by no key', async () => {
    const [mine, other] = [served.session(), served.session()]
    const call = async (method: string, path: string, headers: object) => {
      const reply = await raw(served.port, { method, path, headers: { ...host(), ...headers } })
      return { status: reply.status, body: JSON.parse(reply.text), headers: reply.headers }
    }
    const listed = await call('GET', '/sessions', mine)
    expect(listed.status).toBe(200)
    expect(listed.headers['cache-control']).toBe('no-store')
    const items = listed.body.items as { session_id: string; is_current: boolean }[]
    expect(items.filter(({ is_current }) => is_current)).toHaveLength(1)
    const bearer = { authorization: `Bearer ${served.keyFor('operator')}` }
    const refused = await call('GET', '/sessions', bearer)
    expect([refused.status, refused.body.error, refused.body.remedy]).toMatchObject([
      403,
      'session_required',
      expect.stringContaining('Sign in'),
    ])
    const { session_id } = (await call('GET', '/sessions', other)).body.items.find(
      (session: { is_current: boolean }) => session.is_current,
    )
    expect((await call('DELETE', `/sessions/${session_id}`, mine)).status).toBe(200)
    expect(await whoami(other.cookie)).toBe(401)
    expect((await call('DELETE', `/sessions/${session_id}`, mine)).body.error).toBe('not_found')
    const own = items.find(({ is_current }) => is_current)!
    const ended = await call('DELETE', `/sessions/${own.session_id}`, mine)
    expect(String(ended.headers['set-cookie'])).toMatch(/Expires=Thu, 01 Jan 1970/)
    expect(await whoami(mine.cookie)).toBe(401)
  })

  it.each(['/session', 'its own address'])(
    'ends by %s on a full disk too: its cookie is cleared, and the error said',
    async at => {
      const { cookie, origin } = served.session()
      const { sessions } = served.account
      const own = sessions.list(decodeURIComponent(cookie.split('=')[1]!)).find(({ is_current }) => is_current)!
      const { revoke } = sessions
      vi.spyOn(sessions, 'revoke').mockImplementationOnce((...call) => {
        revoke(...call)
        throw new AppError('storage_full', 'The session has ended, but the disk is full and still holds its row')
      })
      const path = at === '/session' ? at : `/sessions/${own.session_id}`
      const ended = await raw(served.port, { method: 'DELETE', path, headers: { ...host(), cookie, origin } })
      expect([ended.status, JSON.parse(ended.text).error]).toEqual([507, 'storage_full'])
      expect(String(ended.headers['set-cookie'])).toMatch(/Expires=Thu, 01 Jan 1970/)
      expect(await whoami(cookie)).toBe(401)
    },
  )

  it('is read from among other cookies, by its exact name', async () => {
    const { cookie } = served.session()
    const value = cookie.split('=')[1]
    expect(await whoami(`a=b; ${cookie}; c=d`)).toBe(200)
    expect(await whoami(`xpentad_${served.port}=${value}`)).toBe(401)
    expect(await whoami(`pentad_1=${value}`)).toBe(401)
    expect(await whoami(`pentad_${served.port}`)).toBe(401)
  })

  it('creates, lists, rotates and revokes keys; the secret shows in the first reply only', async () => {
    const { cookie, origin } = served.session()
    const call = async (method: string, path: string, body?: object) => {
      const headers = { ...host(), cookie, origin, ...(body ? { 'content-type': 'application/json' } : {}) }
      const reply = await raw(served.port, {
        method,
        path: `/api/svc/quantum/keys${path}`,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: reply.status, body: JSON.parse(reply.text) }
    }
    const created = await call('POST', '', { name: 'ci', roles: ['qec'] })
    expect(created.status).toBe(201)
    const listed = await call('GET', '')
    expect(JSON.stringify(listed.body)).toContain(created.body.key_id)
    expect(JSON.stringify(listed.body)).not.toContain(created.body.secret)
    const rotated = await call('POST', `/${created.body.key_id}/rotate`)
    expect(rotated.body).toMatchObject({ key_id: created.body.key_id })
    expect(rotated.body.secret).not.toBe(created.body.secret)
    const revoked = await call('DELETE', `/${created.body.key_id}`)
    expect(revoked.body.revoked_at).not.toBeNull()
    expect((await call('POST', `/${created.body.key_id}/rotate`)).body.error).toBe('conflict')
    expect((await call('POST', '', { name: ' ', roles: [] })).body.errors).toHaveLength(2)
  })
})
