import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import { findPackage } from './packages'

interface PeerCircuit {
  addGate(name: string, column: number, wires: readonly number[], options?: { params: Record<string, number> }): void
  run(): void
  measureAllMultishot(shots: number): Record<string, number>
  /** For each wire, how likely it reads 1. */
  probabilities(): number[]
}
type PeerClass = new (wires: number) => PeerCircuit

/** The name of a gate's angle there. */
const ANGLES: Readonly<Record<string, string>> = { rz: 'phi', rx: 'theta' }

function build(Peer: PeerClass, { num_qubits, instructions }: Circuit): PeerCircuit {
  const peer = new Peer(num_qubits)
  for (const instruction of instructions) {
    const { name, qubits, params = [] }: Instruction = instruction
    const angle = ANGLES[name]
    peer.addGate(name, -1, qubits, angle ? { params: { [angle]: params[0]! } } : undefined)
  }
  return peer
}

/** The npm package quantum-circuit on a circuit of h, rz, rx and cx; null where it is not installed. */
export async function quantumCircuit(circuit: Circuit, shots: number) {
  const found = await findPackage('quantum-circuit')
  if (found === null) return null
  const Peer = (found.QuantumCircuit ?? found.default) as PeerClass
  let ones: number[] = []
  return {
    name: 'npm quantum-circuit',
    amount: 1,
    async run() {
      const peer = build(Peer, circuit)
      peer.run()
      const counts = peer.measureAllMultishot(shots)
      ones = peer.probabilities()
      return counts
    },
    /** For each qubit, how likely it read 1 in the last run. */
    ones: () => ones,
  }
}
