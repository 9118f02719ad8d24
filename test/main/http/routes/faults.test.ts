import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultReplay, FaultsReport } from '../../../../main/contract/modules/faults'
import { routes } from '../../../../main/contract/routes'
import { ProblemSchema } from '../../../../main/http/openapi/schemas'
import { faultHandlers } from '../../../../main/http/routes/modules'
import { createModules } from '../../../../main/modules/modules'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'
import { raw, type Served, serve } from '../test-server'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const modules = createModules({
  backends: { device: () => ({ profile, current: snapshot, snapshots: [snapshot] }) },
  now: Date.now,
})
const handlers = faultHandlers(modules)

let served: Served
let authorization: string
beforeAll(async () => {
  served = await serve({ handlers })
  authorization = `Bearer ${served.keyFor('qec')}`
})
afterAll(() => served.stop())

const ask = async (path: string) => {
  const where = `/v1/backends/synthetic/logical-qubits/c0.L0/faults${path}`
  const { status, text } = await raw(served.port, {
    path: where,
    headers: { authorization, host: `127.0.0.1:${served.port}` },
  })
  return { status, body: JSON.parse(text) as unknown }
}
const PROTOCOLS = ['adaptive', 'cyclic-window', 'single-pass', 'detection'] as const

describe('the routes of faults', () => {
  it('are all there', () => {
    const wanted = Object.values(routes).filter(({ tag }) => tag === 'faults')
    expect(handlers.map(({ route }) => route.path).sort()).toEqual(wanted.map(({ path }) => path).sort())
  })

  it('report as many cases and failures as the verdict of the module', async () => {
    const { module } = await modules.resolve('synthetic', 'c0.L0')
    const { body } = await ask(`?protocol=${module.diagnostics.ft.protocol}`)
    expect(body).toMatchObject({ cases: module.diagnostics.ft.cases, failures: module.diagnostics.ft.failures })
  })

  it.each(PROTOCOLS)('report %s and replay every fault that they list', async protocol => {
    const { status, body } = await ask(`?protocol=${protocol}&limit=3`)
    expect(status).toBe(200)
    const report = routes.listFaults.reply.parse(body) as FaultsReport
    expect(report.protocol).toBe(protocol)
    expect(report.ft_preserved).toBe(protocol !== 'single-pass')
    expect(report.by_kind.reduce((sum, { cases }) => sum + cases, 0)).toBe(report.cases)
    expect(report.by_kind.reduce((sum, { failures }) => sum + failures, 0)).toBe(report.failures)
    expect(report.failing).toHaveLength(Math.min(3, report.failures))
    expect(report.counterexample?.fault).toEqual(report.failing[0]?.fault)
    for (const { fault } of report.failing) {
      const { segment, index, op, kind, pauli } = fault
      const replay = await ask(
        `/replay?${new URLSearchParams({ protocol, segment, index: `${index}`, op: `${op}`, kind, pauli })}`,
      )
      expect(replay.status).toBe(200)
      expect(routes.replayFault.reply.parse(replay.body)).toMatchObject({ protocol, fault, fails: true })
    }
  })

  it('report what becomes of an open window as requested, and what a fault then costs', async () => {
    const { status, body } = await ask('?protocol=cyclic-window&closing=erasure')
    expect(status).toBe(200)
    expect(routes.listFaults.reply.parse(body)).toMatchObject({ protocol: 'cyclic-window', ft_preserved: true })
    const last = 'segment=input&op=0&kind=input&pauli=X&pass=2&protocol=cyclic-window'
    const [lost, closed] = await Promise.all([ask(`/replay?${last}&closing=erasure`), ask(`/replay?${last}`)])
    expect(closed.body).toMatchObject({ fails: false, correction: 'XIIII' })
    expect(lost.body).toMatchObject({ fails: false, correction: null, remains: null })
  })

  it('show the tables of the flags, one coset in each cell of a fault-tolerant round', async () => {
    const { body } = await ask('')
    const { tables } = body as FaultsReport
    expect(tables.length).toBeGreaterThan(20)
    for (const { candidates, syndrome } of tables) {
      expect(candidates).toHaveLength(1)
      expect(syndrome).toMatch(/^[01]{4}$/)
    }
    expect(new Set(tables.map(({ generator }) => generator))).toEqual(new Set([0, 1, 2, 3]))
  })

  it('replay an input error that the lookup undoes', async () => {
    const { body } = await ask('/replay?segment=input&op=3&kind=input&pauli=Y')
    const { error, correction, syndrome, fails, strikes_before } = body as FaultReplay
    expect({ error, correction, syndrome, fails, strikes_before }).toEqual({
      error: 'IIIYI',
      correction: 'IIIYI',
      syndrome: '1111',
      fails: false,
      strikes_before: 0,
    })
  })
})

describe('a fault that does not exist', () => {
  it.each([
    ['segment=repeat&op=0&kind=gate&pauli=X', '#query/segment', /does not run without an earlier fault/],
    ['segment=flagged&op=100000&kind=gate&pauli=X', '#query/op', /op 100000 does not exist: .*kind gate has/],
    ['segment=flagged&op=0&kind=reset&pauli=X', '#query/pauli', /op 0 has flip/],
    ['segment=flagged&op=0&kind=gate&pauli=X', '#query/op', /has 2, /],
    [
      'segment=flagged&index=2&op=0&kind=input&pauli=X',
      '#query/kind',
      /segment flagged, index 2 has reset, gate, measure/,
    ],
    ['segment=input&index=1&op=0&kind=input&pauli=X', '#query/index', /segment input has 0$/],
    ['segment=input&op=7&kind=input&pauli=X', '#query/op', /has 0..6$/],
    ['segment=input&op=0&kind=input&pauli=XZ', '#query/pauli', /has X, Y, Z/],
    ['segment=input&op=0&kind=input&pauli=X&pass=1', '#query/pass', /adaptive has one pass/],
    ['segment=input&op=0&kind=input&pauli=X&pass=3&protocol=cyclic-window', '#query/pass', /2/],
    ['segment=input&op=0&kind=input&pauli=X&closing=erasure', '#query/closing', /adaptive has no windows/],
    [
      'segment=input&op=0&kind=input&pauli=X&protocol=cyclic-window&closing=never',
      '#query/closing',
      /"extraction", "erasure"/,
    ],
    ['segment=flagged&index=4&op=0&kind=gate&pauli=X', '#query/index', /3/],
    ['segment=flagged&op=-1&kind=gate&pauli=X', '#query/op', /0/],
    ['segment=flagged&op=0&kind=gate&pauli=Q', '#query/pauli', /one letter/],
    ['segment=flagged&op=0&kind=gate&pauli=X&shots=3', '#query/shots', /unknown field/],
  ])('is refused with the pointer and the range: %s', async (query, pointer, message) => {
    const { status, body } = await ask(`/replay?${query}`)
    const problem = ProblemSchema.strict().parse(body)
    expect([status, problem.error]).toEqual([400, 'invalid_request'])
    expect(problem.errors.map(one => one.pointer)).toContain(pointer)
    expect(problem.errors.find(one => one.pointer === pointer)!.message).toMatch(message)
  })

  it('is always either replayed or refused, whatever the query says', async () => {
    const value = fc.oneof(
      fc.constantFrom('flagged', 'input', 'repeat', 'gate', 'idle', 'reset', 'measure', 'X', 'IY', 'ZZ', 'II', 'flip'),
      fc.integer({ min: -3, max: 300 }).map(String),
      fc.string({ maxLength: 8 }),
    )
    const query = fc.record(
      {
        protocol: fc.oneof(fc.constantFrom(...PROTOCOLS), value),
        segment: fc.oneof(fc.constantFrom('flagged', 'input'), value),
        index: fc.oneof(fc.constantFrom('0', '3'), value),
        op: fc.oneof(fc.integer({ min: 0, max: 40 }).map(String), value),
        kind: fc.oneof(fc.constantFrom('gate', 'idle', 'reset', 'measure', 'input'), value),
        pauli: fc.oneof(fc.constantFrom('X', 'ZZ', 'flip'), value),
        pass: fc.oneof(fc.constantFrom('0', '2'), value),
      },
      { requiredKeys: ['segment', 'op', 'kind', 'pauli'] },
    )
    await fc.assert(
      fc.asyncProperty(query, async fields => {
        const { status, body } = await ask(`/replay?${new URLSearchParams(fields)}`)
        if (status === 200) routes.replayFault.reply.parse(body)
        else expect([status, ProblemSchema.parse(body).errors.length > 0]).toEqual([400, true])
      }),
      { numRuns: 150 },
    )
  })
})
