/** Estimates of simulated jobs by those that ran before, timed by a clock that the test turns. */
import { afterEach, expect, it } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import { alice, bob, closeDesks, openDesk, request, settle } from '../fixture'

afterEach(closeDesks)

const turned: Circuit = {
  num_qubits: 1,
  instructions: [
    { name: 'ry', qubits: [0], params: [0.3] },
    { name: 'measure', qubits: [0], clbits: [0] },
  ],
}

function timedDesk() {
  let clock = 1_700_000_000_000
  const desk = openDesk(undefined, { now: () => clock })
  const run = async (circuit: Circuit, duration_ms: number) => {
    await desk.jobs.submit({ ...request, circuit }, bob)
    await settle()
    clock += duration_ms
    desk.waiting.at(-1)!.finish()
    await settle()
  }
  return { ...desk, run }
}

it('says that nothing is known, then rests on jobs of the kind alone, whoever ran them and where', async () => {
  const { jobs, run } = timedDesk()
  const estimate = (circuit: Circuit) => jobs.estimate({ ...request, backend: 'dev-b-mock', circuit }, alice)
  expect(await estimate(turned)).toMatchObject({
    ...{ runtime_ms: null, runtime_interval: null, runtime_basis: 'unknown' },
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
  const { jobs, run } = timedDesk()
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
