import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../../main/contract/model/errors'
import { routes } from '../../../../main/contract/routes'
import { handle } from '../../../../main/http/request/call'
import { type Answer, raw, type Served, serve } from '../test-server'

const UUID = 'b3f5a9f0-6d0c-4c29-9d55-3f1a6f2d5a11'
const SUBMIT = '/api/svc/quantum/submit'
const bell = JSON.stringify(routes.submitJob.example)
let served: Served
let key: string

beforeAll(async () => {
  served = await serve({
    handlers: [
      handle(routes.submitJob, ({ body }) => {
        if (body.seed === 1) throw new AppError('queue_full', 'full', { details: { limit: 1, open: 1 } })
        if (body.seed === 2) throw new TypeError('a bug')
        return { job_uuid: UUID }
      }),
      handle(routes.listJobs, ({ query }) => {
        throw new AppError('conflict', JSON.stringify(query))
      }),
    ],
  })
  key = served.keyFor('jobs')
})
afterAll(() => served.stop())

interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** What differs from call to call is taken out. */
function alike({ status, headers, text }: Answer, request_id = String(headers['x-request-id'])) {
  const { date, ratelimit, 'x-request-id': _, ...rest } = headers
  expect(date).toBeDefined()
  const names = Object.keys(rest).sort()
  return { status, names, rest, limited: ratelimit !== undefined, text: text.replaceAll(request_id, 'ID') }
}

/** RFC 9112, section 3.2: a path, or the whole address, as a proxy sends it. */
async function bothWays({ path, ...sent }: Sent) {
  const byPath = await raw(served.port, { ...sent, path })
  const byAddress = await raw(served.port, { ...sent, path: `${served.url}${path}` })
  return [alike(byPath), alike(byAddress)] as const
}

const json = () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
const CALLS: Record<string, () => Sent> = {
  'a call that is in order': () => ({ path: '/api/svc/quantum/whoami', headers: json() }),
  'a submit': () => ({ method: 'POST', path: SUBMIT, headers: json(), body: bell }),
  'a submit in chunks': () => ({
    method: 'POST',
    path: SUBMIT,
    headers: { ...json(), 'transfer-encoding': 'chunked' },
    body: bell,
  }),
  'a submit that breaks its contract': () => ({ method: 'POST', path: SUBMIT, headers: json(), body: '{"shots":0}' }),
  'a submit that is no JSON': () => ({ method: 'POST', path: SUBMIT, headers: json(), body: '{' }),
  'a submit without a body': () => ({ method: 'POST', path: SUBMIT, headers: json() }),
  'a body of another type': () => ({
    method: 'POST',
    path: SUBMIT,
    headers: { ...json(), 'content-type': 'text/plain' },
    body: bell,
  }),
  'a body of another charset': () => ({
    method: 'POST',
    path: SUBMIT,
    headers: { ...json(), 'content-type': 'application/json; charset=utf-16' },
    body: bell,
  }),
  'an encoded body': () => ({
    method: 'POST',
    path: SUBMIT,
    headers: { ...json(), 'content-encoding': 'gzip' },
    body: bell,
  }),
  'a body that is too large': () => ({
    method: 'POST',
    path: '/session',
    headers: json(),
    body: Buffer.alloc(routes.signIn.body_limit + 1, ' '),
  }),
  'a refusal': () => ({ method: 'POST', path: SUBMIT, headers: json(), body: bell.replace('{', '{"seed":1,') }),
  'a bug': () => ({ method: 'POST', path: SUBMIT, headers: json(), body: bell.replace('{', '{"seed":2,') }),
  'a query': () => ({ path: '/api/svc/quantum/jobs?limit=7&tag=a%20b', headers: json() }),
  'a query that repeats itself': () => ({ path: '/api/svc/quantum/jobs?limit=7&limit=8', headers: json() }),
  'a query that is unknown': () => ({ path: '/api/svc/quantum/jobs?limits=7', headers: json() }),
  'no credentials': () => ({ path: '/api/svc/quantum/whoami' }),
  'a role that is not enough': () => ({ path: '/api/svc/quantum/keys', headers: json() }),
  'another host': () => ({ path: '/api/svc/quantum/whoami', headers: { ...json(), host: 'example.org' } }),
  'another origin': () => ({ path: '/api/svc/quantum/whoami', headers: { ...json(), origin: 'http://example.org' } }),
  'a head': () => ({ method: 'HEAD', path: '/api/svc/quantum/whoami', headers: json() }),
  'another method': () => ({ method: 'PUT', path: SUBMIT, headers: json() }),
}

describe('a whole address in the request line', () => {
  it.each(Object.keys(CALLS))('is answered as its path is: %s', async name => {
    const [byPath, byAddress] = await bothWays(CALLS[name]!())
    expect(byAddress).toEqual(byPath)
  })

  it('counts against the same limit either way', async () => {
    const left = async (path: string) => {
      const { headers } = await raw(served.port, { path, headers: json() })
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))![1])
    }
    const before = await left('/api/svc/quantum/whoami')
    expect(await left(`${served.url}/api/svc/quantum/whoami`)).toBe(before - 1)
    expect(await left('/api/svc/quantum/whoami')).toBe(before - 2)
  })
})
