import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createLedger } from '../../../../main/account/ledger'
import { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import type { Job } from '../../../../main/contract/jobs/circuit-job'
import { JobStatus } from '../../../../main/contract/jobs/status'
import { SubmitJob, SubmitReply } from '../../../../main/contract/jobs/submit'
import { ERRORS } from '../../../../main/contract/model/errors'
import { routes } from '../../../../main/contract/routes'
import type { Route } from '../../../../main/contract/routes/definition'
import { jobHandlers } from '../../../../main/http/routes/jobs'
import { alice, closeJobServices, liveRequest, openJobService, request } from '../../jobs/fixture'
import { type Served, serve } from '../test-server'

const SPEC = join(import.meta.dirname, '../../../../../shared/spec/jobs.md')

afterAll(closeJobServices)

/** The rows of every table of the text, as objects by their column titles. */
function tablesOf(text: string): Record<string, string>[][] {
  const blocks = text.split(/\n(?!\|)/).map(block => block.split('\n').filter(line => line.startsWith('|')))
  return blocks
    .filter(lines => lines.length > 2)
    .map(lines => {
      const [head, , ...rows] = lines.map(line =>
        line
          .slice(1, -1)
          .split('|')
          .map(cell => cell.trim()),
      )
      return rows.map(row => Object.fromEntries(head!.map((title, at) => [title, row[at] ?? ''])))
    })
}

describe.skipIf(!existsSync(SPEC))('every table of the specification (skipped where it is not beside the code)', () => {
  const tables = existsSync(SPEC) ? tablesOf(readFileSync(SPEC, 'utf8')) : []
  const withColumn = (...titles: string[]) => tables.filter(rows => titles.every(title => title in rows[0]!)).flat()
  const table: Route[] = Object.values(routes)

  it('of endpoints is in the route table, with the payload that it names', () => {
    const rows = withColumn('Method', 'Path')
    expect(rows.length).toBeGreaterThanOrEqual(3)
    for (const { Method, Path, ...row } of rows) {
      const path = Path!.replace('{base_url}', '').replace(/<(\w+)>/g, ':$1')
      const route = table.find(one => one.method === Method && one.path === path)
      expect(route, `${Method} ${path}`).toBeDefined()
      for (const [, field] of row['Payload returned']!.matchAll(/`(\w+)`/g))
        expect(Object.keys((route!.reply as z.ZodObject).shape)).toContain(field)
    }
  })

  it('of fields is in the contract, required where it says so', () => {
    const shapes = { ...SubmitJob.shape, ...Circuit.shape, ...Instruction.shape }
    const rows = withColumn('Field', 'Type')
    expect(rows.length).toBeGreaterThanOrEqual(8)
    for (const { Field, Required } of rows) {
      expect(Object.keys(shapes)).toContain(Field)
      // `circuit` is required unless a batch comes in its place.
      const { circuit: _, ...body } = request
      if (Required?.startsWith('yes')) {
        const lacking = { ...request, [Field!]: undefined }
        expect(SubmitJob.safeParse(Field === 'circuit' ? body : lacking).success, Field).toBe(false)
      }
    }
  })

  it('of transitions is legal', () => {
    const states = withColumn('From', 'To').flatMap(({ From, To }) => [From, To].flatMap(cell => cell!.split(' or ')))
    expect(states.length).toBeGreaterThan(6)
    for (const state of states) expect(JobStatus.options).toContain(state)
  })

  it('of errors is answered by the route that it concerns', () => {
    const statuses = withColumn('Status', 'Condition').map(({ Status }) => Number(Status))
    expect(statuses).toContain(402)
    const answered = routes.submitJob.errors.map(code => ERRORS[code].status)
    for (const status of statuses) expect(answered).toContain(status)
  })
})

describe('the job routes', () => {
  let served: Served
  let service: ReturnType<typeof openJobService>
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}, method = body ? 'POST' : 'GET') =>
    fetch(`${served.url}/api/svc/quantum/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  let key: string

  beforeAll(async () => {
    service = openJobService()
    served = await serve({ handlers: jobHandlers(service.jobs) })
    key = served.keyFor('jobs')
  })
  afterAll(() => served.stop())

  const finished = async (): Promise<string> => {
    const before = service.waiting.length
    const { job_uuid } = SubmitReply.parse(await (await call('submit', request)).json())
    await expect.poll(() => service.waiting.length).toBe(before + 1)
    service.waiting.at(-1)!.finish()
    await expect.poll(async () => ((await (await call(`jobs/${job_uuid}`)).json()) as Job).status).toBe('COMPLETED')
    return job_uuid
  }

  it('take a job from submit to its shots, and delete it', async () => {
    const id = await finished()
    const counts = (await (await call(`jobs/${id}/result`)).json()) as object
    expect(counts).toMatchObject({ counts: { 0: 100 } })
    expect(counts).not.toHaveProperty('memory')
    expect(await (await call(`jobs/${id}/result?format=memory`)).json()).toHaveProperty('memory')
    const bytes = await call(`jobs/${id}/result?format=b8`)
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream')
    expect((await bytes.arrayBuffer()).byteLength).toBe(100)
    const packed = await call(`jobs/${id}/result/b8`)
    expect(packed.headers.get('content-type')).toBe('application/octet-stream')
    expect(await packed.arrayBuffer()).toEqual(await (await call(`jobs/${id}/result?format=b8`)).arrayBuffer())
    expect((await call(`jobs/${id}`, undefined, {}, 'DELETE')).status).toBe(200)
    expect((await call(`jobs/${id}`)).status).toBe(404)
  })

  it('take an Idempotency-Key quoted or bare, and refuse what is none', async () => {
    const one = (await (await call('submit', request, { 'idempotency-key': '"k 1"' })).json()) as object
    expect(await (await call('submit', request, { 'idempotency-key': '"k 1"' })).json()).toEqual(one)
    const bare = (await (await call('submit', request, { 'idempotency-key': 'k-2' })).json()) as object
    expect(await (await call('submit', request, { 'idempotency-key': '"k-2"' })).json()).toEqual(bare)
    const spread = { circuit: request.circuit, shots: 100, seed: 5, backend: 'dev-a-mock' }
    expect(await (await call('submit', spread, { 'idempotency-key': 'k-2' })).json()).toEqual(bare)
    const other = await call('submit', { ...request, shots: 9 }, { 'idempotency-key': 'k-2' })
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ error: 'idempotency_conflict' })
    for (const bad of ['', 'a b', '"a', 'x'.repeat(256)]) {
      const reply = await call('submit', request, { 'idempotency-key': bad })
      expect(reply.status, bad).toBe(400)
      expect(await reply.json()).toMatchObject({ errors: [{ pointer: '#header/Idempotency-Key' }] })
    }
  })

  it('say that the job of an Idempotency-Key was deleted, and name the deleted ones of a batch', async () => {
    const { circuit, ...bare } = request
    const batch = { ...bare, circuits: [circuit, circuit] }
    const submit = async (body: object, key: string) => {
      const reply = await call('submit', body, { 'idempotency-key': key })
      return { status: reply.status, said: (await reply.json()) as SubmitReply & { error?: string; details?: object } }
    }
    const remove = async (id: string) => {
      await call(`jobs/${id}/abort`, {})
      expect((await call(`jobs/${id}`, undefined, {}, 'DELETE')).status).toBe(200)
    }
    const { job_uuid } = (await submit(request, 'gone-1')).said
    await remove(job_uuid)
    expect(await submit(request, 'gone-1')).toMatchObject({
      status: 409,
      said: { error: 'conflict', details: { reason: 'job_deleted', job_uuids: [job_uuid] } },
    })
    const { said } = await submit(batch, 'gone-2')
    await remove(said.job_uuids![1]!)
    const again = await submit(batch, 'gone-2')
    expect(again).toEqual({ status: 201, said: { ...said, deleted_job_uuids: [said.job_uuids![1]] } })
  })

  it('are filtered by mode as the API and as the page writes it', async () => {
    await call('submit', request)
    for (const mode of ['mock', 'Mock'])
      expect(((await (await call(`jobs?mode=${mode}`)).json()) as { items: object[] }).items.length).toBeGreaterThan(0)
    for (const mode of ['live', 'Live'])
      expect(((await (await call(`jobs?mode=${mode}`)).json()) as { items: object[] }).items).toEqual([])
    expect((await call('jobs?mode=LIVE ')).status).toBe(400)
  })

  it('answer 402 with what is required and available, and leave no job', async () => {
    const before = (await (await call('jobs')).json()) as { items: object[] }
    const reply = await call('submit', liveRequest)
    expect(reply.status).toBe(402)
    expect(await reply.json()).toMatchObject({ error: 'insufficient_tokens', details: { required: 5, available: 0 } })
    expect(await (await call('jobs')).json()).toEqual(before)
  })

  it('want either a circuit or circuits, together with every other fault', async () => {
    const { circuit, ...bare } = request
    const pointers = async (body: object) =>
      ((await (await call('submit', body)).json()) as { errors: { pointer: string }[] }).errors.map(
        fault => fault.pointer,
      )
    expect(await pointers(bare)).toEqual(['/circuit'])
    expect(await pointers({ ...request, circuits: [circuit] })).toEqual(['/circuit'])
    expect((await pointers({ ...bare, shots: 0 })).sort()).toEqual(['/circuit', '/shots'])
    const batch = await call('submit', { ...bare, circuits: [circuit, circuit] })
    expect(SubmitReply.parse(await batch.json()).job_uuids).toHaveLength(2)
  })

  it('count requests against each key by itself', async () => {
    const other = served.keyFor('jobs')
    const remaining = async (secret: string) =>
      Number(
        /r=(\d+)/.exec(
          (await call('jobs', undefined, { authorization: `Bearer ${secret}` })).headers.get('ratelimit')!,
        )![1],
      )
    const [first, second] = [await remaining(key), await remaining(key)]
    expect(second).toBe(first - 1)
    expect(await remaining(other)).toBe(599)
  })
})

describe('the account routes', () => {
  it('show balance and ledger to keys, and sell to the account holder of a demo lab alone', async () => {
    const served = await serve()
    const headers = { 'content-type': 'application/json', ...served.session() }
    const at = (path: string) => `${served.url}/api/svc/quantum/account${path}`
    const bearer = { authorization: `Bearer ${served.keyFor('entropy')}` }
    expect(await (await fetch(at(''), { headers: bearer })).json()).toEqual({
      tokens: { available: 0, reserved: 0, spent: 0, purchased: 0 },
      credits: { available: 0, reserved: 0, spent: 0, purchased: 0 },
      may_purchase: false,
    })
    expect(await (await fetch(at('/ledger'), { headers: bearer })).json()).toEqual({ items: [], next_cursor: null })
    const buy = (sent: Record<string, string>) =>
      fetch(at('/purchases'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...sent },
        body: '{"tokens":5}',
      })
    expect((await buy(bearer)).status).toBe(403)
    expect((await buy({ authorization: `Bearer ${served.account.local_token}` })).status).toBe(409)
    expect((await fetch(at('/ledger?kind=gift'), { headers })).status).toBe(400)
    await served.stop()
  })
})

it('reserves in the ledger that the account shows', async () => {
  const { jobs, ledger, store } = openJobService()
  ledger.purchase('compute_token', 10_000_000)
  await jobs.submit(liveRequest, { caller: alice })
  expect(createLedger(store, Date.now).balance('compute_token').reserved).toBe(5)
})
