/** A sweep that is accepted has no row that is refused, and the other way round: each row judged by itself is the reference. */
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { createBinder, tableOf } from '../../../../main/circuits/parameters/bind'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import { createExecutors } from '../../../../main/jobs/execution/executors'
import { executionCheck } from '../../../../main/jobs/intake/execution-checks'
import { requestFor } from '../../../../main/jobs/model/execution-request'
import type { Executor } from '../../../../main/jobs/model/executor'
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
