import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_SAVED_CIRCUITS, SavedCircuit, SavedCircuitDetail } from '../../../main/contract/jobs/saved-circuit'
import { savedCircuitHandlers } from '../../../main/http/routes/circuits'
import { createSavedCircuits } from '../../../main/saved-circuits/saved-circuits'
import { type Served, serve } from '../http/test-server'
import { openMemoryStore } from '../store/memory-store'

const PATH = '/api/svc/quantum/circuits/saved'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const store = openMemoryStore()
let [server, clock]: [Served | null, number] = [null, 1_000]
const now = () => clock++

beforeAll(async () => {
  server = await serve({ handlers: savedCircuitHandlers(createSavedCircuits({ store, now })) })
})
afterAll(async () => {
  await server?.stop()
  store.close()
})

/** Each key has circuits of its own: all tests call by the same one. */
const keys = new Map<string, string>()
function headersOf(role: 'jobs' | 'qec' = 'jobs') {
  const key = keys.get(role) ?? server!.keyFor(role)
  keys.set(role, key)
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
}
async function ask(method: string, path: string, body?: unknown, headers = headersOf()) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(server!.url + PATH + path, { method, headers, ...sent })
  return {
    status: response.status,
    json: (await response.json()) as Record<string, unknown> & { items: SavedCircuit[] },
  }
}
const created = async (name: string, text: string) => SavedCircuit.parse((await ask('POST', '', { name, text })).json)

it('keeps a circuit byte for byte, each save as a version that can be read again', async () => {
  const first = 'OPENQASM 3.0;\r\n// π\r\nh q;'
  const { circuit_id, version } = await created('  Bell  ', first)
  expect(version).toBe(1)
  const saved = await ask('POST', `/${circuit_id}/versions`, { text: 'oops', after: 1 })
  expect(saved).toMatchObject({ status: 200, json: { version: 2, size: 4, name: 'Bell' } })
  expect((await ask('POST', `/${circuit_id}/versions`, { text: 'oops' })).json.version).toBe(2)
  const detail = SavedCircuitDetail.parse((await ask('GET', `/${circuit_id}`)).json)
  expect([detail.text, detail.versions.map(one => one.version)]).toEqual(['oops', [2, 1]])
  expect((await ask('GET', `/${circuit_id}/versions/1`)).json.text).toBe(first)
})

it('refuses a save over a version saved meanwhile, and loses neither', async () => {
  const { circuit_id } = await created('shared', 'a')
  await ask('POST', `/${circuit_id}/versions`, { text: 'b', after: 1 })
  const late = await ask('POST', `/${circuit_id}/versions`, { text: 'c', after: 1 })
  expect(late).toMatchObject({ status: 409, json: { error: 'conflict', details: { version: 2 } } })
  expect((await ask('GET', `/${circuit_id}`)).json.text).toBe('b')
})

it('finds by name and text, the last one first, renames, deletes and brings back', async () => {
  const a = await created('Grover 100% [x]', 'h q[0];')
  const b = await created('other', '// grover inside')
  const found = async (search: string) =>
    (await ask('GET', `?search=${encodeURIComponent(search)}`)).json.items.map(({ circuit_id }) => circuit_id)
  expect(await found('GROVER')).toEqual([b.circuit_id, a.circuit_id])
  expect(await found('100%')).toEqual([a.circuit_id])
  await ask('PATCH', `/${b.circuit_id}`, { name: 'renamed' })
  expect(await found('renam')).toEqual([b.circuit_id])
  expect((await ask('DELETE', `/${b.circuit_id}`)).json.deleted_at).not.toBeNull()
  expect(await found('renam')).toEqual([])
  expect((await ask('GET', `/${b.circuit_id}`)).status).toBe(404)
  expect((await ask('DELETE', `/${b.circuit_id}`)).status).toBe(404)
  expect((await ask('POST', `/${b.circuit_id}/restore`)).json.deleted_at).toBeNull()
  expect(await found('renam')).toEqual([b.circuit_id])
})

it('forgets a deleted circuit after 30 days, and no other', async () => {
  const gone = await created('gone', 'x')
  const stays = await created('stays', 'x')
  await ask('DELETE', `/${gone.circuit_id}`)
  clock += 31 * 86_400_000
  await ask('DELETE', `/${stays.circuit_id}`)
  await created('next', 'x')
  expect((await ask('POST', `/${gone.circuit_id}/restore`)).status).toBe(404)
  expect((await ask('POST', `/${stays.circuit_id}/restore`)).status).toBe(200)
})

it('hides circuits from other keys', async () => {
  const { circuit_id } = await created('mine', 'x')
  const stranger = createSavedCircuits({ store, now })
  expect(stranger.list('somebody else').items).toEqual([])
  for (const act of [stranger.get, stranger.remove, stranger.restore])
    expect(() => act('somebody else', circuit_id)).toThrow(expect.objectContaining({ code: 'not_found' }))
})

it('refuses what is no circuit to keep, and who may not', async () => {
  const wrong = [
    '[]',
    '{',
    { name: '', text: 'x' },
    { name: 'x', text: '' },
    { name: 'x', text: 'x', more: 1 },
    { name: 7, text: 'x' },
  ]
  for (const body of wrong) expect((await ask('POST', '', body)).status, JSON.stringify(body)).toBe(400)
  expect((await ask('POST', '', { name: 'x', text: 'y'.repeat(4_000_001) })).status).toBe(400)
  expect((await ask('GET', `/${NOBODY}`)).status).toBe(404)
  expect((await ask('GET', '/7')).status).toBe(400)
  expect((await ask('GET', `/${NOBODY}/versions/0`)).status).toBe(400)
  expect((await ask('GET', '?search=a&more=1')).status).toBe(400)
  expect((await ask('GET', '', undefined, headersOf('qec'))).status).toBe(403)
  const full = createSavedCircuits({ store, now })
  for (let i = 0; i < MAX_SAVED_CIRCUITS; i++) full.create('full', { name: `${i}`, text: 'x' })
  expect(() => full.create('full', { name: 'more', text: 'x' })).toThrow(expect.objectContaining({ code: 'conflict' }))
})
