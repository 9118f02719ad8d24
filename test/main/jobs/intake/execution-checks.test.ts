/**
 * A sweep that is accepted has no row that is refused, and the other way round: each row judged by itself is the reference.
 * Jobs that would be ended for their length are refused, with what would do.
 */
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { createBinder, tableOf } from '../../../../main/circuits/parameters/bind'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { Observable } from '../../../../main/contract/jobs/observables'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import type { Fault } from '../../../../main/contract/model/errors'
import { createExecutors } from '../../../../main/jobs/execution/executors'
import { executionCheck, runtimeFaults, secondsOf } from '../../../../main/jobs/intake/execution-checks'
import { type Executor, requestFor } from '../../../../main/jobs/model/execution'
import { jobTasks } from '../../../../main/jobs/tasks/registry'
import { submissionOf } from '../../../../main/jobs/tasks/submission'
import { loadEngines } from '../../../../main/simulation/engines'
import { direct } from '../../../../main/worker/runner'
import { DEMO } from '../../twins/sequencer/rig'
import { backend } from '../fixture'
import { liveLab, rigDevice } from '../live-lab'

const labs = await Promise.all(
  [11, 14, 22].map(instructions => liveLab(rigDevice, { profile: { ...DEMO, instructions } })),
)
afterAll(() => Promise.all(labs.map(({ registry }) => registry.close())))

const { PI } = Math
const names = ['a', 'b', 'c']
const angle = fc.constantFrom(0, PI / 2, PI, 0.3, -0.3, 1.1)
/** Half of them leave a single branch. */
const decided = fc.constantFrom(0, 0, PI, 0, 0.3, 1.1)
const tables = fc.array(fc.tuple(angle, angle, angle), { minLength: 1, maxLength: 5 })
const options = { noise: 'calibrated', precision: 'float64' } as const
const interactive = direct(jobTasks)

/** Whether the sweep is accepted, whether every row is by itself, and which row is the first that is not, as its fault says and as it is. */
async function judged(body: object, circuit: ParametricCircuit, executor: Executor) {
  const submit = SubmitJob.parse({ ...body, circuit })
  const [submitted] = submissionOf(submit).circuits
  const live = backend(submit.backend, 1e9)
  const request = requestFor(submitted!.sweep!.sample, { backend: live, shots: 10, options, facts: submitted!.facts })
  const { faults } = await executionCheck(submitted!, request, { executor, interactive })
  const table = tableOf(submit.parameters!)
  const binder = createBinder(circuit, table)
  const alone = await Promise.all(
    Array.from({ length: table.rows }, async (_, row) => {
      const own = { backend: live, circuit: binder.circuit(row), shots: 10, options }
      return (submit.exact ? executor.exact! : { faults: executor.validate }).faults(own, '/circuit')
    }),
  )
  const [, row] = /^row (\d+): /.exec(faults[0]?.message ?? '') ?? []
  const refused = alone.findIndex(found => found.length > 0)
  return { accepted: faults.length === 0, each: refused < 0, said: row === undefined ? null : Number(row), refused }
}

it('the check of a sweep on a device accepts it exactly where each row alone is accepted', async () => {
  const instructions = [
    { name: 'rx', qubits: [0], params: ['a'] },
    { name: 'crx', qubits: [0, 1], params: ['b'] },
    { name: 'ry', qubits: [1], params: ['c'] },
    { name: 'rx', qubits: [0], params: ['-a'] },
    ...[0, 1].map(q => ({ name: 'measure', qubits: [q], clbits: [q] })),
  ]
  await fc.assert(
    fc.asyncProperty(tables, fc.constantFrom(...labs), async (rows, lab) => {
      const body = { backend: 'dev-b', shots: 10, parameters: { names, rows } }
      const executor = lab.executors(backend('dev-b', 1e9))
      const { accepted, each, said, refused } = await judged(body, { num_qubits: 2, instructions }, executor)
      expect(accepted).toBe(each)
      if (said !== null) expect(said).toBe(refused)
    }),
    {
      numRuns: 20,
      examples: [
        [
          [
            [0, 0.3, 0],
            [0.3, 0, 0.3],
          ],
          labs[1]!,
        ],
      ],
    },
  )
})

it('the check names the first refused row where other rows have other pulses', async () => {
  const instructions = [
    { name: 'crx', qubits: [0, 1], params: ['b'] },
    { name: 'measure', qubits: [1], clbits: [0] },
  ]
  const circuit = { num_qubits: 2, instructions }
  const executor = labs[0]!.executors(backend('dev-b', 1e9))
  const sweep = (rows: number[][]) => ({ backend: 'dev-b', shots: 10, parameters: { names: ['b'], rows } })
  expect(await judged(sweep([[0], [0], [0.3], [0.4]]), circuit, executor)).toMatchObject({ said: 2, refused: 2 })
  expect(await judged(sweep([[0.3], [0.4]]), circuit, executor)).toMatchObject({ said: null, refused: 0 })
})

it('the check of exact values accepts a sweep exactly where each row alone is accepted, also where its angles decide the branches', async () => {
  const layer = (param: string, first: number) =>
    [0, 1, 2].flatMap(q => [
      { name: 'ry', qubits: [q], params: [param] },
      { name: 'measure', qubits: [q], clbits: [first + q] },
    ])
  const instructions = ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'a'].flatMap((param, at) => layer(param, 3 * at))
  const executor = createExecutors({ engines: loadEngines(), deviceOf: rigDevice, devices: null })(
    backend('dev-b-mock'),
  )
  const observables = [{ terms: [{ pauli: 'Z3', coefficient: 1 }] }]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(decided, decided, decided), { minLength: 1, maxLength: 3 }), async rows => {
      const body = { backend: 'dev-b-mock', exact: true, observables, parameters: { names, rows } }
      const { accepted, each } = await judged(body, { num_qubits: 4, instructions }, executor)
      expect(accepted).toBe(each)
    }),
    { numRuns: 12 },
  )
})

it('the check names a remedy where rows are of too many kinds to be checked one by one', async () => {
  const instructions = [
    ...names.map((name, q) => ({ name: 'rx', qubits: [q], params: [name] })),
    ...[0, 1, 2].map(q => ({ name: 'measure', qubits: [q], clbits: [q] })),
  ]
  const steps = [0, 1, 2, 3, 4].map(step => (step * PI) / 4)
  const rows = steps.flatMap(a => steps.flatMap(b => steps.map(c => [a, b, c])))
  const submit = SubmitJob.parse({
    backend: 'dev-b',
    shots: 10,
    circuit: { num_qubits: 3, instructions },
    parameters: { names, rows },
  })
  const [submitted] = submissionOf(submit).circuits
  const executor = labs[0]!.executors(backend('dev-b', 1e9))
  const faulty = { faults: [{ pointer: '/circuit', message: 'too long' }], device_time_s: null, most_shots: 0 }
  const refusing: Executor = { ...executor, device: { ...executor.device!, check: async () => faulty } }
  const live = backend('dev-b', 1e9)
  const request = requestFor(submitted!.sweep!.sample, { backend: live, shots: 10, options, facts: submitted!.facts })
  const { faults } = await executionCheck(submitted!, request, { executor: refusing, interactive })
  expect(faults[0]!.message).toMatch(/^too long; .*more than 64 different ways.*split the table/)
})

/** 2 s for all shots of a circuit, 2.75 s for those of all circuits that its estimates take. */
const PLAIN = { device_time_s: 2, most_shots: 1_000 }
const ESTIMATES = { device_time_s: 2.75 }
const rotation = { name: 'rx', qubits: [0], params: ['theta'] }
const observables: Observable[] = ['Z0', 'X0'].map(pauli => ({ terms: [{ pauli, coefficient: 1 }] }))

const measure = { name: 'measure', qubits: [0], clbits: [0] }

const submissionFor = (rows: number, more: object) =>
  submissionOf(
    SubmitJob.parse({
      backend: 'dev-a',
      shots: 1_000,
      circuit: { num_qubits: 1, instructions: 'observables' in more ? [rotation] : [rotation, measure] },
      parameters: { names: ['theta'], rows: Array.from({ length: rows }, (_, row) => [row]) },
      ...more,
    }),
  )
const faultsOf = (rows: number, more: object = {}) => {
  const { circuits } = submissionFor(rows, more)
  const check = 'observables' in more ? ESTIMATES : PLAIN
  return reported(runtimeFaults(circuits[0]!, check, { backend: backend('dev-a'), common: 1_000 }))
}
const reported = (faults: readonly Fault[]) => faults.map(({ pointer, message }) => `${pointer}: ${message}`)

it('counts every row, and every circuit of a row', () => {
  expect(secondsOf(submissionFor(3, {}).circuits[0]!, PLAIN)).toBe(6)
  expect(secondsOf(submissionFor(3, { observables }).circuits[0]!, ESTIMATES)).toBe(3 * 2.75)
  expect(secondsOf(submissionFor(3, {}).circuits[0]!, { device_time_s: null })).toBe(null)
})

it('refuses what takes longer than a job may, and says how many rows would do', () => {
  expect(faultsOf(30)).toEqual([])
  expect(faultsOf(31)).toEqual([
    '/parameters/rows: dev-a would be occupied for up to 62 s, more than the 60 s that a job may take: at most 30 rows, or fewer shots of each, would do',
  ])
  expect(faultsOf(22, { observables })).toHaveLength(1)
  expect(faultsOf(21, { observables })).toEqual([])
})

it.each([
  [{}, { device_time_s: 90, most_shots: 660 }, '/shots', 'at most 660 shots would do'],
  [{ shots: 500 }, { device_time_s: 90, most_shots: 330 }, '/circuits/1/shots', 'at most 330 shots would do'],
  [{}, { device_time_s: 90, most_shots: 0 }, '/shots', 'take a shorter circuit, or fewer iterations of its loops'],
  [{}, { device_time_s: 90 }, '/shots', 'take fewer shots'],
])('refuses a plain circuit, and says how many shots would do: %o', (own, check, pointer, remedy) => {
  const circuit = { num_qubits: 1, instructions: [measure] }
  const circuits = [circuit, { circuit, ...own }]
  const submission = submissionOf(SubmitJob.parse({ backend: 'dev-a', shots: 1_000, circuits }))
  const limit = { backend: backend('dev-a'), common: 1_000 }
  expect(reported(runtimeFaults(submission.circuits[1]!, check, limit))).toEqual([
    `${pointer}: dev-a would be occupied for up to 90 s, more than the 60 s that a job may take: ${remedy}`,
  ])
  expect(runtimeFaults(submission.circuits[1]!, { ...check, device_time_s: 60 }, limit)).toEqual([])
})
