import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { routes } from '../../../main/contract/routes'
import { Study } from '../../../main/contract/runs/studies'
import { studyHandlers } from '../../../main/http/routes/studies'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { type Served, serve } from '../http/test-server'
import { haltingAt, openLab } from './laboratory'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function served(simulator?: Simulator): Promise<Served> {
  const { studies, runs, store } = openLab(simulator ? { simulator } : {})
  const server = await serve({ handlers: studyHandlers(studies) })
  closing.push(async () => {
    await server.stop()
    await studies.stop()
    await runs.stop()
    store.close()
  })
  return server
}

const PATH = '/v1/backends/lab-mock/logical-qubits/c0.L0/break-even'
const BODY = { mode: 'detection', scales: [0.5, 1], rounds: [2], shots: 100, states: ['0', 'i'], seed: 3 }
const NOBODY = '00000000-0000-4000-8000-000000000000'

function caller({ url, keyFor }: Served, role: 'qec' | 'jobs' = 'qec') {
  const headers = { authorization: `Bearer ${keyFor(role)}`, 'content-type': 'application/json' }
  return {
    get: (path: string) => fetch(url + path, { headers }),
    post: (path: string, body: unknown = {}) =>
      fetch(url + path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

it('starts a map, shows its points as they come, lists it and refuses to abort it when it is done', async () => {
  const { get, post } = caller(await served())
  const created = await post(PATH, BODY)
  expect(created.status).toBe(202)
  let study = Study.parse(await created.json())
  const at = `${PATH}/${study.study_id}`
  while (study.status === 'PENDING' || study.status === 'PROCESSING') study = Study.parse(await (await get(at)).json())
  expect(study).toMatchObject({ status: 'COMPLETED', simulated: true })
  expect(study.points).toHaveLength(2)
  expect(study.points.every(({ acceptance }) => acceptance.value! < 1)).toBe(true)
  expect(study.crossings).toHaveLength(2)
  const list = (await (await get(`${PATH}?status=COMPLETED`)).json()) as { items: Study[] }
  expect(list.items).toEqual([study])
  expect((await post(`${at}/abort`)).status).toBe(409)
})

it('aborts a map that is under way', async () => {
  const { post } = caller(await served(haltingAt(0).simulator))
  const { study_id } = Study.parse(await (await post(PATH, BODY)).json())
  const aborted = await post(`${PATH}/${study_id}/abort`)
  expect(aborted.status).toBe(200)
  expect(Study.parse(await aborted.json()).status).toBe('ABORTED')
})

it('takes the example of the contract', async () => {
  const { post } = caller(await served(haltingAt(0).simulator))
  expect((await post(PATH, routes.createStudy.example)).status).toBe(202)
})

it.each([
  [{ ...BODY, mode: 'both' }, '/mode'],
  [{ ...BODY, scales: [1] }, '/scales'],
  [{ ...BODY, scales: [1, 1] }, '/scales'],
  [{ ...BODY, scales: [0, 1] }, '/scales/0'],
  [{ ...BODY, scales: [1, 101] }, '/scales/1'],
  [{ ...BODY, scales: ['1', 2] }, '/scales/0'],
  [{ ...BODY, scales: Array(42).fill(1) }, '/scales'],
  [{ ...BODY, kinds: [] }, '/kinds'],
  [{ ...BODY, kinds: ['leakage'] }, '/kinds/0'],
  [{ ...BODY, rounds: 2 }, '/rounds'],
  [{ ...BODY, rounds: [0] }, '/rounds/0'],
  [{ ...BODY, shots: 99 }, '/shots'],
  [{ ...BODY, shots: 1e9 }, '/shots'],
  [{ ...BODY, seed: -1 }, '/seed'],
  [{ ...BODY, decoder: 'oracle' }, '/decoder'],
  [{ ...BODY, name: 'x'.repeat(201) }, '/name'],
  [{ ...BODY, colour: 'red' }, '/colour'],
  [[], ''],
])('refuses %o and points at %s', async (body, pointer) => {
  const { post } = caller(await served(haltingAt(0).simulator))
  const refused = await post(PATH, body)
  expect(refused.status).toBe(400)
  expect(((await refused.json()) as { errors: { pointer: string }[] }).errors[0]!.pointer).toBe(pointer)
})

it('answers strangers, other roles, wrong places and wrong methods as every route does', async () => {
  const server = await served(haltingAt(0).simulator)
  const { get, post } = caller(server)
  expect((await fetch(server.url + PATH)).status).toBe(401)
  expect((await caller(server, 'jobs').post(PATH, BODY)).status).toBe(403)
  expect((await post(PATH, '{"mode":')).status).toBe(400)
  for (const path of ['/v1/backends/nowhere/logical-qubits/c0.L0/break-even', `${PATH.replace('c0', 'c9')}`])
    expect((await post(path, BODY)).status, path).toBe(404)
  expect((await post(PATH.replace('lab-mock', 'lab-dead'), BODY)).status).toBe(409)
  for (const path of [`${PATH}/${NOBODY}`, `${PATH.replace('lab-mock', 'lab-dead')}/${NOBODY}`])
    expect((await get(path)).status, path).toBe(404)
  expect((await post(`${PATH}/${NOBODY}/abort`)).status).toBe(404)
  for (const path of [`${PATH}/7`, `${PATH}?limit=0`, `${PATH}?cursor=x`, `${PATH}?status=DONE`, `${PATH}?colour=red`])
    expect((await get(path)).status, path).toBe(400)
  expect((await fetch(`${server.url}${PATH}`, { method: 'DELETE' })).status).toBe(405)
})

it('takes or refuses whatever is sent, and never breaks', async () => {
  const { post } = caller(await served(haltingAt(0).simulator))
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.record({
      mode: fc.oneof(fc.constantFrom('correction', 'detection'), fc.jsonValue()),
      scales: fc.oneof(fc.array(fc.double({ min: -1, max: 200 })), fc.jsonValue()),
      rounds: fc.oneof(fc.array(fc.integer({ min: -1, max: 2_000 })), fc.jsonValue()),
      shots: fc.oneof(fc.integer(), fc.jsonValue()),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anything, async body => {
      const { status } = await post(PATH, JSON.stringify(body))
      expect([202, 400]).toContain(status)
    }),
    { numRuns: 60 },
  )
})

it('are all there', () => {
  const wanted = Object.values(routes).filter(({ tag }) => tag === 'studies')
  const here = studyHandlers({} as Parameters<typeof studyHandlers>[0]).map(({ route }) => route)
  expect(new Set(here)).toEqual(new Set(wanted))
})
