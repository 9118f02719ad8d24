/** Expectation values through a sequencer twin: transpiled, metered, with the readout of the device qubits inverted. */
import { afterAll, expect, it, vi } from 'vitest'
import type { Circuit } from '../../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { DEMO } from '../../../twins/sequencer/rig'
import { alice, balance, closeJobServices, counted, openJobService, shown } from '../../fixture'
import { liveLab, rigDevice } from '../../live-lab'

const lab = await liveLab(rigDevice)
const service = openJobService(undefined, { executors: lab.executors, now: Date.now })
service.ledger.purchase('compute_token', 1e12)
const { jobs } = service
afterAll(async () => {
  await closeJobServices()
  await lab.registry.close()
})

const bell: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
  ],
}
const measuredBell: Circuit = {
  ...bell,
  instructions: [...bell.instructions, { name: 'measure', qubits: [0], clbits: [0] }],
}
const observables = [
  { terms: ['Z0 Z1', 'X0 X1'].map(pauli => ({ pauli, coefficient: 1 })) },
  { name: 'flipped', terms: [{ pauli: 'Y0 Y1', coefficient: 1 }] },
]

it.each(['published', 'measured'] as const)(
  'with the %s readout of the qubits that it was transpiled to',
  async readout => {
    const spent = balance(service).spent
    const body = { backend: 'dev-b', shots: 1_000, circuit: bell, observables, options: { mitigation: { readout } } }
    const estimate = await jobs.estimate(body, alice)
    expect(estimate).toMatchObject({ measured_groups: 3, tokens: { required: 50 } })
    expect(estimate.device_time_s).toBeGreaterThan(0)
    expect(estimate).toMatchObject({ runtime_ms: estimate.device_time_s! * 1_000, runtime_basis: 'compiled_timing' })
    expect(estimate.basis).toMatch(/^by compiled timing: .* an upper bound/)
    const { job_uuid } = await jobs.submit(body, { caller: alice })
    await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
    const result = await counted(jobs, job_uuid, alice)
    const [sum, flipped] = result.expectation_values!
    expect(sum).toMatchObject({ label: 'mitigated' })
    // Two-qubit and decay errors stay; five standard errors for the shots.
    expect(Math.abs(sum!.value - 2)).toBeLessThan(0.2 + 5 * sum!.standard_error)
    expect(Math.abs(flipped!.value + 1)).toBeLessThan(0.1 + 5 * flipped!.standard_error)
    const sites = result.groups!.map(({ device_qubits }) => device_qubits!)
    expect(new Set(sites.flat())).toEqual(new Set(result.mitigation!.qubits.map(({ qubit }) => qubit)))
    expect(result.sequencers).toHaveLength(1)
    expect(result.shots + result.overhead_shots + result.lost_shots).toBe(1_000)
    expect(balance(service).spent - spent).toBeCloseTo((result.shots + result.overhead_shots) * 0.05, 6)
  },
)

it('holds the device once for all circuits of all rows, and announces every upload before it', async () => {
  const circuit = { ...bell, instructions: [{ name: 'ry', qubits: [0], params: ['theta'] }, bell.instructions[1]!] }
  const parameters = { names: ['theta'], rows: [[0], [1], [2]] }
  const body = { backend: 'dev-b', shots: 200, circuit, observables, parameters }
  const lease = vi.spyOn(lab.devices.deviceOf('dev-b')!, 'lease')
  const { job_uuid } = await jobs.submit(body, { caller: alice })
  await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
  expect(lease).toHaveBeenCalledTimes(1)
  const rows = await Promise.all(
    [0, 1, 2].map(async row => (await jobs.result(job_uuid, alice, { query: { row } })) as JobResult),
  )
  for (const [row, { expectation_values, lost_shots, shots, overhead_shots }] of rows.entries()) {
    expect(shots + overhead_shots + lost_shots).toBeGreaterThanOrEqual(200)
    // cos 0 = 1 leaves Z0 Z1 and sin 0 = 0 X0 X1: the sum is 1 + sin theta.
    const { value, standard_error } = expectation_values![0]!
    expect(Math.abs(value - 1 - Math.sin(row))).toBeLessThan(0.3 + 5 * standard_error)
  }
  // Each program is some kilobytes over a link of 1 MB/s: three groups and as many pilots in each of three rows.
  const counted_only = { ...body, observables: undefined, parameters: undefined, circuit: measuredBell }
  const [all, one] = [await jobs.estimate(body, alice), await jobs.estimate(counted_only, alice)]
  expect(all.device_time_s!).toBeGreaterThan(12 * (one.device_time_s! / 2))
})

it('takes further shots of a device until a target error is met, and is charged for those that were taken', async () => {
  const { spent } = balance(service)
  const circuit = { num_qubits: 1, instructions: [{ name: 'ry', qubits: [0], params: ['theta'] }] }
  const parameters = { names: ['theta'], rows: Array.from({ length: 30 }, () => [0.3]) }
  const one = [{ terms: [{ pauli: 'Z0', coefficient: 1 }] }]
  const body = { backend: 'dev-b', shots: 200, target_error: 0.1, circuit, observables: one, parameters }
  expect(await jobs.estimate(body, alice)).toMatchObject({ tokens: { required: 30 * 200 * 0.05 } })
  const { job_uuid } = await jobs.submit(body, { caller: alice })
  await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
  const rows = await Promise.all(
    parameters.rows.map(async (_, row) => (await jobs.result(job_uuid, alice, { query: { row } })) as JobResult),
  )
  // A pilot of ten shots is all alike in more than half of the rows, and some of these then turn out to have been too few.
  expect(rows.some(({ target }) => target!.rounds > 1)).toBe(true)
  for (const { target, expectation_values } of rows) {
    expect(target).toMatchObject({ verdict: 'reached', ended_by: 'reached' })
    expect(expectation_values![0]!.standard_error).toBeLessThanOrEqual(0.1)
    expect(target!.unused_shots).toBeGreaterThan(0)
  }
  const taken = rows.reduce((sum, { shots, overhead_shots }) => sum + shots + overhead_shots, 0)
  expect(balance(service).spent - spent).toBeCloseTo(taken * 0.05, 6)
  service.ledger.verify()
})

it('reports the device time of all circuits that it plays, each with its own shots and upload', async () => {
  const timeOf = async (more: object, shots: number) =>
    (await jobs.estimate({ backend: 'dev-b', shots, circuit: bell, ...more }, alice)).device_time_s!
  const read = (...basis: { name: string; qubits: number[] }[]): Circuit => ({
    num_qubits: 2,
    num_clbits: 2,
    instructions: [
      ...[...bell.instructions, ...basis],
      ...[0, 1].map(qubit => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })),
    ],
  })
  const both = [0, 1].map(qubit => ({ name: 'h', qubits: [qubit] }))
  const two = [{ terms: ['Z0 Z1', 'X0 X1'].map(pauli => ({ pauli, coefficient: 1 })) }]
  // Too few shots for a pilot: each group has half of them.
  const alone = (await timeOf({ circuit: read() }, 75)) + (await timeOf({ circuit: read(...both) }, 75))
  expect(await timeOf({ observables: two }, 150)).toBeCloseTo(alone, 3)
  // With pilots: four uploads, and at most so many shots of the longer circuit.
  const piloted = await timeOf({ observables: two }, 1_000)
  const [least, most] = await Promise.all([read(), read(...both)].map(circuit => timeOf({ circuit }, 1_000)))
  const uploads = 2 * (2 * (await timeOf({ circuit: read() }, 1)) + 2 * (await timeOf({ circuit: read(...both) }, 1)))
  expect(piloted).toBeGreaterThan(least!)
  expect(piloted).toBeLessThan(most! + uploads)
  // Measuring the readout plays two more.
  const mitigation = { readout: 'measured' } as const
  const plain = await timeOf({ circuit: read() }, 600)
  const mitigated = await timeOf({ circuit: read(), options: { mitigation } }, 600)
  expect(mitigated).toBeGreaterThan(plain)
  expect(mitigated).toBeLessThan(3 * plain)
})

it('refuses at submit a readout that the device cannot measure, and says so', async () => {
  const narrow = await liveLab(rigDevice, { profile: { ...DEMO, instructions: 5 } })
  const { jobs, ledger } = openJobService(undefined, { executors: narrow.executors, now: Date.now })
  ledger.purchase('compute_token', 1e9)
  const circuit = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }
  const body = { backend: 'dev-b', shots: 1_000, circuit }
  await jobs.submit(body, { caller: alice })
  const measured = { ...body, options: { mitigation: { readout: 'measured' } } } as const
  await expect(jobs.submit(measured, { caller: alice })).rejects.toMatchObject({
    faults: [
      {
        pointer: '/options/mitigation/readout',
        message: expect.stringMatching(/^a circuit that measures the readout of the device qubits \d+: instructions/),
      },
    ],
  })
  await narrow.registry.close()
})

it('refuses what only a simulator can do', async () => {
  const body = { backend: 'dev-b', shots: 0, circuit: bell, observables, exact: true }
  await expect(jobs.submit(body, { caller: alice })).rejects.toMatchObject({
    faults: [{ pointer: '/exact', message: expect.stringContaining('-mock') }],
  })
})

it('holds every group against the limits of the device, those of a sweep too, and names the group and the limit', async () => {
  const narrow = await liveLab(rigDevice, { profile: { ...DEMO, bins: 1 } })
  const { jobs } = openJobService(undefined, { executors: narrow.executors, now: Date.now })
  // Y0 takes the most gates, and one slot; Z0 Z1 takes no gates, and two.
  const two = ['Y0', 'Z0 Z1'].map(pauli => ({ terms: [{ pauli, coefficient: 1 }] }))
  const body = { backend: 'dev-b', shots: 100, circuit: bell, observables: two }
  const fault = {
    pointer: '/circuit/instructions',
    message: expect.stringMatching(/^group \d of 2 \(Z0 Z1\): slots of one shot: 2, at most 1; measure fewer/),
    exceeds: { reason: 'bins', value: 2, limit: 1 },
  }
  const swept = {
    ...body,
    circuit: { ...bell, instructions: [{ name: 'ry', qubits: [0], params: ['theta'] }, bell.instructions[1]!] },
    parameters: { names: ['theta'], rows: [[0], [1]] },
  }
  const alone = { ...body, observables: two.slice(0, 1) }
  for (const asked of [body, swept]) {
    await expect(jobs.estimate(asked, alice)).rejects.toMatchObject({ faults: [fault] })
    await expect(jobs.submit(asked, { caller: alice })).rejects.toMatchObject({ faults: [fault] })
  }
  expect(await jobs.estimate(alone, alice)).toMatchObject({ measured_groups: 1 })
  await narrow.registry.close()
})
