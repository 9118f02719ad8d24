import { describe } from 'vitest'
import type { Circuit } from '../../../main/contract/jobs/circuit'
import { encodeCircuit } from '../../../main/simulation/encoding/statevector'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { prepareCircuit } from '../../../main/simulation/statevector/prepare'
import { findAddon, nativeWith } from '../../main/simulation/engine-fixtures'
import { layered } from '../../main/simulation/random-programs'
import { type Contender, compare } from '../compare'
import { jsqubits } from '../peers/jsqubits'
import { startPeer } from '../peers/python'
import { quantumCircuit } from '../peers/quantum-circuit'
import { onesOf, plainLoop } from './plain-statevector'
import { anyGates, fourier, measured, ringLayers, transpiled } from './statevector-circuits'

const addon = findAddon()
const present = <T>(peers: readonly (T | null)[]): T[] => peers.filter(peer => peer !== null)
const run = (name: string, engine: Simulator, circuit: Circuit, shots: number, precision?: 'float32' | 'float64') => ({
  name,
  amount: 1,
  run: () => engine.countOutcomes(circuit, { shots, seed: 1n, precision }),
})

/** All gates on the state, and the state copied out: with none left to the readout. */
const wholeState = (circuit: Circuit, precision: 32 | 64, threads: number): Contender => ({
  name: `native float${precision}, whole state copied out`,
  amount: 1,
  run: () => {
    const call = encodeCircuit(prepareCircuit(circuit, { shots: 1, seed: 1n, max_qubits: 30 }))
    return addon!.finalState({ ...call, shots: 1, seed: 1n, kept_bytes: 0, precision, threads }).promise
  },
})

const farthest = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((x, i) => Math.abs(x - (b[i] ?? Number.POSITIVE_INFINITY))))

const big = ringLayers(24)
const bigPeers = addon ? present([await startPeer('qsim', big), await startPeer('qulacs', big)]) : []

// The circuit of the design's performance targets. Peers that do not run here are named above, and no ratio to them is given.
describe.skipIf(!addon)(
  'state vector, 24 qubits, depth 20 (h, rz, rx, cx around the ring in turn), all measured',
  () => {
    const [one, two] = [nativeWith(addon, 1), nativeWith(addon, 2)]
    compare('circuits', [
      run('float32, two threads', two, measured(big), 1, 'float32'),
      run('float32, one thread', one, measured(big), 1, 'float32'),
      run('float64, two threads', two, measured(big), 1, 'float64'),
      ...bigPeers,
      run('float64, one thread', one, measured(big), 1, 'float64'),
    ])
  },
)

describe('state vector, 20 qubits, depth 20, against a plain loop', () => {
  const circuit = ringLayers(20)
  compare('circuits', [
    ...(addon
      ? [
          run('native float32, one thread', nativeWith(addon, 1), measured(circuit), 1, 'float32'),
          run('native float64, one thread', nativeWith(addon, 1), measured(circuit), 1),
          wholeState(circuit, 64, 1),
        ]
      : []),
    { name: 'plain typed arrays', amount: 1, run: async () => plainLoop(circuit) },
  ])
})

const small = ringLayers(16)
const [other, slowest] = [await jsqubits(small), await quantumCircuit(small, 1024)]

describe('state vector, 16 qubits, depth 20, 1,024 shots, against packages and slow references', () => {
  const checked = slowest && {
    ...slowest,
    run: async () => {
      await slowest.run()
      const distance = farthest(slowest.ones(), onesOf(plainLoop(small)))
      if (!(distance < 1e-6)) throw new Error(`${slowest.name} differs by ${distance}: not the same circuit`)
    },
  }
  compare(
    'circuits',
    [
      ...(addon ? [run('native, one thread', nativeWith(addon, 1), measured(small), 1024)] : []),
      { name: 'plain typed arrays', amount: 1, run: async () => plainLoop(small) },
      run('reference', createReferenceSimulator(), measured(small), 1024),
      ...present([other, checked]),
    ],
    // A package takes up to a minute for one run.
    slowest || other ? { rounds: 3, warm: false } : {},
  )
})

describe.skipIf(!addon)('state vector, circuits of other kinds, one thread', () => {
  const kinds: readonly [string, Circuit][] = [
    ['any gates, 24 qubits, depth 10', anyGates(24, 10)],
    ['Fourier transform, 24 qubits', fourier(24)],
    ['transpiled to rz, sx, cz, 22 qubits, 20 layers', transpiled(22, 20)],
    ['deep and narrow, 16 qubits, depth 400', anyGates(16, 400)],
    ['deep and narrow, 20 qubits, depth 100', anyGates(20, 100)],
    ['26 qubits, depth 8', ringLayers(26, 8)],
  ]
  const one = nativeWith(addon, 1)
  compare(
    'gates',
    kinds.map(([name, circuit]) => ({
      ...run(name, one, measured(circuit), 1, 'float32'),
      amount: circuit.instructions.length,
    })),
    { rounds: 3 },
  )
})

describe.skipIf(!addon)('sampling a million shots, 20 qubits', () => {
  const circuit = layered(20, 4)
  const engine = nativeWith(addon, 1)
  compare('runs', [run('a million shots', engine, circuit, 1_000_000), run('one shot', engine, circuit, 1)])
})
