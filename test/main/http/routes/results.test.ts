/** What a result gives over HTTP: counts by register and bit, intervals, CSV, waiting. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { JobResult } from '../../../../main/contract/jobs/result'
import { SubmitReply } from '../../../../main/contract/jobs/submit'
import { jobHandlers } from '../../../../main/http/routes/jobs'
import { closeJobServices, type JobService, openJobService, request } from '../../jobs/fixture'
import { type Served, serve } from '../test-server'

const registers = [
  { name: 'q', kind: 'qubit' as const, size: 1 },
  { name: 'a', kind: 'bit' as const, size: 1 },
  { name: 'b', kind: 'bit' as const, size: 2 },
]
const circuit = { ...request.circuit, num_clbits: 3, registers }

let [served, service, key] = [null as unknown as Served, null as unknown as JobService, '']
beforeAll(async () => {
  service = openJobService()
  served = await serve({ handlers: jobHandlers(service.jobs) })
  key = served.keyFor('jobs')
})
afterAll(async () => {
  await served.stop()
  await closeJobServices()
})

const call = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${served.url}/api/svc/quantum/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  })

/** A job that runs until its test lets it finish. */
async function running(body: object = { ...request, circuit }) {
  const before = service.waiting.length
  const reply = await call('submit', {}, { method: 'POST', body: JSON.stringify(body) })
  const { job_uuid } = SubmitReply.parse(await reply.json())
  await vi.waitFor(() => expect(service.waiting.length).toBe(before + 1), 60_000)
  const counts = new Map([
    ['001', 30],
    ['110', 70],
  ])
  return { job_uuid, finish: () => service.waiting.at(-1)!.finish({ counts }) }
}

describe('the result of a circuit with registers', () => {
  let id = ''
  const result = async (query: string) =>
    JobResult.strict().parse(await (await call(`jobs/${id}/result${query}`)).json())
  beforeAll(async () => {
    const job = await running()
    job.finish()
    id = job.job_uuid
    await call(`jobs/${id}?wait=20`)
  })

  it('names its registers, and has the counts of all bits', async () => {
    expect(await result('')).toMatchObject({
      counts: { '001': 30, '110': 70 },
      num_clbits: 3,
      registers: [
        { name: 'a', clbits: [0] },
        { name: 'b', clbits: [1, 2] },
      ],
    })
  })

  it('has the counts of a register, of several in the order given, and of single bits', async () => {
    expect(await result('?register=b')).toMatchObject({ counts: { '00': 30, 11: 70 }, clbits: [1, 2], num_clbits: 2 })
    expect(await result('?register=b,a')).toMatchObject({ counts: { 100: 30, '011': 70 }, clbits: [1, 2, 0] })
    expect(await result('?clbits=2,0')).toMatchObject({ counts: { '01': 70, 10: 30 }, clbits: [2, 0], num_clbits: 2 })
  })

  it('has each register by itself, and probabilities with intervals whose method it names', async () => {
    const all = await result('?registers=true&probabilities=true')
    expect(all).toMatchObject({ num_clbits: 3, interval: { method: 'Wilson', confidence: 0.95 } })
    expect(all.by_register!.map(({ name, counts }) => ({ name, counts }))).toEqual([
      { name: 'a', counts: { 0: 70, 1: 30 } },
      { name: 'b', counts: { '00': 30, 11: 70 } },
    ])
    const { value, low, high } = all.by_register![0]!.probabilities!['1']!
    expect([value, low, high].map(share => share.toFixed(3))).toEqual(['0.300', '0.219', '0.396'])
    expect(await result('')).not.toHaveProperty('probabilities')
  })

  it('comes as CSV by format and by Accept, which caches keep apart', async () => {
    const csv = await call(`jobs/${id}/result?format=csv&register=b`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const text = await csv.text()
    expect(text).toMatch(/^register,bitstring \(left-most character = highest bit\),count,probability/)
    expect(text).toContain('\r\nb,00,30,0.3,')
    const accepted = await call(`jobs/${id}/result?register=b`, { accept: 'text/csv' })
    expect(await accepted.text()).toBe(text)
    expect(accepted.headers.get('vary')).toContain('Accept')
    const each = await (await call(`jobs/${id}/result?format=csv&registers=true`)).text()
    expect(each.split('\r\n').map(line => line.split(',')[0])).toEqual(['register', 'a', 'a', 'b', 'b', ''])
    const json = await call(`jobs/${id}/result?format=counts`, { accept: 'text/csv' })
    expect(json.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await call(`jobs/${id}/result`, { accept: '*/*' })).headers.get('content-type')).toMatch(/json/)
  })

  it('has an ETag for each choice, and answers 304 to who has it', async () => {
    const one = await call(`jobs/${id}/result?register=b`)
    const other = await call(`jobs/${id}/result?register=a`)
    const [tag, another] = [one.headers.get('etag')!, other.headers.get('etag')!]
    expect(tag).not.toBe(another)
    const again = await call(`jobs/${id}/result?register=b`, { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await call(`jobs/${id}/result?register=b`, { 'if-none-match': another })).status).toBe(200)
  })

  it.each([
    ['?register=z', 'register', 'no classical register "z"; it has a, b'],
    ['?register=q', 'register', 'no classical register "q"'],
    ['?register=', 'register', ''],
    ['?register=a,a', 'register', 'a is listed twice'],
    ['?register=a&clbits=0', 'clbits', 'not by both'],
    ['?clbits=3', 'clbits', 'classical bit 3 is not one of the 3'],
    ['?clbits=0,0', 'clbits', '0 is listed twice'],
    ['?clbits=-1', 'clbits', 'with commas between'],
    ['?clbits=0,', 'clbits', 'with commas between'],
    ['?clbits=1e3', 'clbits', 'with commas between'],
    ['?clbits=0&clbits=1', 'clbits', ''],
    ['?registers=yes', 'registers', ''],
    ['?probabilities=1', 'probabilities', ''],
    ['?format=memory&register=a', 'format', 'single shots come whole'],
    ['?format=b8&probabilities=true', 'format', 'single shots come whole'],
    ['?format=xml', 'format', ''],
    ['?wait=61', 'wait', ''],
    ['?wait=-1', 'wait', ''],
    ['?wait=soon', 'wait', ''],
    ['?wait=NaN', 'wait', ''],
    ['?wait=Infinity', 'wait', ''],
    ['?marginal=0', 'marginal', ''],
  ])('refuses %s by name', async (query, field, message) => {
    const reply = await call(`jobs/${id}/result${query}`)
    const problem = (await reply.json()) as { errors: { pointer: string; message: string }[] }
    expect([reply.status, problem.errors[0]!.pointer]).toEqual([400, `#query/${field}`])
    expect(problem.errors[0]!.message).toContain(message)
  })
})

describe('waiting over HTTP', () => {
  it('answers as soon as the job is over, its result and its shots too', async () => {
    const { job_uuid, finish } = await running()
    const early = await call(`jobs/${job_uuid}/result`)
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1'])
    const requests = [
      '?wait=30&circuit=false',
      '/result?wait=30',
      '/result/b8?wait=30',
      '/result?wait=30&format=csv',
    ].map(path => call(`jobs/${job_uuid}${path}`))
    finish()
    const replies = await Promise.all(requests)
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const detail = (await replies[0]!.json()) as object
    expect(detail).toMatchObject({ status: 'COMPLETED' })
    expect(detail).not.toHaveProperty('circuit')
  })

  it('ends with the time, and with the client, whose place another takes', async () => {
    const { job_uuid, finish } = await running()
    const late = await call(`jobs/${job_uuid}/result?wait=0.05`)
    expect([late.status, late.headers.get('retry-after')]).toEqual([409, '1'])
    const leaving = Array.from({ length: 64 }, () => new AbortController())
    const all = leaving.map(({ signal }) => call(`jobs/${job_uuid}?wait=60`, {}, { signal }).catch(() => null))
    const refused = async () => (await call(`jobs/${job_uuid}?wait=0.05`)).status
    await expect.poll(refused).toBe(429)
    for (const client of leaving) client.abort()
    await Promise.all(all)
    await expect.poll(refused).toBe(200)
    finish()
  })

  it('does not hold up the end of the service', async () => {
    const other = openJobService()
    const closing = await serve({ handlers: jobHandlers(other.jobs) })
    const headers = { authorization: `Bearer ${closing.keyFor('jobs')}`, 'content-type': 'application/json' }
    const at = `${closing.url}/api/svc/quantum`
    const sent = await fetch(`${at}/submit`, { method: 'POST', headers, body: JSON.stringify(request) })
    const { job_uuid } = SubmitReply.parse(await sent.json())
    const waiting = fetch(`${at}/jobs/${job_uuid}?wait=60`, { headers })
    await expect.poll(() => other.waiting.length).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 50))
    other.jobs.answerWaiting()
    expect((await waiting).status).toBe(200)
    await closing.stop()
  })
})
