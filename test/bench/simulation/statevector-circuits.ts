import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import { circuitOf } from '../../main/simulation/statevector/random-circuits'

/** Angles and choices that look random and are the same in every run. */
const mixed = (i: number) => (i * 0.7548776662466927) % 1
const range = (n: number) => Array.from({ length: n }, (_, i) => i)

/** The circuit with every qubit measured at its end. */
export const measured = ({ num_qubits, instructions }: Circuit): Circuit =>
  circuitOf(
    num_qubits,
    ...instructions,
    ...range(num_qubits).map((q): Instruction => ({ name: 'measure', qubits: [q], clbits: [q] })),
  )

/** Layers in turn: h, rz and rx on every qubit, and cx around the ring; `angle` differs from gate to gate. */
export function ringLayers(qubits: number, layers = 20): Circuit {
  const gates = range(layers * qubits).map((i): Instruction => {
    const [layer, q] = [Math.floor(i / qubits) % 4, i % qubits]
    const params = [0.1 + 3 * mixed(i)]
    if (layer === 0) return { name: 'h', qubits: [q] }
    if (layer === 3) return { name: 'cx', qubits: [q, (q + 1) % qubits] }
    return { name: layer === 1 ? 'rz' : 'rx', qubits: [q], params }
  })
  return circuitOf(qubits, ...gates)
}

const KINDS: readonly [name: string, qubits: number, params: number][] = [
  ['u', 1, 3],
  ['cz', 2, 0],
  ['ccx', 3, 0],
  ['crz', 2, 1],
  ['swap', 2, 0],
  ['cp', 2, 1],
  ['cx', 2, 0],
  ['u', 1, 3],
]

/** Gates of many kinds on qubits anywhere, `depth` for each qubit. */
export function anyGates(qubits: number, depth: number): Circuit {
  const gates = range(depth * qubits).map((i): Instruction => {
    const [name, operands, angles] = KINDS[Math.floor(8 * mixed(7 * i + 1))]!
    const first = Math.floor(qubits * mixed(11 * i + 3))
    const step = 1 + Math.floor((qubits / 3) * mixed(5 * i + 2))
    return {
      name,
      qubits: range(operands).map(k => (first + k * step) % qubits),
      params: range(angles).map(k => 6 * mixed(13 * i + k)),
    }
  })
  return circuitOf(qubits, ...gates)
}

export function fourier(qubits: number): Circuit {
  const turns = range(qubits)
    .reverse()
    .flatMap(q => [
      { name: 'h', qubits: [q] },
      ...range(q).map((_, k) => ({ name: 'cp', qubits: [q - 1 - k, q], params: [Math.PI / 2 ** (k + 1)] })),
    ])
  const swaps = range(qubits >> 1).map(q => ({ name: 'swap', qubits: [q, qubits - 1 - q] }))
  return circuitOf(qubits, ...turns, ...swaps)
}

/** What a transpiler to cz, sx and rz makes: each qubit turned by five gates, then cz along the line. */
export function transpiled(qubits: number, layers: number): Circuit {
  const layer = (l: number): Instruction[] => [
    ...range(qubits).flatMap(q => {
      const rz = (k: number) => ({ name: 'rz', qubits: [q], params: [6 * mixed(3 * (l * qubits + q) + k)] })
      const sx = { name: 'sx', qubits: [q] }
      return [rz(0), sx, rz(1), sx, rz(2)]
    }),
    ...range(qubits - 1)
      .filter(q => q % 2 === l % 2)
      .map(q => ({ name: 'cz', qubits: [q, q + 1] })),
  ]
  return circuitOf(qubits, ...range(layers).flatMap(layer))
}
