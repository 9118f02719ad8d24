import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import { findPackage } from './packages'

interface PeerState {
  hadamard(qubit: number): PeerState
  rotateZ(qubit: number, angle: number): PeerState
  rotateX(qubit: number, angle: number): PeerState
  cnot(control: number, target: number): PeerState
  measure(bits: { from: number; to: number }): { readonly result: number }
}

function apply(state: PeerState, { name, qubits: [a, b], params = [] }: Instruction): PeerState {
  if (name === 'h') return state.hadamard(a!)
  if (name === 'cx') return state.cnot(a!, b!)
  return name === 'rz' ? state.rotateZ(a!, params[0]!) : state.rotateX(a!, params[0]!)
}

/** The npm package jsqubits on a circuit of h, rz, rx and cx, measured once; null where it is not installed. */
export async function jsqubits({ num_qubits, instructions }: Circuit) {
  const found = await findPackage('jsqubits')
  if (found === null) return null
  const start = (found.jsqubits ?? found.default) as (ket: string) => PeerState
  return {
    name: 'npm jsqubits, one shot',
    amount: 1,
    run: async () =>
      instructions
        .reduce<PeerState>(apply, start(`|${'0'.repeat(num_qubits)}>`))
        .measure({ from: 0, to: num_qubits - 1 }),
  }
}
