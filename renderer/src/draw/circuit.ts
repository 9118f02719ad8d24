/** A circuit as a grid: each instruction in the earliest moment in which all its wires are free. */
import type { Circuit, Instruction } from '../../../main/contract/jobs'

export interface PlacedGate {
  readonly instruction: Instruction
  /** Column, from 0. */
  readonly moment: number
  /** Wires the drawing of the gate crosses. */
  readonly top: number
  readonly bottom: number
}

/** Gates in the given order; `limit` stops after so many instructions, since a drawing of more helps nobody. */
export function placed(circuit: Circuit, limit = Number.POSITIVE_INFINITY): PlacedGate[] {
  const free = new Array<number>(circuit.num_qubits).fill(0)
  return circuit.instructions.slice(0, limit).map(instruction => {
    const wires = instruction.qubits.length === 0 ? [...free.keys()] : instruction.qubits
    const top = Math.min(...wires)
    const bottom = Math.max(...wires)
    const crossed = free.slice(top, bottom + 1)
    const moment = Math.max(...crossed)
    free.fill(moment + 1, top, bottom + 1)
    return { instruction, moment, top, bottom }
  })
}

/** Number of moments of a placed circuit. */
export const depthOf = (gates: readonly PlacedGate[]) =>
  gates.reduce((deepest, gate) => Math.max(deepest, gate.moment + 1), 0)

/** `h 0`, `cx 0, 1`, `measure 0 → c0`: one line for each instruction, as a listener or a log wants it. */
export function instructionText({ name, qubits, clbits }: Instruction): string {
  const target = clbits && clbits.length > 0 ? ` → ${clbits.map(bit => `c${bit}`).join(', ')}` : ''
  return `${name} ${qubits.join(', ')}${target}`.trim()
}

/** GHZ state of `qubits` qubits, each measured; Bell for two. */
export function ghzCircuit(qubits: number): Circuit {
  const wires = Array.from({ length: qubits }, (_, qubit) => qubit)
  return {
    num_qubits: qubits,
    instructions: [
      { name: 'h', qubits: [0] },
      ...wires.slice(1).map(qubit => ({ name: 'cx', qubits: [qubit - 1, qubit] })),
      ...wires.map(qubit => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })),
    ],
  }
}
