/** Programs of the rows of a sweep on a device: compiled together, beside each transpiled and compiled by itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measurementGroups, measuring } from '../../../main/circuits/observables/measurement-plan'
import { readObservables } from '../../../main/circuits/observables/read-observables'
import { createBinder, tableOf } from '../../../main/circuits/parameters/bind'
import { targetOf } from '../../../main/circuits/transpile/model/target'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'
import type { Circuit, ParametricCircuit, ParametricInstruction } from '../../../main/contract/jobs/circuit'
import { compiledForDevice } from '../../../main/jobs/tasks/device/device-program'
import { compiledRows, programOfRow } from '../../../main/jobs/tasks/device/row-programs'
import { SequencerProfile } from '../../../main/sequencer/profile/profile'
import { compare } from '../compare'

const RESOURCES = join(import.meta.dirname, '../../../resources')
const read = <T>(file: string): T => JSON.parse(readFileSync(join(RESOURCES, file), 'utf8')) as T
const profile = read<DeviceProfile>('devices/dev-b.json')
const snapshot = read<CalibrationSnapshot>(`devices/${profile.calibrations.at(-1)!}`)
const placed = {
  profile,
  snapshot,
  target: targetOf(profile, snapshot),
  shots: 1_000,
  sequencer: SequencerProfile.parse(read('sequencers/demo.json')),
}

const ROWS = 100
const table = tableOf({
  names: ['gamma', 'beta'],
  rows: Array.from({ length: ROWS }, (_, row) => [0.03 * row, 1 - 0.01 * row]),
})

/** A layer of QAOA on a ring, or on all pairs, which need SWAPs. */
function qaoa(num_qubits: number, pairs: readonly (readonly [number, number])[]): ParametricCircuit {
  const all = [...Array(num_qubits).keys()]
  const cost = pairs.flatMap(([a, b]): ParametricInstruction[] => [
    { name: 'cx', qubits: [a, b] },
    { name: 'rz', qubits: [b], params: ['2 * gamma'] },
    { name: 'cx', qubits: [a, b] },
  ])
  return {
    num_qubits,
    instructions: [
      ...all.map(q => ({ name: 'h', qubits: [q] })),
      ...cost,
      ...all.map(q => ({ name: 'rx', qubits: [q], params: ['2 * beta'] })),
      ...all.map(q => ({ name: 'measure', qubits: [q], clbits: [q] })),
    ],
  }
}

const ring = (n: number) => Array.from({ length: n }, (_, q) => [q, (q + 1) % n] as const)
const pairs = (n: number) => Array.from({ length: n }, (_, a) => Array.from({ length: a }, (_, b) => [a, b] as const))

function apart(circuit: ParametricCircuit): void {
  const binder = createBinder(circuit, table)
  for (let row = 0; row < ROWS; row++) {
    const json = JSON.stringify(binder.circuit(row))
    compiledForDevice({ ...placed, json, by_trajectories: false }, () => undefined)
  }
}

function together(circuit: ParametricCircuit): void {
  const input = { ...placed, json: JSON.stringify(circuit), table, first: 0, count: ROWS }
  const compiled = compiledRows(input, () => undefined)!
  for (let row = 0; row < ROWS; row++) programOfRow(compiled, row)
}

/** The circuits that measure the ring's cost and its mixer, which are two groups. */
function observedRing(num_qubits: number): ParametricCircuit[] {
  const circuit = qaoa(num_qubits, ring(num_qubits))
  const bare = { ...circuit, instructions: circuit.instructions.filter(({ name }) => name !== 'measure') }
  const cost = ring(num_qubits).map(([a, b]) => ({ pauli: `Z${a} Z${b}`, coefficient: 1 }))
  const mixer = ring(num_qubits).map(([q]) => ({ pauli: `X${q}`, coefficient: 1 }))
  const set = readObservables([{ terms: [...cost, ...mixer] }], num_qubits)
  return measurementGroups(set, 'qubit_wise').map(group => measuring(bare as Circuit, group))
}

for (const [name, circuits] of [
  ['ring of 6', [qaoa(6, ring(6))]],
  ['all pairs of 6', [qaoa(6, pairs(6).flat())]],
  ['ring of 6, two groups of observables', observedRing(6)],
] as const)
  compare(
    'rows',
    [
      { name: `${name}, together`, amount: ROWS, run: async () => circuits.forEach(together) },
      { name: `${name}, each by itself`, amount: ROWS, run: async () => circuits.forEach(apart) },
    ],
    { rounds: 5 },
  )
