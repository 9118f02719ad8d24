/** A thread and the calling thread must not differ: the same answers, the same errors with every fault. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceTasks, type ThreadData, tasksWith } from '../../../main/composition/tasks'
import { AppError } from '../../../main/contract/model/errors'
import type { RawRequest } from '../../../main/http/request/raw-request'
import { versionsOf } from '../../../main/runs/sampling/frame-engine'
import { threadScript } from '../../../main/worker/offload'
import { createPool } from '../../../main/worker/pool'
import { direct, type Runner } from '../../../main/worker/runner'
import { referenceEngines } from './reference-engines'

let there: Runner<ServiceTasks> & { close(): Promise<void> }
const here = direct(tasksWith(referenceEngines))
beforeAll(async () => {
  const data: ThreadData = { native_dirs: [], versions: versionsOf(referenceEngines()) }
  there = createPool<ServiceTasks>({ script: threadScript('thread.cjs'), data })
})
afterAll(() => there.close())

type Name = 'readSubmission' | 'parseCircuit' | 'exportCircuit'
const PATHS: Record<Name, string> = {
  readSubmission: '/api/svc/quantum/submit',
  parseCircuit: '/api/svc/quantum/circuits/parse',
  exportCircuit: '/api/svc/quantum/circuits/export',
}
const raw = (name: Name, body: string, query = {}): RawRequest => ({
  method: 'POST',
  path: PATHS[name],
  params: {},
  query,
  bytes: new TextEncoder().encode(body),
})

/** What it answers or throws, as data. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await call }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, details, faults } = error
    return { code, message, details, faults }
  }
}

async function same(name: Name, body: string, query = {}): Promise<unknown> {
  const found = await outcome(there.run(name, raw(name, body, query)))
  expect(found).toEqual(await outcome(here.run(name, raw(name, body, query))))
  return found
}

const gate = fc.record(
  {
    name: fc.constantFrom('h', 'cx', 't', 'rz', 'measure', 'barrier', 'nothing', '__proto__'),
    qubits: fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 3 }),
    clbits: fc.array(fc.nat(4), { maxLength: 2 }),
    params: fc.array(fc.oneof(fc.double(), fc.constant('x')), { maxLength: 2 }),
    condition: fc.record({ clbit: fc.nat(3), value: fc.nat(2) }),
    colour: fc.string(),
  },
  { requiredKeys: ['name', 'qubits'] },
)
const circuit = fc.record({
  num_qubits: fc.integer({ min: 0, max: 5 }),
  instructions: fc.array(gate, { maxLength: 6 }),
})
const submit = fc.record(
  {
    backend: fc.constantFrom('dev-a', ''),
    shots: fc.integer({ min: 0, max: 5 }),
    circuit,
    circuits: fc.array(circuit, { maxLength: 3 }),
    seed: fc.nat(),
    tags: fc.array(fc.string(), { maxLength: 2 }),
  },
  { requiredKeys: ['backend', 'shots'] },
)
const RUNS = { numRuns: 150 }

describe('what a thread makes of a body', () => {
  it('is what the calling thread makes of it, for submits right and wrong', async () => {
    await fc.assert(
      fc.asyncProperty(submit, async body => void (await same('readSubmission', JSON.stringify(body)))),
      RUNS,
    )
  })

  it('is the same for OpenQASM, whole, cut and garbled', async () => {
    const text = 'OPENQASM 3.0; include "stdgates.inc"; qubit[2] q; bit[2] c; h q[0]; cx q[0], q[1]; c = measure q;'
    const garbled = fc.tuple(fc.nat(text.length), fc.string()).map(([at, junk]) => text.slice(0, at) + junk)
    await fc.assert(
      fc.asyncProperty(fc.oneof(garbled, fc.constant(text)), async text => {
        await same('parseCircuit', JSON.stringify({ text }))
      }),
      RUNS,
    )
  })

  it('is the same for circuits to be written', async () => {
    const body = fc.record({ circuit, format: fc.constantFrom('openqasm2', 'openqasm3', 'latin') })
    await fc.assert(
      fc.asyncProperty(body, async body => void (await same('exportCircuit', JSON.stringify(body)))),
      RUNS,
    )
  })

  it('is the same for what is no JSON, and for a query that nobody asked for', async () => {
    expect(await same('readSubmission', '{"backend":')).toMatchObject({ code: 'malformed_json' })
    expect(await same('readSubmission', '')).toMatchObject({ code: 'invalid_request' })
    expect(await same('readSubmission', '{}', { colour: 'red' })).toMatchObject({
      faults: expect.arrayContaining([expect.objectContaining({ pointer: '#query/colour' })]),
    })
  })

  it('names the first hundred faults of a hostile body', async () => {
    const instructions = Array.from({ length: 5_000 }, () => ({ name: 'h', qubits: [], x: 1 }))
    const found = await same('readSubmission', JSON.stringify({ backend: 'a', shots: 1, circuit: { instructions } }))
    expect((found as AppError).faults).toHaveLength(100)
  })
})
