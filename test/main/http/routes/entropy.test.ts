import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '../../../../main/contract/model/errors'
import { routes } from '../../../../main/contract/routes'
import { entropyHandlers } from '../../../../main/http/routes/entropy'
import { detector, supplied } from '../../entropy/supply/supplied'
import { type Served, serve } from '../test-server'

let open: ReturnType<typeof supplied>
let served: Served
let key: string
let operator: string
beforeAll(async () => {
  open = supplied([detector('src-a'), detector('src-b')])
  served = await serve({ handlers: entropyHandlers(open.supply) })
  key = served.keyFor('entropy')
  operator = served.keyFor('operator')
})
afterAll(async () => {
  await served.stop()
  open.close()
})

interface Sent {
  readonly body?: unknown
  readonly secret?: string | null
  readonly headers?: Record<string, string>
}

async function send(method: string, path: string, { body, secret = key, headers = {} }: Sent = {}) {
  const response = await fetch(served.url + path, {
    method,
    headers: {
      ...(secret !== null && { authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

const DRAW = '/entropy/api/v1/entropy'
const withKey = () => ({ 'idempotency-key': randomUUID() })
/** A key of its own for each test that draws: 60 draws a minute are let through. */
const fresh = () => served.keyFor('entropy')

const ENTROPY_PATHS = [
  ['GET', '/entropy/api/v1/sources'],
  ['POST', DRAW],
  ['POST', '/ems/v1/entropy/request'],
  ['POST', '/ems/v1/entropy/multi'],
  ['GET', '/ems/v1/entropy/pools'],
  ['GET', '/ems/v1/policies'],
  ['GET', '/ems/v1/sources'],
  ['GET', '/ems/v1/sources/src-a/quality'],
  ['GET', '/ems/v1/sources/src-a/quality/history'],
] as const
const OPERATOR_PATHS = [
  ['GET', '/ems/api/v1/sources'],
  ['PATCH', '/ems/api/v1/sources/src-a'],
  ['GET', '/ems/api/v1/pools'],
  ['GET', '/ems/api/v1/custom-pools'],
  ['POST', '/ems/api/v1/custom-pools'],
  ['PATCH', '/ems/api/v1/custom-pools'],
  ['GET', '/ems/api/v1/audit-log'],
] as const

describe('who may call', () => {
  it.each([...ENTROPY_PATHS, ...OPERATOR_PATHS])('%s %s needs a key', async (method, path) => {
    expect(await send(method, path, { secret: null })).toMatchObject({
      status: 401,
      body: { error: 'unauthenticated' },
    })
  })

  it.each(ENTROPY_PATHS)('%s %s needs the role entropy', async (method, path) => {
    const answer = await send(method, path, { secret: served.keyFor('jobs', 'operator') })
    expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden', details: { required: ['entropy'] } } })
  })

  it.each(OPERATOR_PATHS)('%s %s needs the role operator', async (method, path) => {
    expect(await send(method, path)).toMatchObject({ status: 403, body: { details: { required: ['operator'] } } })
  })
})

const LONG = 'x'.repeat(10_000)
const source = { mode: 'source', bytes: 16, id: 'src-a' }
const bad: readonly (readonly [path: string, what: string, body: unknown])[] = [
  [DRAW, 'nothing', {}],
  [DRAW, 'a list', []],
  [DRAW, 'no bytes', { ...source, bytes: 0 }],
  [DRAW, 'too many bytes', { ...source, bytes: 4097 }],
  [DRAW, 'half a byte', { ...source, bytes: 1.5 }],
  [DRAW, 'bytes as text', { ...source, bytes: '16' }],
  [DRAW, 'a mode that is none', { ...source, mode: 'any' }],
  [DRAW, 'ids in the mode source', { ...source, ids: ['src-a', 'src-b'] }],
  [DRAW, 'an unknown source', { ...source, id: 'src-z' }],
  [DRAW, 'a path for a source', { ...source, id: '../../etc/passwd' }],
  [DRAW, 'a long id', { ...source, id: LONG }],
  [DRAW, 'an unknown field', { ...source, price: 0 }],
  [DRAW, 'the prototype', `{"mode":"source","bytes":16,"id":"src-a","__proto__":{"admin":true}}`],
  [DRAW, 'long user data', { ...source, user_data: LONG }],
  [DRAW, 'half a character', { ...source, user_data: 'run \ud83d' }],
  [DRAW, 'one source in the mode custom', { mode: 'custom', bytes: 16, ids: ['src-a'] }],
  [DRAW, 'nine sources', { mode: 'custom', bytes: 16, ids: Array(9).fill('src-a') }],
  [DRAW, 'a source twice', { mode: 'custom', bytes: 16, ids: ['src-a', 'src-a'] }],
  ['/ems/v1/entropy/request', 'too many bytes', { bytes: 65_537 }],
  ['/ems/v1/entropy/request', 'a policy that is none', { bytes: 1, policy: 'constructor' }],
  ['/ems/v1/entropy/request', 'both policy and pool', { bytes: 1, policy: 'default', pool: 'x' }],
  ['/ems/v1/entropy/multi', 'one source', { bytes: 1, sources: ['src-a'] }],
  ['/ems/v1/entropy/multi', 'a method that is none', { bytes: 1, sources: ['src-a', 'src-b'], method: 'sum' }],
  ['/ems/v1/entropy/multi', 'a positive log2_eps', { bytes: 1, sources: ['src-a', 'src-b'], log2_eps: 1 }],
  [
    '/ems/v1/entropy/multi',
    'an error of the xor',
    { bytes: 1, sources: ['src-a', 'src-b'], method: 'xor', log2_eps: -64 },
  ],
]

describe('bad input', () => {
  it.each(bad)('%s refuses %s by name and charges nothing', async (path, _, body) => {
    const before = open.spent()
    const answer = await send('POST', path, { body, secret: fresh(), headers: withKey() })
    expect(answer).toMatchObject({
      status: 400,
      body: { remedy: ERRORS[answer.body.error as 'invalid_request'].remedy },
    })
    expect(open.spent()).toBe(before)
  })

  it.each([
    ['no Idempotency-Key', {}],
    ['one that is not visible ASCII', { 'idempotency-key': 'a"b' }],
    ['a long one', { 'idempotency-key': 'k'.repeat(256) }],
  ])('a draw of API A with %s is refused', async (_, headers) => {
    const answer = await send('POST', DRAW, {
      body: source,
      secret: fresh(),
      headers: headers as Record<string, string>,
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#header/Idempotency-Key' }] } })
  })

  it.each([
    ['PATCH', '/ems/api/v1/sources/src-a', {}],
    ['PATCH', '/ems/api/v1/sources/src-a', { state: 'on' }],
    ['PATCH', '/ems/api/v1/sources/src-a', { budget_bytes_per_day: -1 }],
    ['PATCH', '/ems/api/v1/sources/src-a', { claims: { min_entropy: 9 } }],
    ['PATCH', '/ems/api/v1/sources/src-a', { faults: [{ kind: 'lag', lag: 0, chance: 1 }] }],
    ['PATCH', '/ems/api/v1/sources/src-a', { reset: false }],
    ['PATCH', '/ems/api/v1/sources/..%2f..', { state: 'enabled' }],
    ['POST', '/ems/api/v1/custom-pools', { pool_id: 'a b', sources: ['src-a', 'src-b'] }],
    ['POST', '/ems/api/v1/custom-pools', { pool_id: 'x', sources: ['src-a'] }],
    ['POST', '/ems/api/v1/custom-pools', { pool_id: 'x', sources: ['src-a', 'src-z'] }],
    ['PATCH', '/ems/api/v1/custom-pools', { pool_id: 'x' }],
    ['GET', '/ems/api/v1/sources?limit=0', undefined],
    ['GET', '/ems/api/v1/sources?cursor=src-z', undefined],
    ['GET', '/ems/api/v1/audit-log?cursor=-1', undefined],
    ['GET', '/ems/v1/sources/none/quality', undefined],
    ['GET', '/ems/v1/sources/none/quality/history', undefined],
    ['GET', '/ems/v1/sources/src-a/quality/history?since=yesterday', undefined],
  ])('%s %s refuses %j', async (method, path, body) => {
    const secret = path.startsWith('/ems/v1/') ? key : operator
    expect(await send(method, path, { secret, body })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  it('sources and pools that are not there are 404', async () => {
    expect(await send('GET', '/ems/v1/sources/src-z/quality')).toMatchObject({ status: 404 })
    expect(await send('GET', '/ems/v1/sources/src-z/quality/history')).toMatchObject({ status: 404 })
    const body = { state: 'enabled' }
    expect(await send('PATCH', '/ems/api/v1/sources/src-z', { secret: operator, body })).toMatchObject({ status: 404 })
    const pool = { pool_id: 'none', state: 'disabled' }
    expect(await send('PATCH', '/ems/api/v1/custom-pools', { secret: operator, body: pool })).toMatchObject({
      status: 404,
    })
  })
})

it('bytes come with a salt, a receipt and the headers of a limit of 60 a minute, and again the same', async () => {
  const [secret, headers] = [fresh(), withKey()]
  const first = await send('POST', DRAW, { body: source, secret, headers })
  expect(first.status).toBe(200)
  expect(routes.drawEntropy.reply.shape.bytes_hex.parse(first.body.bytes_hex)).toHaveLength(32)
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=60;w=60')
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect((await send('POST', DRAW, { body: source, secret, headers })).body).toEqual(first.body)
})

it('the 61st draw of a key in a minute is 429 with Retry-After, whichever route, replays counted; other keys go on', async () => {
  const [secret, headers] = [fresh(), withKey()]
  const draw = () => send('POST', DRAW, { body: source, secret, headers })
  const statuses = []
  for (let i = 0; i < 60; i++) statuses.push((await draw()).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await send('POST', '/ems/v1/entropy/request', { body: { bytes: 1 }, secret })
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send('POST', DRAW, { body: source, secret: fresh(), headers: withKey() })).status).toBe(200)
  expect((await send('GET', '/ems/v1/sources', { secret })).status).toBe(200)
})

it('an operator sees every source page by page, changes one, and finds the change in the audit log', async () => {
  const first = await send('GET', '/ems/api/v1/sources?limit=1', { secret: operator })
  expect(first.body).toMatchObject({ items: [{ short_name: 'src-a' }], next_cursor: 'src-a' })
  const next = await send('GET', `/ems/api/v1/sources?limit=1&cursor=${first.body.next_cursor}`, { secret: operator })
  expect(next.body).toMatchObject({ items: [{ short_name: 'src-b' }], next_cursor: null })
  const full = encodeURIComponent(first.body.items[0].id)
  const body = { budget_bytes_per_day: 1_000_000 }
  const changed = await send('PATCH', `/ems/api/v1/sources/${full}`, { secret: operator, body })
  expect(changed.body).toMatchObject({ budget: { bytes_per_day: 1_000_000 } })
  const log = await send('GET', '/ems/api/v1/audit-log?limit=1', { secret: operator })
  expect(log.body.items).toMatchObject([{ actor: 'operator', action: 'update_source', change: body }])
})

it('pools, policies and sources are listed as the contract says', async () => {
  const pools = await send('GET', '/ems/v1/entropy/pools')
  expect(pools.body.items).toMatchObject([{ short_name: 'src-a' }, { short_name: 'src-b' }])
  const policies = await send('GET', '/ems/v1/policies')
  expect(policies.body.items.map(({ name }: { name: string }) => name)).toEqual([
    ...['default', 'quantum_only', 'high_assurance', 'simulated_ok'],
  ])
  expect((await send('GET', '/entropy/api/v1/sources')).body).toEqual((await send('GET', '/ems/v1/sources')).body)
})
