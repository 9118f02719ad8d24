import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JsonText } from '../../../../main/contract/model/json-text'
import { routes } from '../../../../main/contract/routes'
import { ProblemSchema } from '../../../../main/http/openapi/schemas'
import { templateHandlers } from '../../../../main/http/routes/circuits'
import { moduleHandlers } from '../../../../main/http/routes/modules'
import { createModules } from '../../../../main/modules/modules'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'
import { readText } from '../../read-text'
import { raw, type Served, serve } from '../test-server'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const modules = createModules({
  backends: { device: () => ({ profile, current: snapshot, snapshots: [snapshot] }) },
  now: Date.now,
})
const never = () => {
  throw new Error('none of it is called')
}
const context = {
  caller: null,
  idempotency_key: null,
  cookie: { browser: '', value: null, set: () => undefined, clear: () => undefined },
  cacheFor: () => undefined,
  preferred: ([first]: readonly string[]) => first!,
  request_id: 'test',
  signal: new AbortController().signal,
}

let served: Served
beforeAll(async () => {
  served = await serve({ handlers: moduleHandlers(modules) })
})
afterAll(() => served.stop())

describe('the routes of modules', () => {
  it.each([
    [routes.listLogicalQubits, { backend_id: 'synthetic' }, undefined, {}],
    [
      routes.selectModule,
      { backend_id: 'synthetic' },
      { ...(routes.selectModule.example as object), chiplet: 'c0' },
      {},
    ],
    [routes.getLogicalQubit, { backend_id: 'synthetic', logical_id: 'c0.L0' }, undefined, {}],
    [routes.logicalTopology, { backend_id: 'synthetic' }, undefined, {}],
    [routes.getSchedule, { backend_id: 'synthetic', logical_id: 'c0.L0' }, undefined, {}],
    [routes.exportRounds, { backend_id: 'synthetic', logical_id: 'c0.L0' }, undefined, { format: 'stim' }],
  ])('$path answers what the contract says', async (route, params, body, query) => {
    const handler = moduleHandlers(modules).find(one => one.route === route)!
    const answer = await handler.run({ params, query: route.query.parse(query), body }, context)
    const reply = answer instanceof JsonText ? readText(answer) : answer
    expect(route.reply.parse(reply)).toEqual(reply)
  })

  it.each([
    ['format=qasm', '#query/format', /"stim", "openqasm3"/],
    ['format=stim&preparation=none', '#query/preparation', /"verified", "projective"/],
    ['format=stim&readout=2', '#query/readout', /"checked", "fault-tolerant"/],
    ['format=stim&dd=udd', '#query/dd', /"none", "x2", "xy4", "cpmg"/],
    ['format=stim&protocol=single-pass', '#query/protocol', /"adaptive", "cyclic-window"/],
    ['format=stim&closing=erasure', '#query/closing', /ask for protocol cyclic-window in mode correction/],
    ['format=stim&closing=later', '#query/closing', /"extraction", "erasure"/],
    ['format=stim&shots=3', '#query/shots', /unknown field/],
  ])('refuse %s with the pointer and the choices', async (query, pointer, message) => {
    const { status, text } = await raw(served.port, {
      path: `/v1/backends/synthetic/logical-qubits/c0.L0/rounds?${query}`,
      headers: { authorization: `Bearer ${served.keyFor('qec')}`, host: `127.0.0.1:${served.port}` },
    })
    const problem = ProblemSchema.strict().parse(JSON.parse(text))
    expect([status, problem.error, problem.errors.map(one => one.pointer)]).toEqual([400, 'invalid_request', [pointer]])
    expect(problem.errors[0]!.message).toMatch(message)
  })

  it('are all there', () => {
    const wanted = Object.values(routes).filter(({ tag }) => tag === 'modules')
    // The readout of a module is written where the other circuits to start from are.
    const templates = templateHandlers({ list: () => [], text: never, readout: never })
    expect(
      [...moduleHandlers(modules), ...templates]
        .filter(({ route }) => route.tag === 'modules')
        .map(({ route }) => route.path)
        .sort(),
    ).toEqual(wanted.map(({ path }) => path).sort())
  })
})
