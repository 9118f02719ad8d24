/** Turns as rz, sx and x; everything on physical qubit indices. */
import type { Condition } from '../../contract/jobs'
import type { Lattice } from './model/coupling-graph'
import { type NativeInstruction, OPS_PER_PAUSE, type Op } from './model/result'
import { pulsesOf } from './model/rotation'

/** `ops` on sites, without SWAPs. */
export function* emit(ops: readonly Op[], { qubits }: Lattice): Generator<void, NativeInstruction[]> {
  const physical = (site: number) => qubits[site]!.qubit
  const instructions: NativeInstruction[] = []
  for (const [index, op] of ops.entries()) {
    if (index % OPS_PER_PAUSE === 0) yield
    instructions.push(...instructionsOf(op, physical))
  }
  return instructions
}

function instructionsOf(op: Op, physical: (site: number) => number): NativeInstruction[] {
  switch (op.kind) {
    case 'turn':
      return turnInstructions(op.turn, physical(op.qubit)).map(one => conditioned(one, op.condition))
    case 'cz':
      return [conditioned({ name: 'cz', qubits: [physical(op.a), physical(op.b)] }, op.condition)]
    case 'measure':
      return [conditioned({ name: 'measure', qubits: [physical(op.qubit)], clbits: [op.clbit] }, op.condition)]
    case 'reset':
      return [conditioned({ name: 'reset', qubits: [physical(op.qubit)] }, op.condition)]
    case 'barrier':
      return [{ name: 'barrier', qubits: op.qubits.map(physical) }]
    default:
      throw new Error(`${op.kind} must be written as cz before it is emitted`)
  }
}

function turnInstructions(turn: Parameters<typeof pulsesOf>[0], qubit: number): NativeInstruction[] {
  const { pulses, last_rz } = pulsesOf(turn)
  const rz = (angle: number): NativeInstruction => ({ name: 'rz', qubits: [qubit], params: [angle] })
  const played = pulses.map(pulse => (pulse.name === 'rz' ? rz(pulse.angle) : { name: pulse.name, qubits: [qubit] }))
  return last_rz === 0 ? played : [...played, rz(last_rz)]
}

const conditioned = (instruction: NativeInstruction, condition: Condition | null): NativeInstruction =>
  condition === null ? instruction : { ...instruction, condition: copyOf(condition) }

/** The result shares nothing with the source. */
const copyOf = (condition: Condition): Condition =>
  'clbits' in condition ? { ...condition, clbits: [...condition.clbits] } : { ...condition }
