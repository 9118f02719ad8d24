import type { ParametricCircuit, ParametricInstruction } from '../../contract/jobs/circuit'
import { conditionBits } from './classical-bits'

/**
 * Whether two circuits differ at most in the order of instructions that share no wire: both have the same Foata normal form (P.
 * Cartier and D. Foata, Problèmes combinatoires de commutation et réarrangements, 1969), which puts every instruction into the
 * layer after the last earlier instruction on its wires.
 */
export function isSameCircuit(a: ParametricCircuit, b: ParametricCircuit): boolean {
  if (a.num_qubits !== b.num_qubits || a.instructions.length !== b.instructions.length) return false
  const [left, right] = [layersOf(a), layersOf(b)]
  return left.length === right.length && left.every((layer, i) => layer === right[i])
}

function layersOf({ instructions, num_qubits }: ParametricCircuit): string[] {
  const layers: string[][] = []
  const free = new Map<string, number>()
  for (const instruction of instructions) {
    const wires = wiresOf(instruction, num_qubits)
    const layer = wires.reduce((latest, wire) => Math.max(latest, free.get(wire) ?? 0), 0)
    for (const wire of wires) free.set(wire, layer + 1)
    if (layers[layer] === undefined) layers[layer] = []
    layers[layer].push(JSON.stringify(instruction))
  }
  return layers.map(layer => layer.sort().join('\n'))
}

function wiresOf({ qubits, clbits = [], condition }: ParametricInstruction, numQubits: number): string[] {
  const all = qubits.length > 0 ? qubits : Array.from({ length: numQubits }, (_, qubit) => qubit)
  return [...all.map(qubit => `q${qubit}`), ...[...clbits, ...conditionBits(condition)].map(bit => `c${bit}`)]
}
