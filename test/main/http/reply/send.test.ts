import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Job } from '../../../../main/contract/jobs/circuit-job'
import { SubmitReply } from '../../../../main/contract/jobs/submit'
import { routes } from '../../../../main/contract/routes'
import type { Route } from '../../../../main/contract/routes/definition'
import { isKnown, takesGzip } from '../../../../main/http/reply/send'
import { jobHandlers } from '../../../../main/http/routes/jobs'
import { backend, closeJobServices, holder, type JobService, openJobService, request } from '../../jobs/fixture'
import { type Served, serve } from '../test-server'

const LIMITS = { ...backend('dev-a-mock').limits, max_instructions: 10_000 }
const asking = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage

it.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['*', true],
  ['x-gzip', true],
  ['', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*;q=0', false],
  ['gzip;q=nonsense', false],
])('Accept-Encoding "%s" takes gzip: %s', (accepts, takes) => {
  expect(takesGzip(asking({ 'accept-encoding': accepts }))).toBe(takes)
})

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('If-None-Match %s knows "a": %s', (header, known) => {
  expect(isKnown(asking({ 'if-none-match': header }), '"a"')).toBe(known)
})

describe('a secret', () => {
  it('is neither compressed nor kept', async () => {
    const bytes = 'A'.repeat(100_000)
    const route: Route = { ...routes.drawEntropy, access: 'public', body: z.any(), reply: z.any() }
    const served = await serve({ handlers: [{ route, run: () => ({ bytes }) }] })
    const reply = await fetch(`${served.url}${route.path}`, {
      method: 'POST',
      headers: { 'accept-encoding': 'gzip', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(['content-encoding', 'etag', 'vary'].map(name => reply.headers.get(name))).toEqual([null, null, null])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    await served.stop()
  })
})

describe('bytes that are read again and again', () => {
  const BYTES: Readonly<Record<string, Uint8Array>> = {
    small: Uint8Array.of(1, 0, 2),
    large: Uint8Array.from({ length: 300_000 }, (_, at) => at & 3),
    none: new Uint8Array(),
  }
  let shown = BYTES
  let [served, key] = [null as unknown as Served, '']
  beforeAll(async () => {
    const route: Route = { ...routes.getJobShots, params: z.any(), query: z.any() }
    const run = ({ params }: { params: unknown }) => shown[(params as { job_uuid: string }).job_uuid]!
    served = await serve({ handlers: [{ route, run }] })
    key = served.keyFor('jobs')
  })
  afterAll(() => served.stop())
  const get = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/api/svc/quantum/jobs/${name}/result/b8`, {
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity', ...headers },
    })

  it.each(['small', 'large', 'none'])('are not sent again to who has them: %s', async name => {
    const first = await get(name)
    expect(first.headers.get('content-type')).toBe('application/octet-stream')
    expect(first.headers.get('content-length')).toBe(String(BYTES[name]!.length))
    expect(new Uint8Array(await first.arrayBuffer())).toEqual(BYTES[name])
    const tag = first.headers.get('etag')!
    expect([tag, first.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^"[\w-]+"$/),
      'private, no-cache',
    ])
    const again = await get(name, { 'if-none-match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    shown = { ...BYTES, [name]: Uint8Array.of(9) }
    expect((await get(name, { 'if-none-match': tag })).status).toBe(200)
    shown = BYTES
  })

  it('are compressed where they are large and the client takes that', async () => {
    const [packed, plain, small] = [
      await get('large', { 'accept-encoding': 'gzip' }),
      await get('large'),
      await get('small', { 'accept-encoding': 'gzip' }),
    ]
    const of = (name: string) => [packed, plain, small].map(({ headers }) => headers.get(name))
    expect(of('content-encoding')).toEqual(['gzip', null, null])
    expect(of('vary')).toEqual(['Accept-Encoding', 'Accept-Encoding', null])
    expect(packed.headers.get('etag')).toBe(`W/${plain.headers.get('etag')}`)
    expect(new Uint8Array(await packed.arrayBuffer())).toEqual(BYTES.large)
    const again = await get('large', { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.get('etag')! })
    expect([again.status, again.headers.get('vary')]).toEqual([304, 'Accept-Encoding'])
  })
})

describe('replies about a job', () => {
  let [served, service, key] = [null as unknown as Served, null as unknown as JobService, '']
  beforeAll(async () => {
    service = openJobService(undefined, { backends: { get: id => ({ ...backend(id), limits: LIMITS }) } })
    served = await serve({ handlers: jobHandlers(service.jobs) })
    key = served.keyFor('jobs')
  })
  afterAll(async () => {
    await served.stop()
    await closeJobServices()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/api/svc/quantum/${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } })
  const submitted = async (body: object): Promise<string> => {
    const reply = await fetch(`${served.url}/api/svc/quantum/submit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return SubmitReply.parse(await reply.json()).job_uuid
  }
  /** Nothing changes of a job that runs until the test lets it. */
  const untilRunning = (id: string) =>
    expect.poll(async () => ((await (await get(`jobs/${id}`)).json()) as Job).status).toBe('PROCESSING')
  const wide = (instructions: number) => ({
    ...request,
    circuit: {
      num_qubits: 1,
      instructions: [
        ...Array.from({ length: instructions }, () => ({ name: 'h', qubits: [0] })),
        { name: 'measure', qubits: [0], clbits: [0] },
      ],
    },
  })

  it.each([
    ['small', 3],
    ['large enough to be kept in a file', 4_000],
  ])('are not sent again while nothing changed, and are when something did: a %s circuit', async (_, length) => {
    const id = await submitted(wide(length))
    const first = await get(`jobs/${id}`)
    const tag = first.headers.get('etag')!
    // A tag is weak where the bytes depend on the compression.
    expect(tag).toMatch(length > 100 ? /^W\/"[\w-]+"$/ : /^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    await untilRunning(id)
    const running = await get(`jobs/${id}`)
    const again = await get(`jobs/${id}`, { 'if-none-match': running.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('vary')).toBe(running.headers.get('vary'))
    await service.jobs.abort(id, holder)
    const changed = await get(`jobs/${id}`, { 'if-none-match': running.headers.get('etag')! })
    expect(changed.status).toBe(200)
    expect(((await changed.json()) as Job).status).toBe('ABORTED')
  })

  it('leave the circuits out where they are not wanted', async () => {
    const id = await submitted(request)
    const bare = (await (await get(`jobs/${id}?circuit=false`)).json()) as Job
    const whole = (await (await get(`jobs/${id}?circuit=true`)).json()) as Job
    expect(bare).not.toHaveProperty('circuit')
    expect(bare).not.toHaveProperty('transpiled')
    expect(whole).toMatchObject({ job_uuid: bare.job_uuid, circuit: request.circuit, transpiled: null })
    const refused = await get(`jobs/${id}?circuit=maybe`)
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ pointer: '#query/circuit' }] }])
    await service.jobs.abort(id, holder)
  })

  it('are compressed where they are large and the client takes it, and not otherwise', async () => {
    await untilRunning(await submitted(request))
    for (let at = 0; at < 40; at++) await submitted({ ...request, name: `job ${at}`, tags: ['a tag', 'another tag'] })
    const packed = await get('jobs', { 'accept-encoding': 'gzip' })
    const plain = await get('jobs', { 'accept-encoding': 'identity' })
    expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
    for (const reply of [packed, plain]) expect(reply.headers.get('vary')).toBe('Accept-Encoding')
    const text = await plain.text()
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(text.length / 3)
    // fetch unpacks by itself.
    expect(await packed.text()).toBe(text)
    const small = await get('jobs?limit=1', { 'accept-encoding': 'gzip' })
    expect(small.headers.get('content-encoding')).toBeNull()
  })
})
