import { describe, expect, it } from 'vitest'
import { routes } from '../../../main/contract/routes'
import { moduleRoutes } from '../../../main/http/modules'
import { createModules } from '../../../main/modules/modules'
import { latticeCouplings, syntheticDevice } from '../qec/devices'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const modules = createModules({
  backends: { device: () => ({ profile, current: snapshot, snapshots: [snapshot] }) },
  now: Date.now,
})
const context = {
  caller: null,
  idempotency_key: null,
  cookie: { value: null, set: () => undefined, clear: () => undefined },
  request_id: 'test',
  signal: new AbortController().signal,
}

describe('the routes of modules', () => {
  it.each([
    [routes.listLogicalQubits, { backend_id: 'synthetic' }, undefined],
    [routes.selectModule, { backend_id: 'synthetic' }, { ...(routes.selectModule.example as object), chiplet: 'c0' }],
    [routes.getLogicalQubit, { backend_id: 'synthetic', logical_id: 'c0.L0' }, undefined],
    [routes.logicalTopology, { backend_id: 'synthetic' }, undefined],
  ])('$path answers what the contract says', async (route, params, body) => {
    const handler = moduleRoutes(modules).find(one => one.route === route)!
    const reply = await handler.run({ params, query: {}, body }, context)
    expect(route.reply.parse(reply)).toEqual(reply)
  })

  it('are all there', () => {
    const wanted = Object.values(routes).filter(({ tag }) => tag === 'modules')
    expect(
      moduleRoutes(modules)
        .map(({ route }) => route.path)
        .sort(),
    ).toEqual(wanted.map(({ path }) => path).sort())
  })
})
