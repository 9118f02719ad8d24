import { afterEach, expect, it } from 'vitest'
import { CALLER, detector, supplied } from '../supplied'

let open: ReturnType<typeof supplied> | null = null
afterEach(() => {
  open?.close()
  open = null
})
const start = () => {
  open = supplied([detector('src-a'), detector('src-b'), detector('src-c', { physical_group: 'src-b' })])
  return open.supply
}
const page = { limit: 10 }

it('a pool of several sources is drawn from by its id, and its receipt names each', async () => {
  const supply = start()
  supply.pools.create({ pool_id: 'vault', sources: ['src-a', 'src-b'] }, CALLER)
  const reply = await supply.draws.request({ bytes: 100, pool: 'vault' }, { caller: CALLER, idempotency_key: null })
  expect(reply.receipt).toMatchObject({ mode: 'custom', policy: 'pool:vault', construction: 'xor' })
  expect(reply.receipt.sources).toHaveLength(2)
  expect(supply.levels().custom_pools).toMatchObject([{ pool_id: 'vault', state: 'enabled', problem: null }])
})

it.each([
  [['src-b', 'src-c'], 'shared_group'],
  [['src-a', 'urn:pentad:source:photon-arrival:src-a'], 'named_twice'],
  [['src-a', 'urn:pentad:source:beacon:1'], 'public'],
] as const)('no pool is made of %j: %s', (sources, reason) => {
  const supply = start()
  expect(() => supply.pools.create({ pool_id: 'vault', sources: [...sources] }, CALLER)).toThrow(
    expect.objectContaining({ code: 'policy_refused', details: expect.objectContaining({ reason }) }),
  )
  expect(supply.pools.list(page).items).toEqual([])
  expect(supply.audit.list(page).items).toEqual([])
})

it('unknown sources and pools, and an id that is taken, are refused', async () => {
  const supply = start()
  expect(() => supply.pools.create({ pool_id: 'x', sources: ['src-a', 'src-z'] }, CALLER)).toThrow('no source src-z')
  supply.pools.create({ pool_id: 'vault', sources: ['src-a', 'src-b'] }, CALLER)
  expect(() => supply.pools.create({ pool_id: 'vault', sources: ['src-a', 'src-b'] }, CALLER)).toThrow('already')
  expect(() => supply.pools.update({ pool_id: 'other', state: 'disabled' }, CALLER)).toThrow('no custom pool other')
  await expect(
    supply.draws.request({ bytes: 1, pool: 'other' }, { caller: CALLER, idempotency_key: null }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('a pool that is disabled serves nothing, and every change is in the audit log with who and when', async () => {
  const supply = start()
  supply.pools.create({ pool_id: 'vault', label: 'Vault', sources: ['src-a', 'src-b'] }, CALLER)
  supply.pools.update({ pool_id: 'vault', state: 'disabled' }, CALLER)
  await expect(
    supply.draws.request({ bytes: 1, pool: 'vault' }, { caller: CALLER, idempotency_key: null }),
  ).rejects.toMatchObject({ code: 'source_empty', details: { reason: 'disabled' } })
  const { items } = supply.audit.list(page)
  expect(items).toMatchObject([
    { action: 'update_pool', subject: 'vault', actor: 'test', key_id: CALLER.key_id, change: { state: 'disabled' } },
    { action: 'create_pool', subject: 'vault', at: '2026-11-24T10:00:00.000Z' },
  ])
  expect(supply.audit.list({ limit: 1, cursor: String(items[0]!.position) }).items).toEqual([items[1]])
  expect(supply.audit.list({ ...page, action: 'create_pool', actor: 'test', subject: 'vault' }).items).toEqual([
    items[1],
  ])
  expect(supply.audit.list({ ...page, actor: 'nobody' }).items).toEqual([])
})
