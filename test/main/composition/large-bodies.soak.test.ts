/** Large requests to a real service, with its threads and without: the same answers, and the event loop free meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningService } from '../../../main/cli/io/client'
import type { openThreadPools } from '../../../main/composition/thread-pools'
import type { Circuit } from '../../../main/contract/jobs/circuit'
import type { Job } from '../../../main/contract/jobs/circuit-job'
import type { JobResult } from '../../../main/contract/jobs/result'
import { routes } from '../../../main/contract/routes'
import { type Service, startService } from '../../../main/service'
import { configured } from '../../configured'
import { openDirectPools } from '../../direct-pools'
import { turnsDuring } from '../event-loop-turns'

interface Running {
  readonly service: Service
  readonly data: string
  readonly secret: string
}
let threaded: Running
let alone: Running

async function start(surrounding: { openPools?: typeof openThreadPools } = {}): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), 'pentad-large-'))
  const service = await startService(configured(data, { check_replies: true }), surrounding)
  const client = runningService(data)!
  const { secret } = await client.call(routes.createKey, { body: { name: 'large', roles: ['jobs'] } })
  await client.call(routes.purchaseTokens, { body: { tokens: 1_000 } })
  return { service, data, secret }
}
beforeAll(async () => {
  threaded = await start()
  alone = await start({ openPools: openDirectPools })
})
afterAll(async () => {
  for (const { service, data } of [threaded, alone]) {
    await service.stop()
    rmSync(data, { recursive: true, force: true })
  }
})

async function ask({ service, secret }: Running, path: string, body?: unknown, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...more }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: text }
  const reply = await fetch(`${service.url}/api/svc/quantum/${path}`, init)
  const bytes = Buffer.from(await reply.arrayBuffer())
  const is_json = reply.headers.get('content-type')!.includes('json')
  return { status: reply.status, json: is_json ? JSON.parse(bytes.toString()) : null, bytes }
}

const measures = (qubits: number) =>
  Array.from({ length: qubits }, (_, q) => ({ name: 'measure', qubits: [q], clbits: [q] }))
const circuitOf = (qubits: number, gates: number, names: readonly string[]): Circuit => ({
  num_qubits: qubits,
  instructions: [
    ...Array.from({ length: gates }, (_, at) => ({ name: names[at % names.length]!, qubits: [at % qubits] })),
    ...measures(qubits),
  ],
})
const clifford = circuitOf(5, 4_000, ['h', 's', 'x'])
const dense = circuitOf(5, 4_000, ['h', 't', 'h', 's'])

/** The job when it is over. */
async function ran(where: Running, body: object): Promise<Job> {
  const { status, json } = await ask(where, 'submit', body)
  expect(json).toMatchObject({ job_uuid: expect.any(String) })
  expect(status).toBe(201)
  const finished = async () => (await ask(where, `jobs/${json.job_uuid}`)).json as Job
  await expect.poll(async () => (await finished()).completed_at ?? null).not.toBeNull()
  return finished()
}

async function resultIn(where: Running, { job_uuid }: Job, format: string) {
  const { status, json, bytes } = await ask(where, `jobs/${job_uuid}/result?format=${format}`)
  expect(status).toBe(200)
  return json ? ({ ...json, job_uuid: null } as JobResult) : bytes
}

describe('a large submit', () => {
  it.each([
    ['of a Clifford circuit', { backend: 'dev-a-mock', circuit: clifford }],
    ['of other gates', { backend: 'dev-a-mock', circuit: dense, options: { precision: 'float32' } }],
    ['with the noise of a calibration', { backend: 'dev-a-mock', circuit: clifford, options: { noise: 'calibrated' } }],
    ['to a device', { backend: 'dev-a', circuit: clifford }],
  ])('%s is kept, run and shown as without threads', async (_, body) => {
    const request = { ...body, shots: 200, seed: 7 }
    expect(JSON.stringify(request).length).toBeGreaterThan(100_000)
    const [job, other] = [await ran(threaded, request), await ran(alone, request)]
    expect(job.status_reason).toBeNull()
    expect(job.circuit).toEqual(body.circuit)
    expect(job.transpiled).toEqual(other.transpiled)
    expect(job.engine).toBe(other.engine)
    // A device, and its twin, draws anew each time: the same program was played, and all shots came.
    if (body.backend === 'dev-a') {
      const played = async (where: Running, of: Job) => {
        const { counts, sequencers } = (await resultIn(where, of, 'counts')) as JobResult
        const { sha256, shots } = sequencers![0]!.programs[0]!
        return { sha256, shots, counted: Object.values(counts!).reduce((sum, count) => sum + count, 0) }
      }
      expect(await played(threaded, job)).toEqual(await played(alone, other))
      expect(await played(threaded, job)).toMatchObject({ shots: 200, counted: 200 })
      return
    }
    for (const format of ['counts', 'memory', 'b8'])
      expect(await resultIn(threaded, job, format)).toEqual(await resultIn(alone, other, format))
  })

  it('is estimated, refused and repeated under a key as without threads', async () => {
    const request = { backend: 'dev-a-mock', shots: 10, circuit: clifford }
    const instructions = [...clifford.instructions, { name: 'hh', qubits: [0] }, { name: 'h', qubits: [9] }]
    const wrong = { ...request, circuit: { ...clifford, instructions } }
    for (const [path, body] of [
      ['estimate', request],
      ['submit', wrong],
      ['submit', { ...request, shots: 0, colour: 'red' }],
      ['submit', { ...request, backend: 'nowhere' }],
      ['submit', `${JSON.stringify(request)}}`],
    ] as const) {
      const [one, other] = [await ask(threaded, path, body), await ask(alone, path, body)]
      // What each service has run of the jobs before is a matter of time.
      const timed = {
        request_id: null,
        instance: null,
        runtime_ms: null,
        queue: null,
        basis: null,
        runtime_interval: null,
        runtime_basis: null,
      }
      const known = (reply: object) => ({ ...reply, ...timed })
      expect(known(one.json)).toEqual(known(other.json))
      expect(one.status).toBe(other.status)
    }
    const key = { 'idempotency-key': '"large-1"' }
    const first = await ask(threaded, 'submit', request, key)
    expect((await ask(threaded, 'submit', request, key)).json).toEqual(first.json)
    expect((await ask(threaded, 'submit', { ...request, shots: 11 }, key)).json.error).toBe('idempotency_conflict')
  })

  it('of a batch makes a job of each circuit', async () => {
    const circuits = [clifford, circuitOf(2, 10, ['h']), dense]
    const { json } = await ask(threaded, 'submit', { backend: 'dev-a-mock', shots: 10, seed: 1, circuits })
    const jobs = await Promise.all((json.job_uuids as string[]).map(id => ask(threaded, `jobs/${id}`)))
    expect(jobs.map(({ json }) => json.circuit)).toEqual(circuits)
    expect(jobs.map(({ json }) => json.seed)).toEqual([1, 2, 3])
  })
})

describe('large texts', () => {
  it('are read and written as without threads', async () => {
    const text = `OPENQASM 2.0; include "qelib1.inc"; qreg q[3]; creg c[3]; ${'h q[0]; cx q[0],q[2];\n'.repeat(5_000)} measure q -> c;`
    const [read, other] = [
      await ask(threaded, 'circuits/parse', { text }),
      await ask(alone, 'circuits/parse', { text }),
    ]
    expect(read).toEqual(other)
    const request = { format: 'openqasm3', circuit: read.json.circuit }
    expect(await ask(threaded, 'circuits/export', request)).toEqual(await ask(alone, 'circuits/export', request))
    const cut = await ask(threaded, 'circuits/parse', { text: text.slice(0, -3) })
    expect(cut.json.errors).toEqual((await ask(alone, 'circuits/parse', { text: text.slice(0, -3) })).json.errors)
    expect(cut.json.errors[0]).toMatchObject({ pointer: '/text', line: expect.any(Number) })
  })
})

describe('with threads', () => {
  it('the event loop turns while megabytes are read', async () => {
    const body = JSON.stringify({ backend: 'dev-a-mock', shots: 1, circuit: circuitOf(5, 200_000, ['h', 'hh']) })
    const turns = async (where: Running) =>
      turnsDuring(async () => expect((await ask(where, 'submit', body)).status).toBe(400))
    const [free, held] = [await turns(threaded), await turns(alone)]
    // Held, it turns while the body arrives; free, also all the while it is read, which takes far longer.
    expect(free).toBeGreaterThan(held)
    expect(free).toBeGreaterThan(50)
  })

  it('the event loop turns while a small body unrolls to much', async () => {
    const text = 'OPENQASM 3; include "stdgates.inc"; qubit[8] q; for int i in [1:100000] { h q[0]; }'
    const parse = async () => expect((await ask(threaded, 'circuits/parse', { text })).status).toBe(200)
    expect(await turnsDuring(parse)).toBeGreaterThan(20)
  })

  it('reading is given up for a client that leaves, and the next is served', async () => {
    const { service, secret } = threaded
    const body = JSON.stringify({ text: `OPENQASM 2.0; qreg q[2]; ${'CX q[0],q[1];'.repeat(400_000)}` })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const url = `${service.url}/api/svc/quantum/circuits/parse`
    const leaving = fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(500) })
    await expect(leaving).rejects.toThrow()
    const next = await ask(threaded, 'estimate', { backend: 'dev-a-mock', shots: 1, circuit: clifford })
    expect(next.status).toBe(200)
  })

  it('other routes take large bodies too, and refuse other charsets than UTF-8', async () => {
    const name = 'x'.repeat(100_000)
    const { status, json } = await ask(threaded, 'circuits/export', { circuit: clifford, format: name })
    expect([status, json.errors[0].pointer]).toEqual([400, '/format'])
    const latin = { 'content-type': 'application/json; charset=latin1' }
    expect((await ask(threaded, 'submit', {}, latin)).json.error).toBe('unsupported_media_type')
  })
})
