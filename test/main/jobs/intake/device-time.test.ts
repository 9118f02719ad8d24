/** Jobs that would be ended for their length are refused, with what would do. */
import { expect, it } from 'vitest'
import type { Observable } from '../../../../main/contract/jobs/observables'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import type { Fault } from '../../../../main/contract/model/errors'
import { runtimeFaults, secondsOf } from '../../../../main/jobs/intake/device-time'
import { submissionOf } from '../../../../main/jobs/tasks/submission'
import { backend } from '../fixture'

/** 2 s for all shots of a circuit, 2.75 s for those of all circuits that its estimates take. */
const PLAIN = { device_time_s: 2, most_shots: 1_000 }
const ESTIMATES = { device_time_s: 2.75 }
const angle = { name: 'rx', qubits: [0], params: ['theta'] }
const observables: Observable[] = ['Z0', 'X0'].map(pauli => ({ terms: [{ pauli, coefficient: 1 }] }))

const measure = { name: 'measure', qubits: [0], clbits: [0] }

const submissionFor = (rows: number, more: object) =>
  submissionOf(
    SubmitJob.parse({
      ...{ backend: 'dev-a', shots: 1_000 },
      circuit: { num_qubits: 1, instructions: 'observables' in more ? [angle] : [angle, measure] },
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
    '/parameters/rows: dev-a would be kept for up to 62 s, more than the 60 s that a job may take: at most 30 rows, or fewer shots of each, would do',
  ])
  expect(faultsOf(22, { observables })).toHaveLength(1)
  expect(faultsOf(21, { observables })).toEqual([])
})

it.each([
  [{}, { device_time_s: 90, most_shots: 660 }, '/shots', 'at most 660 shots would do'],
  [{ shots: 500 }, { device_time_s: 90, most_shots: 330 }, '/circuits/1/shots', 'at most 330 shots would do'],
  [{}, { device_time_s: 90, most_shots: 0 }, '/shots', 'take a shorter circuit, or fewer turns of its loops'],
  [{}, { device_time_s: 90 }, '/shots', 'take fewer shots'],
])('refuses a plain circuit, and says how many shots would do: %o', (own, check, pointer, remedy) => {
  const circuit = { num_qubits: 1, instructions: [measure] }
  const circuits = [circuit, { circuit, ...own }]
  const submission = submissionOf(SubmitJob.parse({ backend: 'dev-a', shots: 1_000, circuits }))
  const limit = { backend: backend('dev-a'), common: 1_000 }
  expect(reported(runtimeFaults(submission.circuits[1]!, check, limit))).toEqual([
    `${pointer}: dev-a would be kept for up to 90 s, more than the 60 s that a job may take: ${remedy}`,
  ])
  expect(runtimeFaults(submission.circuits[1]!, { ...check, device_time_s: 60 }, limit)).toEqual([])
})
