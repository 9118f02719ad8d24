/** Expectation values through a sequencer twin: transpiled, metered, with the readout of the device qubits inverted. */
import { afterAll, expect, it } from 'vitest'
import type { Circuit } from '../../../main/contract/jobs/circuit'
import { device } from '../twins/sequencer/rig'
import { alice, balance, closeDesks, counted, openDesk, shown } from './fixture'
import { liveLab } from './live-lab'

const deviceOf = () => ({ profile: device.profile, current: device.snapshot, snapshots: [device.snapshot] })
const lab = await liveLab(deviceOf)
const desk = openDesk(undefined, { executors: lab.executors, now: Date.now })
desk.ledger.purchase('compute_token', 1e12)
const { jobs } = desk
afterAll(async () => {
  await closeDesks()
  await lab.registry.close()
})

const bell: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
  ],
}
const observables = [
  { terms: ['Z0 Z1', 'X0 X1'].map(pauli => ({ pauli, coefficient: 1 })) },
  { name: 'flipped', terms: [{ pauli: 'Y0 Y1', coefficient: 1 }] },
]

it.each(['published', 'measured'] as const)(
  'with the %s readout of the qubits that it was transpiled to',
  async readout => {
    const spent = balance(desk).spent
    const body = { backend: 'dev-b', shots: 1_000, circuit: bell, observables, options: { mitigation: { readout } } }
    const estimate = await jobs.estimate(body, alice)
    expect(estimate).toMatchObject({ measured_groups: 3, tokens: { required: 50 } })
    expect(estimate.device_time_s).toBeGreaterThan(0)
    const { job_uuid } = await jobs.submit(body, alice)
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
    expect(balance(desk).spent - spent).toBeCloseTo((result.shots + result.overhead_shots) * 0.05, 6)
  },
)

it('refuses what only a simulator can do', async () => {
  const body = { backend: 'dev-b', shots: 0, circuit: bell, observables, exact: true }
  await expect(jobs.submit(body, alice)).rejects.toMatchObject({
    faults: [{ pointer: '/exact', message: expect.stringContaining('-mock') }],
  })
})
