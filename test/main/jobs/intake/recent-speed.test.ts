/** Estimates of simulated jobs by those that ran before, timed by a clock that the test turns. */
import { afterEach, expect, it } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import type { Executor } from '../../../../main/jobs/model/execution'
import { alice, backend, bob, closeJobServices, openJobService, request, settle } from '../fixture'

afterEach(closeJobServices)

const turned: Circuit = {
  num_qubits: 1,
  instructions: [
    { name: 'ry', qubits: [0], params: [0.3] },
    { name: 'measure', qubits: [0], clbits: [0] },
  ],
}

/** `runtime`: seconds that the engine says of any circuit; left out, it says nothing. */
function timedJobService(runtime?: number) {
  let clock = 1_700_000_000_000
  const waiting: (() => void)[] = []
  const executor: Executor = {
    validate: () => [],
    execute: async ({ shots, onStart }) => {
      await onStart?.()
      await new Promise<void>(resolve => waiting.push(resolve))
      const counts = new Map([['0', shots]])
      return { counts, shots, engine: 'test-engine/1', noise: 'none', calibration_id: null, transpiled: null }
    },
    exact: { faults: () => [], values: () => Promise.reject(new Error('not asked for')) },
    ...(runtime !== undefined && { runtime: async () => runtime }),
  }
  const limits = { max_qubits: 4, max_shots: 10_000, max_instructions: 5_000, max_runtime_s: 60 }
  const backends = { get: (id: string) => ({ ...backend(id), limits }) }
  const service = openJobService(undefined, { now: () => clock, executors: () => executor, backends })
  const run = async (circuit: Circuit, duration_ms: number, more: Partial<SubmitJob> = {}) => {
    await service.jobs.submit({ ...request, circuit, ...more }, { caller: bob })
    while (waiting.length === 0) await settle()
    clock += duration_ms
    waiting.pop()!()
    while (service.jobs.running() > 0) await settle()
  }
  return { ...service, run }
}

it('says that nothing is known, then rests on jobs of the kind alone, whoever ran them and where', async () => {
  const { jobs, run } = timedJobService()
  const estimate = (circuit: Circuit) => jobs.estimate({ ...request, backend: 'dev-b-mock', circuit }, alice)
  expect(await estimate(turned)).toMatchObject({
    runtime_ms: null,
    runtime_interval: null,
    runtime_basis: 'unknown',
    basis: 'no noiseless state vector job has completed here lately',
  })
  await run(request.circuit, 7_000)
  expect((await estimate(turned)).runtime_ms).toBeNull()
  expect((await estimate(request.circuit)).basis).toMatch(/^from one recent noiseless stabilizer job, .* too few/)
  for (const ms of [100, 300, 200, 500, 400]) await run(turned, ms)
  const { runtime_ms, runtime_interval, runtime_basis, basis } = await estimate(turned)
  expect(runtime_basis).toBe('recent_jobs')
  expect(basis).toBe(
    'from 5 recent jobs, scaled by rows × gates × 2^qubits and shots on the state vector; 67% of such jobs take between the two',
  )
  expect(runtime_ms).toBeCloseTo(300, 6)
  expect(runtime_interval!.low_ms).toBeCloseTo(100, 6)
  expect(runtime_interval!.high_ms).toBeCloseTo(500, 6)
})

it('grows with the rows of a sweep, and takes the longest of a batch', async () => {
  const { jobs, run } = timedJobService()
  for (const ms of [10, 11, 12, 13, 14]) await run(turned, ms)
  const parameters = { names: ['a'], rows: Array.from({ length: 40 }, (_, row) => [row / 7 + 0.1]) }
  const swept = {
    num_qubits: 1,
    instructions: [{ ...turned.instructions[0]!, params: ['a'] }, turned.instructions[1]!],
  }
  const one = await jobs.estimate({ ...request, circuit: turned }, alice)
  const many = await jobs.estimate({ ...request, circuit: swept, parameters }, alice)
  expect(many.runtime_ms! / one.runtime_ms!).toBeGreaterThan(2)
  expect(many.runtime_interval!.high_ms).toBeGreaterThan(many.runtime_ms!)
  const { circuit: _, ...rest } = request
  const batch = {
    ...rest,
    circuits: [
      { circuit: turned, shots: 1_000 },
      { circuit: turned, shots: 10 },
    ],
  }
  const both = await jobs.estimate(batch, alice)
  expect(both.basis).toMatch(/^the longest of 2 jobs, from 5 recent jobs/)
  expect(both.runtime_ms).toBe((await jobs.estimate({ ...request, shots: 1_000, circuit: turned }, alice)).runtime_ms)
  const mixed = await jobs.estimate({ ...batch, circuits: [...batch.circuits, { circuit: request.circuit }] }, alice)
  expect(mixed).toMatchObject({ runtime_ms: null, basis: 'no noiseless stabilizer job has completed here lately' })
})

const repeated = (gates: number): Circuit => {
  const [turn, measure] = turned.instructions
  return { num_qubits: 1, instructions: [...Array.from({ length: gates }, () => turn!), measure!] }
}

it('rests noisy trajectories on recent jobs once they give an interval, before that on the speed of the kernels', async () => {
  const { jobs, run } = timedJobService(9)
  const options = { noise: 'calibrated' } as const
  const estimate = (shots = 100) => jobs.estimate({ ...request, circuit: turned, shots, options }, alice)
  for (const ms of [100, 300, 200, 500]) await run(turned, ms, { options })
  for (const ms of [1, 2, 3, 4, 5]) await run(turned, ms)
  expect(await estimate()).toMatchObject({ runtime_ms: 9_000, runtime_interval: null, runtime_basis: 'kernel_speed' })
  await run(turned, 400, { options })
  const { runtime_ms, runtime_interval, runtime_basis, basis } = await estimate()
  expect(runtime_basis).toBe('recent_jobs')
  expect(basis).toBe(
    'from 5 recent jobs, scaled by rows × 2^qubits, and by gates and shots of noisy trajectories, which share states until a fault; 67% of such jobs take between the two',
  )
  expect(runtime_ms).toBeCloseTo(300, 6)
  expect(runtime_interval!.low_ms).toBeCloseTo(100, 6)
  expect(runtime_interval!.high_ms).toBeCloseTo(500, 6)
  const longer = { ...request, circuit: repeated(4_000), shots: 10_000, options }
  expect((await jobs.estimate(longer, alice)).runtime_basis).toBe('kernel_speed')
})

it('does not count the shots of exact values, of which there are none, at the speed of trajectories', async () => {
  const { jobs } = timedJobService(0)
  const observables = [{ terms: [{ pauli: 'Z', coefficient: 1 }] }]
  const [turn] = turned.instructions
  const circuit = { num_qubits: 1, instructions: [turn!] }
  const options = { noise: 'calibrated' } as const
  const exact = { ...request, shots: 0, circuit, observables, exact: true, options }
  expect(await jobs.estimate(exact, alice)).toMatchObject({ runtime_ms: null, runtime_basis: 'unknown' })
})

it('learns from a circuit in a file by the features that the submit stored, and from older jobs by their circuits', async () => {
  const { jobs, store, run } = timedJobService()
  const large = repeated(2_000)
  for (const ms of [100, 300, 200, 500, 400]) await run(large, ms)
  const circuits = store.db.prepare<[], string>('SELECT circuit FROM job_circuits').pluck()
  expect(circuits.all().every(column => column.startsWith('file:'))).toBe(true)
  const estimate = async (circuit: Circuit) => (await jobs.estimate({ ...request, circuit }, alice)).runtime_interval
  expect(await estimate(large)).toMatchObject({ low_ms: expect.closeTo(100, 6), high_ms: expect.closeTo(500, 6) })
  store.db.exec('DELETE FROM jobs')
  expect(store.db.prepare('SELECT count(*) FROM job_features').pluck().get()).toBe(0)
  for (const ms of [10, 30, 20, 50, 40]) await run(turned, ms)
  store.db.exec('DELETE FROM job_features')
  expect(await estimate(turned)).toMatchObject({ low_ms: expect.closeTo(10, 6), high_ms: expect.closeTo(50, 6) })
})
