/** Callers who would hold the service, and others who must not notice: structural facts, not times (test/bench/service/event-loop.bench.ts). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningService } from '../../main/cli/io/client'
import { routes } from '../../main/contract/routes'
import { type Service, startService } from '../../main/service'
import { configured } from '../configured'
import { turnsDuring } from './event-loop-turns'

let service: Service
let data: string
const secrets: string[] = []
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'pentad-freeze-'))
  service = await startService(configured(data, { check_replies: true }))
  const client = runningService(data)!
  for (const name of ['a', 'b'])
    secrets.push((await client.call(routes.createKey, { body: { name, roles: ['jobs', 'operator'] } })).secret)
})
beforeAll(async () => {
  // The first one starts a thread, which lets the loop turn in any case.
  await ask(A, PARSE, { text: `${HEAD}qubit[8] q; for int i in [1:10000] { h q[0]; }` })
})
afterAll(async () => {
  await service.stop()
  rmSync(data, { recursive: true, force: true })
})

const A = 0
const B = 1
async function ask(key: number, path: string, body?: unknown, signal?: AbortSignal) {
  const headers = { authorization: `Bearer ${secrets[key]}`, 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(`${service.url}${path}`, { headers, ...init, ...(signal ? { signal } : {}) })
  return { status: reply.status, json: JSON.parse(await reply.text()) }
}
const PARSE = '/api/svc/quantum/circuits/parse'
const HEAD = 'OPENQASM 3; include "stdgates.inc"; '
/** 81 characters that unroll to a million instructions. */
const ENDLESS = `${HEAD}qubit[8] q; bit[8] c; int i; while (i == 0) { h q[0]; i = 0; }`
const SMALL = `${HEAD}qubit[2] q; bit[2] c; h q[0]; cx q[0], q[1]; c = measure q;`

describe('a small body that unrolls to much', () => {
  it.each([
    ['an endless loop', ENDLESS, 400],
    [
      'a loop of gates under seven controls',
      `${HEAD}qubit[8] q; for int i in [0:99] { ctrl(7) @ U(1, 2, 3) ${Array.from({ length: 8 }, (_, i) => `q[${i}]`).join(', ')}; }`,
      200,
    ],
    ['a loop of 100,000', `${HEAD}qubit[8] q; for int i in [1:100000] { h q[0]; }`, 200],
  ])('%s lets the event loop turn while it is read', async (_, text, status) => {
    expect(JSON.stringify({ text }).length).toBeLessThan(200)
    const turns = await turnsDuring(async () => expect((await ask(A, PARSE, { text })).status).toBe(status))
    expect(turns).toBeGreaterThan(20)
  })

  it('is answered as without threads, also where it is refused', async () => {
    const { json } = await ask(A, PARSE, { text: 'qubit q; int i; while (i == 0) { i = 0; }' })
    expect(json.errors[0]).toMatchObject({
      pointer: '/text',
      line: 1,
      column: 29,
      message: expect.stringMatching(/more than 8000082 steps to unroll .* use fewer iterations of loops/),
    })
  })
})

describe('while one caller’s heavy bodies are under way', () => {
  it('another’s small ones are answered, one by one', async () => {
    const leaving = new AbortController()
    let answered = 0
    const heavy = Array.from({ length: 6 }, () =>
      ask(A, PARSE, { text: ENDLESS }, leaving.signal).then(
        () => {
          answered++
        },
        () => undefined,
      ),
    )
    for (let at = 0; at < 5; at++) {
      expect((await ask(B, PARSE, { text: SMALL })).status).toBe(200)
      const circuit = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }
      expect((await ask(B, '/api/svc/quantum/submit', { backend: 'dev-a-mock', shots: 10, circuit })).status).toBe(201)
    }
    // More than is read here, and so for a thread: A has two of them at most.
    const text = `${SMALL} ${'x q[0];'.repeat(2_000)}`
    expect((await ask(B, PARSE, { text })).status).toBe(200)
    expect(answered).toBeLessThan(6)
    leaving.abort()
    await Promise.all(heavy)
  })

  it('those that were given up leave their threads to the next', async () => {
    const leaving = new AbortController()
    const heavy = Array.from({ length: 6 }, () => ask(A, PARSE, { text: ENDLESS }, leaving.signal).catch(() => 'left'))
    setTimeout(() => leaving.abort(), 200)
    expect(await Promise.all(heavy)).toEqual(Array(6).fill('left'))
    const text = `${HEAD}qubit[8] q; for int i in [1:10000] { h q[0]; }`
    expect((await ask(A, PARSE, { text })).json.circuit.instructions.length).toBe(10_000)
  })
})

describe('other bodies', () => {
  it('of a calibration are read on a thread, and stored or refused as they would be here', async () => {
    const path = '/v1/backends/dev-a/calibrations'
    const { json: current } = await ask(A, `${path}/current`)
    const file = (value: object) => ({ files: [{ name: 'new.json', content: JSON.stringify(value) }] })
    const newer = { ...current, calibrated_at: '2026-06-01T00:00:00Z' }
    expect(JSON.stringify(newer).length).toBeGreaterThan(8_192)
    const taken = await ask(A, path, file(newer))
    expect(taken.json).toMatchObject({ stored: true, calibration: { calibrated_at: '2026-06-01T00:00:00Z' } })
    expect((await ask(A, path, file(newer))).json.error).toBe('conflict')
    const broken = await ask(A, path, file({ ...newer, qubits: [] }))
    expect([broken.status, broken.json.error]).toEqual([400, 'invalid_file'])
    const nowhere = await ask(A, '/v1/backends/nowhere/calibrations', file(newer))
    expect(nowhere.json.error).toBe('not_found')
  })
})

it('the document of all routes is made on a thread', async () => {
  const { status, json } = await ask(A, '/openapi.json')
  expect([status, json.openapi]).toEqual([200, '3.1.0'])
  expect(Object.keys(json.paths)).toContain(PARSE)
})
