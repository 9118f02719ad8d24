/** Jobs that name the saved circuit that they were submitted from, over HTTP and over a restart. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { savedCircuitHandlers } from '../../../main/http/routes/circuits'
import { jobHandlers } from '../../../main/http/routes/jobs'
import { createSavedCircuits, type SavedCircuits } from '../../../main/saved-circuits/saved-circuits'
import { openStore, type Store } from '../../../main/store/store'
import { type Served, serve } from '../http/test-server'
import { closeJobServices, holder, type JobService, openJobService, request, settle, shown } from './fixture'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const folder = mkdtempSync(join(tmpdir(), 'pentad-saved-jobs-'))
let [clock, keys] = [1_000, { mine: '', other: '' }]
let [store, service, saved, server] = [{} as Store, {} as JobService, {} as SavedCircuits, {} as Served]

function open(): void {
  store = openStore({ dataDir: folder })
  service = openJobService(store)
  saved = createSavedCircuits({ store, now: () => clock++ })
}
beforeAll(async () => {
  open()
  server = await serve({ handlers: [...jobHandlers(service.jobs), ...savedCircuitHandlers(saved)] })
  keys = { mine: server.keyFor('jobs'), other: server.keyFor('jobs') }
})
afterAll(async () => {
  await server.stop()
  await closeJobServices()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(method: string, path: string, body?: unknown, key: keyof typeof keys = 'mine') {
  const headers = { authorization: `Bearer ${keys[key]}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const reply = await fetch(`${server.url}/api/svc/quantum/${path}`, { method, headers, ...sent })
  return { status: reply.status, json: await reply.json() }
}
const kept = async (name: string, versions = 1): Promise<string> => {
  const { circuit_id } = (await ask('POST', 'circuits/saved', { name, text: 'version 1' })).json
  for (let next = 2; next <= versions; next++)
    await ask('POST', `circuits/saved/${circuit_id}/versions`, { text: `version ${next}` })
  return circuit_id
}
const submit = (saved_circuit: unknown, key: keyof typeof keys = 'mine') =>
  ask('POST', 'submit', { ...request, saved_circuit }, key)
const listed = async (query: string, key: keyof typeof keys = 'mine') =>
  (await ask('GET', `jobs?${query}`, undefined, key)).json.items.map((job: { job_uuid: string }) => job.job_uuid)
const jobsOf = async (circuit_id: string) =>
  (await ask('GET', 'circuits/saved')).json.items.find((one: { circuit_id: string }) => one.circuit_id === circuit_id)
    .jobs

it('shows the circuit by its name as it is now, lists its jobs, and counts them until they are deleted', async () => {
  const circuit_id = await kept('Bell', 2)
  const first = (await submit({ circuit_id: circuit_id.toUpperCase(), version: 1 })).json.job_uuid
  const second = (await submit({ circuit_id, version: 2 })).json.job_uuid
  await ask('POST', 'submit', request)
  await ask('PATCH', `circuits/saved/${circuit_id}`, { name: 'Bell pair' })
  const { saved_circuit } = (await ask('GET', `jobs/${first}`)).json
  expect(saved_circuit).toMatchObject({ circuit_id, version: 1, name: 'Bell pair', deleted: false })
  expect(saved_circuit.key_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await listed(`saved_circuit=${circuit_id}`)).toEqual([second, first])
  expect(await listed(`saved_circuit=${circuit_id.toUpperCase()}&limit=1&status=ABORTED`)).toEqual([])
  expect(await listed(`saved_circuit=${NOBODY}`)).toEqual([])
  expect(await jobsOf(circuit_id)).toBe(2)
  await ask('POST', `jobs/${second}/abort`)
  await ask('DELETE', `jobs/${second}`)
  expect(await jobsOf(circuit_id)).toBe(1)
})

it('names one of each circuit of a batch, and refuses the batch for one that is wrong, at its place', async () => {
  const [a, b] = [await kept('First'), await kept('Second', 2)]
  const { circuit, ...batch } = request
  const entry = (saved_circuit?: object) => ({ circuit, ...(saved_circuit && { saved_circuit }) })
  const circuits = [entry({ circuit_id: b, version: 2 }), entry(), entry({ circuit_id: a, version: 1 })]
  const { job_uuids } = (await ask('POST', 'submit', { ...batch, circuits })).json
  expect(await listed(`saved_circuit=${b}`)).toEqual([job_uuids[0]])
  expect(await listed(`saved_circuit=${a}`)).toEqual([job_uuids[2]])
  expect((await ask('GET', `jobs/${job_uuids[1]}`)).json.saved_circuit).toBeUndefined()
  for (const path of ['submit', 'estimate']) {
    const wrong = [...circuits, entry({ circuit_id: a, version: 9 })]
    const { status, json } = await ask('POST', path, { ...batch, circuits: wrong })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      { pointer: '/circuits/3/saved_circuit/version', message: expect.stringContaining('the newest is 1') },
    ])
  }
})

it('keeps a job, and the name, when the circuit is deleted, brought back and forgotten', async () => {
  const circuit_id = await kept('Gone')
  const { job_uuid } = (await submit({ circuit_id, version: 1 })).json
  const origin = async () => (await ask('GET', `jobs/${job_uuid}`)).json.saved_circuit
  await ask('DELETE', `circuits/saved/${circuit_id}`)
  expect(await origin()).toMatchObject({ name: 'Gone', deleted: true })
  expect((await submit({ circuit_id, version: 1 })).json.errors).toEqual([
    { pointer: '/saved_circuit/circuit_id', message: expect.stringContaining('Gone was deleted') },
  ])
  await ask('POST', `circuits/saved/${circuit_id}/restore`)
  expect(await origin()).toMatchObject({ deleted: false })
  await ask('DELETE', `circuits/saved/${circuit_id}`)
  clock += 31 * 86_400_000
  await kept('Later')
  expect((await ask('POST', `circuits/saved/${circuit_id}/restore`)).status).toBe(404)
  expect(await origin()).toMatchObject({ circuit_id, version: 1, name: 'Gone', deleted: true })
  expect(await listed(`saved_circuit=${circuit_id}`)).toEqual([job_uuid])
})

it('refuses what the caller does not keep, without telling whether another does', async () => {
  const circuit_id = await kept('Mine')
  const wrong: [unknown, string][] = [
    [7, '/saved_circuit'],
    [[], '/saved_circuit'],
    [null, '/saved_circuit'],
    [{ circuit_id }, '/saved_circuit/version'],
    [{ circuit_id: 'x', version: 1 }, '/saved_circuit/circuit_id'],
    [{ circuit_id, version: '1' }, '/saved_circuit/version'],
    [{ circuit_id, version: 0 }, '/saved_circuit/version'],
    [{ circuit_id, version: 1.5 }, '/saved_circuit/version'],
    [{ circuit_id, version: 2 }, '/saved_circuit/version'],
    [{ circuit_id, version: 1, name: 'x' }, '/saved_circuit'],
    [{ circuit_id: NOBODY, version: 1 }, '/saved_circuit/circuit_id'],
  ]
  for (const [body, pointer] of wrong)
    for (const route of ['submit', 'estimate']) {
      const { status, json } = await ask('POST', route, { ...request, saved_circuit: body })
      expect({ status, first: json.errors?.[0].pointer.startsWith(pointer) }, JSON.stringify(body)).toEqual({
        status: 400,
        first: true,
      })
    }
  const other = await submit({ circuit_id, version: 1 }, 'other')
  const nobody = await submit({ circuit_id: NOBODY, version: 1 }, 'other')
  expect(other.json.detail.replace(circuit_id, NOBODY)).toBe(nobody.json.detail)
  const { circuit, ...batch } = { ...request, circuits: [request.circuit], saved_circuit: { circuit_id, version: 1 } }
  expect((await ask('POST', 'submit', batch)).json.errors[0].pointer).toBe('/saved_circuit')
  expect((await ask('GET', 'jobs?saved_circuit=7')).status).toBe(400)
  expect(await listed(`saved_circuit=${circuit_id}`, 'other')).toEqual([])
  expect(await jobsOf(circuit_id)).toBe(0)
})

it('gives the account holder the circuits of the windows and of keys, over a restart', async () => {
  const { circuit_id } = saved.create('session', { name: 'Ladder', text: 'x' })
  const { job_uuid } = await service.jobs.submit(
    { ...request, saved_circuit: { circuit_id, version: 1 } },
    { caller: holder },
  )
  await settle()
  await server.stop()
  await closeJobServices()
  open()
  server = await serve({ handlers: [] })
  expect((await shown(service.jobs, job_uuid, holder)).saved_circuit).toEqual({
    circuit_id,
    version: 1,
    name: 'Ladder',
    deleted: false,
    key_id: null,
  })
  expect(saved.get('session', circuit_id).jobs).toBe(1)
  const { items } = service.jobs.list({ limit: 10, saved_circuit: circuit_id }, holder)
  expect(items.map(job => job.job_uuid)).toEqual([job_uuid])
})
