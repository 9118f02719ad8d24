/** What the goldens are made of: circuits for each engine of jobs, and requests of runs. */
import type { Named } from './station'

const gate = (name: string, ...qubits: number[]): Named => ({ name, qubits })
const measured = (qubit: number, clbit: number): Named => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })

const CLIFFORD = [
  gate('h', 0),
  gate('cx', 0, 1),
  gate('s', 1),
  gate('cz', 1, 2),
  gate('h', 2),
  measured(1, 0),
  { ...gate('x', 0), condition: { clbit: 0, value: 1 } },
  gate('reset', 1),
  gate('h', 1),
  measured(0, 1),
  measured(1, 2),
  measured(2, 3),
]

const THREE = { num_qubits: 3, num_clbits: 4, instructions: CLIFFORD }
const TURNED = {
  ...THREE,
  instructions: [
    gate('t', 0),
    gate('h', 0),
    gate('t', 0),
    gate('h', 0),
    { ...gate('rx', 1), params: [0.3] },
    ...CLIFFORD,
  ],
}
const CHAIN = Array.from({ length: 40 }, (_, qubit) => qubit)
const WIDE = {
  num_qubits: 40,
  instructions: [
    ...CHAIN.map(qubit => gate('h', qubit)),
    ...CHAIN.slice(1).map(qubit => gate('cz', qubit - 1, qubit)),
    ...CHAIN.map(qubit => gate('h', qubit)),
    ...CHAIN.map(qubit => measured(qubit, qubit)),
  ],
}

/** By name: what is submitted with 50 seeds. */
export const JOBS: readonly (readonly [string, { circuit: object; options: object }])[] = [
  ['statevector', { circuit: TURNED, options: { noise: 'none' } }],
  ['statevector in single precision', { circuit: TURNED, options: { noise: 'none', precision: 'float32' } }],
  ['stabilizer', { circuit: WIDE, options: { noise: 'none' } }],
  ['stabilizer with noise', { circuit: THREE, options: { noise: 'calibrated' } }],
  ['trajectories', { circuit: TURNED, options: { noise: 'calibrated' } }],
]

const SMALL = { mode: 'correction', rounds: [1, 2], shots: 64, states: ['0', '+'], readout: 'checked' }

/** In turn, each with the next seed. */
export const RUNS: readonly object[] = [
  { ...SMALL },
  { ...SMALL, mode: 'detection', states: ['i'] },
  { ...SMALL, protocol: 'cyclic-window' },
  { ...SMALL, decoder: 'flag-map', states: ['1', '-'] },
  { ...SMALL, preparation: 'projective', dd: 'xy4', states: ['-i'] },
  { ...SMALL, readout: 'fault-tolerant', rounds: 2 },
  { ...SMALL, readout: 'fault-tolerant', mode: 'detection', dd: 'x2', rounds: 1 },
  { ...SMALL, protocol: 'cyclic-window', decoder: 'flag-map', preparation: 'projective', rounds: [3] },
]

export const TRAJECTORY_RUN = { ...SMALL, engine: 'trajectories', shots: 16, rounds: 1, states: ['+'] }
