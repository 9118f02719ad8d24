/** What scripts get wrong and strangers try, against the routes of sweeps, batches and observables of one service. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningService } from '../../../main/cli/io/client'
import { MAX_BATCH } from '../../../main/contract/jobs/submit'
import { routes } from '../../../main/contract/routes'
import type { Service } from '../../../main/service'
import { configured } from '../../configured'
import { startWarmService } from '../../warm-service'

const turned = {
  num_qubits: 1,
  instructions: [
    { name: 'ry', qubits: [0], params: ['theta'] },
    { name: 'measure', qubits: [0], clbits: [0] },
  ],
}
const bare = { num_qubits: 1, instructions: [{ name: 'h', qubits: [0] }] }
const coin = { num_qubits: 1, instructions: [...bare.instructions, { name: 'measure', qubits: [0], clbits: [0] }] }
const sweep = { backend: 'dev-a-mock', shots: 4, circuit: turned, parameters: { names: ['theta'], rows: [[0], [1]] } }
const observed = {
  backend: 'dev-a-mock',
  shots: 100,
  circuit: bare,
  observables: [{ terms: [{ pauli: 'X0', coefficient: 1 }] }],
}
const batch = { backend: 'dev-a-mock', shots: 4, circuits: [coin, coin] }
const NOBODY = '00000000-0000-4000-8000-000000000000'

const data = mkdtempSync(join(tmpdir(), 'pentad-hostile-'))
let service: Service
let keys: Record<'jobs' | 'qec' | 'other', string>
let ids: { readonly sweep: string; readonly batch: string }
/** With the key of a role; null: without one. */
async function asked(method: string, path: string, key: string | null = keys.jobs, body?: string) {
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
  const headers = { ...authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const reply = await fetch(`${service.url}${path}`, { method, headers, ...(body !== undefined && { body }) })
  const text = await reply.text()
  return {
    status: reply.status,
    document: reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  }
}
const post = (path: string, body: string) => asked('POST', `/api/svc/quantum/${path}`, keys.jobs, body)
const jobsThere = async () => (await asked('GET', '/api/svc/quantum/jobs?limit=100')).document.items.length

beforeAll(async () => {
  service = await startWarmService(configured(data, { check_replies: true }))
  const client = runningService(data)!
  const keyOf = async (name: string, role: 'jobs' | 'qec') =>
    (await client.call(routes.createKey, { body: { name, roles: [role] } })).secret
  keys = { jobs: await keyOf('jobs', 'jobs'), qec: await keyOf('qec', 'qec'), other: await keyOf('other', 'jobs') }
  const [swept, batched] = [await post('submit', JSON.stringify(sweep)), await post('submit', JSON.stringify(batch))]
  ids = { sweep: swept.document.job_uuid, batch: batched.document.batch_id }
  await asked('GET', `/api/svc/quantum/jobs/${ids.sweep}?wait=20`)
})
afterAll(async () => {
  await service.stop()
  rmSync(data, { recursive: true, force: true })
})

/** JSON that JSON.stringify would not write: NUMBER stands where a number belongs. */
const withNumber = (body: object, number: string) => JSON.stringify(body).replaceAll('"NUMBER"', number)
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const rows = (count: number) => Array.from({ length: count }, () => [0])
const withTable = (parameters: unknown) => JSON.stringify({ ...sweep, parameters })
const withObservables = (observables: unknown) => JSON.stringify({ ...observed, observables })
const withTerm = (term: unknown) => withObservables([{ terms: [term] }])
const term = { pauli: 'X0', coefficient: 1 }

describe('submit and estimate refuse', () => {
  it.each<[what: string, body: string, pointer: RegExp]>([
    ['a table that is a list', withTable([1, 2]), /^\/parameters/],
    ['a table of text', withTable('theta'), /^\/parameters/],
    ['names that are numbers', withTable({ names: [1], rows: [[0]] }), /^\/parameters\/names\/0/],
    ['unknown fields of a table', withTable({ names: ['theta'], rows: [[0]], step: 1 }), /^\/parameters/],
    ['a value that is text', withTable({ names: ['theta'], rows: [['0']] }), /^\/parameters\/rows\/0\/0/],
    ['a value that is null', withTable({ names: ['theta'], rows: [[null]] }), /^\/parameters\/rows\/0\/0/],
    ['a row that is too long', withTable({ names: ['theta'], rows: [[0], [0, 1]] }), /^\/parameters\/rows\/1/],
    ['a name twice', withTable({ names: ['theta', 'theta'], rows: [[0, 0]] }), /^\/parameters/],
    ['no rows', withTable({ names: ['theta'], rows: [] }), /^\/parameters\/rows/],
    ['10,001 rows', withTable({ names: ['theta'], rows: rows(10_001) }), /^\/parameters\/rows/],
    ['1e999', withNumber({ ...sweep, parameters: { names: ['theta'], rows: [['NUMBER']] } }, '1e999'), /^\/parameters/],
    ['parameters of a whole batch', JSON.stringify({ ...batch, parameters: sweep.parameters }), /^\/parameters/],
    ['observables that are an object', withObservables({ terms: [term] }), /^\/observables/],
    ['observables without terms', withObservables([{}]), /^\/observables\/0/],
    ['no observables', withObservables([]), /^\/observables/],
    ['unknown fields of an observable', withObservables([{ terms: [term], weight: 1 }]), /^\/observables\/0/],
    ['unknown fields of a term', withTerm({ ...term, sign: 1 }), /^\/observables\/0\/terms\/0/],
    ['a Pauli that is a number', withTerm({ pauli: 0, coefficient: 1 }), /^\/observables\/0\/terms\/0\/pauli/],
    ['a Pauli that is none', withTerm({ pauli: 'Q0', coefficient: 1 }), /^\/observables\/0\/terms\/0/],
    ['a Pauli of no qubit', withTerm({ pauli: 'X7', coefficient: 1 }), /^\/observables\/0\/terms\/0/],
    ['a coefficient that is text', withTerm({ pauli: 'X0', coefficient: '1' }), /^\/observables\/0\/terms\/0/],
    [
      'a coefficient of 1e999',
      withNumber({ ...observed, observables: [{ terms: [{ pauli: 'X0', coefficient: 'NUMBER' }] }] }, '-1e999'),
      /^\/observables\/0\/terms\/0\/coefficient/,
    ],
    ['a target error of 0', JSON.stringify({ ...observed, target_error: 0 }), /^\/target_error/],
    ['exact that is text', JSON.stringify({ ...observed, exact: 'yes' }), /^\/exact/],
    ['an unknown readout', JSON.stringify({ ...observed, options: { mitigation: { readout: 'best' } } }), /^\/options/],
    ['no circuits', JSON.stringify({ ...batch, circuits: [] }), /^\/circuits/],
    ['a circuit that is text', JSON.stringify({ ...batch, circuits: [coin, 'h q;'] }), /^\/circuits\/1/],
    ['a circuit that is null', JSON.stringify({ ...batch, circuits: [coin, null] }), /^\/circuits\/1/],
    ['shots of text', JSON.stringify({ ...batch, circuits: [{ circuit: coin, shots: '4' }] }), /^\/circuits\/0\/shots/],
    ['unknown fields', JSON.stringify({ ...batch, circuits: [{ circuit: coin, shot: 4 }] }), /^\/circuits\/0/],
    ['two ways at once', JSON.stringify({ ...batch, circuits: [{ circuit: coin, text: 'x' }] }), /^\/circuits\/0/],
    [
      `${MAX_BATCH + 1} circuits`,
      JSON.stringify({ ...batch, circuits: Array.from({ length: MAX_BATCH + 1 }, () => coin) }),
      /^\/circuits/,
    ],
  ])('%s, with its place', async (_, body, pointer) => {
    for (const route of ['submit', 'estimate']) {
      const { status, document } = await post(route, body)
      expect({ route, status, error: document.error }).toEqual({ route, status: 400, error: 'invalid_request' })
      const pointers = document.errors.map((fault: { pointer: string }) => fault.pointer)
      expect(pointers.filter((each: string) => pointer.test(each))).not.toEqual([])
      for (const { message } of document.errors) expect(message).not.toBe('')
    }
  })

  it.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['deep nesting in a row', withNumber({ ...sweep, parameters: { names: ['theta'], rows: 'NUMBER' } }, deep(50_000))],
    ['deep nesting in a term', withNumber({ ...observed, observables: 'NUMBER' }, deep(50_000))],
    ['deep nesting in a batch', withNumber({ ...batch, circuits: 'NUMBER' }, deep(50_000))],
    ['an angle of deep brackets', JSON.stringify({ ...sweep, circuit: deepAngle(20_000) })],
  ])('%s', async (_, body) => {
    for (const route of ['submit', 'estimate']) {
      const { status, document } = await post(route, body)
      expect({ route, status, error: document.error }).toEqual({ route, status: 400, error: 'invalid_request' })
    }
  })

  it.each([
    ['NaN', withNumber({ ...sweep, parameters: { names: ['theta'], rows: [['NUMBER']] } }, 'NaN')],
    ['the first half of a body', JSON.stringify(sweep).slice(0, 80)],
  ])('%s, which is no JSON', async (_, body) => {
    for (const route of ['submit', 'estimate'])
      expect(await post(route, body)).toMatchObject({ status: 400, document: { error: 'malformed_json' } })
  })
})

function deepAngle(levels: number) {
  const angle = `${'('.repeat(levels)}theta${')'.repeat(levels)}`
  return { ...turned, instructions: [{ name: 'ry', qubits: [0], params: [angle] }, turned.instructions[1]] }
}

describe('results and batches refuse', () => {
  const job = (rest: string) => () => `/api/svc/quantum/jobs/${ids.sweep}/${rest}`
  const ofBatch = (rest: string) => () => `/api/svc/quantum/batches${rest}`
  it.each<[what: string, path: () => string, status: number]>([
    ['rows of a limit of text', job('result/rows?limit=many'), 400],
    ['rows of a limit of 1e999', job('result/rows?limit=1e999'), 400],
    ['rows of no cursor of theirs', job('result/rows?cursor=%00%FF'), 400],
    ['unknown queries of rows', job('result/rows?rows=1'), 400],
    ['a row beyond the last', job('result?row=10001'), 400],
    ['a row of text', job('result?row=NaN'), 400],
    ['a series of nothing', job('result/series'), 400],
    ['a series of two events', job('result/series?outcome=0&parity=0'), 400],
    ['a series of other letters', job('result/series?outcome=2'), 400],
    ['a series of more bits', job(`result/series?outcome=${'x'.repeat(9_000)}`), 400],
    ['a series of a bit that is none', job('result/series?parity=9999'), 400],
    ['values of a name that is too long', job(`result/values?name=${'x'.repeat(101)}`), 400],
    ['values in another format', job('result/values?format=xml'), 400],
    ['unknown queries of values', job('result/values?row=1'), 400],
    ['rows of an id that is none', () => '/api/svc/quantum/jobs/..%2f..%2fkeys/result/rows', 400],
    ['rows of nobody', () => `/api/svc/quantum/jobs/${NOBODY}/result/rows`, 404],
    ['series of nobody', () => `/api/svc/quantum/jobs/${NOBODY}/result/series?parity=0`, 404],
    ['values of nobody', () => `/api/svc/quantum/jobs/${NOBODY}/result/values`, 404],
    ['batches of a limit of 0', ofBatch('?limit=0'), 400],
    ['batches of no cursor of theirs', ofBatch('?cursor=%F0%9F'), 400],
    ['a batch of an id that is none', ofBatch('/1'), 400],
    ['a batch of nobody', ofBatch(`/${NOBODY}`), 404],
    ['results of a batch of nobody', ofBatch(`/${NOBODY}/results`), 404],
    ['results of a limit of 1001', () => `/api/svc/quantum/batches/${ids.batch}/results?limit=1001`, 400],
  ])('%s', async (_, path, status) => {
    const reply = await asked('GET', path())
    expect({ status: reply.status, ...reply.document }).toMatchObject({ status, title: expect.any(String) })
    expect(reply.document.detail).not.toMatch(/at .*\.ts|SQLITE|undefined/)
  })

  it.each(['result/rows', 'result/series?parity=0', 'result/values'])('strangers at %s', async rest => {
    const path = `/api/svc/quantum/jobs/${ids.sweep}/${rest}`
    expect((await asked('GET', path, null)).status).toBe(401)
    expect((await asked('GET', path, keys.qec)).status).toBe(403)
    expect((await asked('GET', path, keys.other)).status).toBe(404)
  })

  it('strangers at batches and submits', async () => {
    const [path, body] = [`/api/svc/quantum/batches/${ids.batch}`, JSON.stringify(batch)]
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/results`],
      ['POST', `${path}/abort`],
    ] as const) {
      expect((await asked(method, at, null)).status).toBe(401)
      expect((await asked(method, at, keys.qec)).status).toBe(403)
      expect((await asked(method, at, keys.other)).status).toBe(404)
    }
    for (const route of ['submit', 'estimate']) {
      expect((await asked('POST', `/api/svc/quantum/${route}`, null, body)).status).toBe(401)
      expect((await asked('POST', `/api/svc/quantum/${route}`, keys.qec, body)).status).toBe(403)
    }
    expect((await asked('GET', '/api/svc/quantum/batches', keys.other)).document.items).toEqual([])
  })
})

it('stores nothing of all that, and takes what is right afterwards', async () => {
  expect(await jobsThere()).toBe(3)
  const { status, document } = await post('submit', JSON.stringify(observed))
  expect(status).toBeLessThan(300)
  const done = await asked('GET', `/api/svc/quantum/jobs/${document.job_uuid}?wait=20`)
  expect(done.document.status).toBe('COMPLETED')
  expect((await asked('GET', '/healthz', null)).status).toBe(200)
})
