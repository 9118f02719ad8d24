/** Observables, inverted readout and parameters of circuits with loops, against closed forms and jobs of single rows. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Instruction, ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { loadEngines } from '../../../../main/simulation/engines'
import { openMemoryStore } from '../../store/memory-store'
import { DEMO } from '../../twins/sequencer/rig'
import { alice, backend, closeJobServices, counted, openJobService } from '../fixture'
import { liveLab, rigDevice } from '../live-lab'

const lab = await liveLab(rigDevice, { engines: loadEngines(), profile: { ...DEMO } })
const limits = { ...backend('dev-b-mock').limits, max_instructions: 1_000_000, max_shots: 100_000 }
const { jobs, ledger } = openJobService(openMemoryStore(), {
  executors: lab.executors,
  now: Date.now,
  backends: { get: id => ({ ...backend(id), limits }) },
})
ledger.purchase('compute_token', 1e12)
afterAll(async () => {
  await closeJobServices()
  await lab.registry.close()
})

type Body = Partial<SubmitJob> & { circuit: ParametricCircuit }
type Step = NonNullable<ParametricCircuit['instructions']>[number]
const on = (name: string, qubits: number[], more: Partial<Step> = {}): Step => ({ name, qubits, ...more })
const measure = (qubit: number, clbit: number): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })

/** Half of the shots end at each of at most two turns, each of which does `turn`: a quarter ends at none. */
const repeated = (turn: Step[], after: Step[] = []): ParametricCircuit => ({
  num_qubits: 2,
  instructions: [
    on('while', [], { condition: { clbit: 0, value: 0 }, max_iterations: 2 }),
    ...[on('reset', [0]), on('h', [0]), measure(0, 0)],
    ...[...turn, on('end', []), ...after],
  ],
})
/** ⟨Z1⟩ after one turn or two of ry(theta), 2 : 1 among the shots that end. */
const closed = (theta: number) => (2 * Math.cos(theta) + Math.cos(2 * theta)) / 3
const observables = [{ name: 'z', terms: [{ pauli: 'Z1', coefficient: 1 }] }]

async function done(body: Body, row?: number): Promise<JobResult> {
  const { job_uuid } = await jobs.submit({ backend: 'dev-b-mock', shots: 0, seed: 11, ...body } as SubmitJob, {
    caller: alice,
  })
  expect(await jobs.get(job_uuid, alice, { query: { wait: 30 } })).toMatchObject({ status: 'COMPLETED' })
  return row === undefined
    ? counted(jobs, job_uuid, alice)
    : ((await jobs.result(job_uuid, alice, { query: { row } })) as JobResult)
}

const flip = [on('x', [1])]
const turned = (theta: number | string) => [on('ry', [1], { params: [theta] })]

describe('values of a circuit with a loop', () => {
  it.each([
    ['x', flip, Math.PI],
    ['ry', turned(0.7), 0.7],
  ])('are exact over the shots that end it: %s', async (_, turn, theta) => {
    const { expectation_values, unfinished_probability } = await done({
      circuit: repeated(turn),
      observables,
      exact: true,
    })
    expect(expectation_values![0]!.value).toBeCloseTo(closed(theta), 9)
    expect(unfinished_probability).toBeCloseTo(0.25, 9)
  })

  it.each<[string, Step[], number, object]>([
    ['stabilizer', flip, Math.PI, {}],
    ['statevector', turned(0.7), 0.7, {}],
    ['stabilizer', flip, Math.PI, { options: { noise: 'calibrated' } }],
    ['trajectories', turned(0.7), 0.7, { options: { noise: 'calibrated' } }],
    ['QSEQ', flip, Math.PI, { backend: 'dev-b' }],
  ])('are measured in every engine: %s', async (engine, turn, theta, more) => {
    const shots = 'backend' in more ? 600 : 4_000
    const result = await done({ circuit: repeated(turn), observables, shots, ...more })
    expect(result.engine).toContain(engine)
    expect(result.shots + result.unfinished_shots!).toBe(shots)
    const noise = Object.keys(more).length > 0 ? 0.2 : 0
    expect(Math.abs(result.unfinished_shots! / shots - 0.25)).toBeLessThan(0.06 + noise / 4)
    const { value, standard_error } = result.expectation_values![0]!
    expect(Math.abs(value - closed(theta))).toBeLessThan(noise + 5 * standard_error)
  })

  it('take more shots for a target error, as some end nowhere', async () => {
    const two = [...observables, { terms: [{ pauli: 'X1', coefficient: 1 }] }]
    const { expectation_values } = await done({ circuit: repeated(turned(0.7)), observables: two, target_error: 0.05 })
    for (const { target } of expectation_values!) expect(target!.verdict).toBe('reached')
  })

  it('are none where hardly a shot ends, which is said', async () => {
    const never = repeated(flip)
    const circuit = { ...never, instructions: never.instructions.filter(({ name }) => name !== 'h') }
    const message = expect.stringContaining('raise it')
    const body = { backend: 'dev-b-mock', circuit, observables }
    const { job_uuid } = await jobs.submit({ ...body, shots: 100 }, { caller: alice })
    const job = await jobs.get(job_uuid, alice, { query: { wait: 30 } })
    expect(job).toMatchObject({ status: 'FAILED', status_reason: { message } })
    const exact = jobs.submit({ ...body, shots: 0, exact: true }, { caller: alice })
    await expect(exact).rejects.toMatchObject({ faults: [{ pointer: '/circuit/instructions', message }] })
  })
})

it('exact values follow conditions, as far as qubits allow', async () => {
  const teleported: Step[] = [
    ...[on('ry', [0], { params: [1.1] }), on('h', [1]), on('cx', [1, 2]), on('cx', [0, 1]), on('h', [0])],
    ...[measure(0, 0), measure(1, 1)],
    on('x', [2], { condition: { clbit: 1, value: 1 } }),
    on('z', [2], { condition: { clbit: 0, value: 1 } }),
  ]
  const sums = [
    { terms: [{ pauli: 'Z2', coefficient: 2 }] },
    {
      terms: [
        { pauli: 'X2', coefficient: 1 },
        { pauli: 'I', coefficient: 3 },
      ],
    },
    { terms: [{ pauli: 'Y2', coefficient: 1 }] },
  ]
  const circuit = { num_qubits: 3, instructions: teleported }
  const { expectation_values } = await done({ circuit, observables: sums, exact: true })
  const values = expectation_values!.map(({ value }) => value)
  for (const [at, value] of [2 * Math.cos(1.1), 3 + Math.sin(1.1), 0].entries())
    expect(values[at]).toBeCloseTo(value, 9)
  const wide = { num_qubits: 14, instructions: [...teleported, ...[...Array(14).keys()].map(q => on('h', [q]))] }
  const body = { backend: 'dev-b-mock', shots: 0, circuit: wide, observables: sums, exact: true }
  await expect(jobs.submit(body, { caller: alice })).rejects.toMatchObject({
    faults: [{ pointer: '/circuit/num_qubits' }],
  })
})

it('exact values of too many branches are refused at submit, with the instruction and what would do', async () => {
  const all = [0, 2, 3]
  const layer = (first: number) => [
    ...all.map(q => on('ry', [q], { params: [0.7] })),
    ...all.map(q => measure(q, first + q)),
  ]
  const circuit = { num_qubits: 4, instructions: [...Array(8).keys()].flatMap(at => layer(4 * at)) }
  const body = { backend: 'dev-b-mock', shots: 0, circuit, observables, exact: true }
  const message = expect.stringMatching(
    /^instruction \d+ leads to \d+ branches .*: measure or reset fewer qubits before it, or leave out exact/,
  )
  const fault = { pointer: expect.stringMatching(/^\/circuit\/instructions\/\d+$/), message }
  await expect(jobs.submit(body, { caller: alice })).rejects.toMatchObject({ faults: [fault] })
  await expect(jobs.estimate(body, alice)).rejects.toMatchObject({ faults: [fault] })
})

describe('a sweep of a circuit with a loop', () => {
  const parameters = { names: ['theta'], rows: [[0], [0.7], [2.5]] }

  it('has in each row the counts of a job of its circuit and seed, with the shots that did not end', async () => {
    const circuit = repeated(turned('theta'), [measure(1, 1)])
    for (const row of [1, 2]) {
      const { counts, shots, unfinished_shots, seed } = await done({ circuit, parameters, shots: 300 }, row)
      const alone = await done({
        circuit: repeated(turned(parameters.rows[row]![0]!), [measure(1, 1)]),
        shots: 300,
        seed,
      })
      expect({ counts, shots, unfinished_shots }).toEqual({
        counts: alone.counts,
        shots: alone.shots,
        unfinished_shots: alone.unfinished_shots,
      })
      expect(shots + unfinished_shots!).toBe(300)
    }
  })

  it('has values, exact and measured', async () => {
    const circuit = repeated(turned('theta'))
    for (const row of [0, 1, 2]) {
      const exact = await done({ circuit, parameters, observables, exact: true }, row)
      expect(exact.expectation_values![0]!.value).toBeCloseTo(closed(parameters.rows[row]![0]!), 9)
    }
    const { expectation_values, unfinished_shots } = await done({ circuit, parameters, observables, shots: 2_000 }, 1)
    const { value, standard_error } = expectation_values![0]!
    expect(Math.abs(value - closed(0.7))).toBeLessThan(5 * standard_error)
    expect(unfinished_shots).toBeGreaterThan(0)
  })
})

describe('readout that is inverted beside a loop', () => {
  it('is that of the bits that decide nothing', async () => {
    const circuit = repeated(flip, [measure(1, 1)])
    const options = { noise: 'calibrated', mitigation: { readout: 'published' } } as const
    const { mitigated_counts, unfinished_shots, shots } = await done({ circuit, shots: 4_000, options })
    const { clbits, quasi_probabilities } = mitigated_counts!
    expect(clbits).toEqual([1])
    const [zero, one] = [quasi_probabilities['0']!, quasi_probabilities['1']!]
    expect(zero.value + one.value).toBeCloseTo(1, 9)
    // Two thirds of the shots that end do so after one flip.
    expect(Math.abs(one.value - 2 / 3)).toBeLessThan(0.1)
    expect(shots + unfinished_shots!).toBe(4_000)
  })

  it('fails by name where too few shots end their loops, as no probability has an error then', async () => {
    const never = repeated([], [measure(1, 1)])
    const instructions = never.instructions.filter(({ name }) => name !== 'h')
    const options = { noise: 'calibrated', mitigation: { readout: 'published' } } as const
    const body = { backend: 'dev-b-mock', shots: 2, seed: 11, circuit: { ...never, instructions }, options }
    const { job_uuid } = await jobs.submit(body as SubmitJob, { caller: alice })
    const ended = await jobs.get(job_uuid, alice, { query: { wait: 30 } })
    expect(ended).toMatchObject({
      status: 'FAILED',
      status_reason: { message: expect.stringMatching(/^Only 0 of 2 /) },
    })
  })

  it('is refused where every bit decides', async () => {
    const body = { backend: 'dev-b-mock', shots: 100, circuit: repeated(flip) }
    const options = { noise: 'calibrated', mitigation: { readout: 'measured' } } as const
    await expect(jobs.submit({ ...body, options }, { caller: alice })).rejects.toMatchObject({
      faults: [{ pointer: '/circuit/instructions', message: expect.stringContaining('without deciding') }],
    })
  })
})
