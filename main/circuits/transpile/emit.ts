/** Rotations as rz, sx and x, the same pulses in all rows; everything on physical qubit indices. */
import type { Condition } from '../../contract/jobs/circuit'
import type { CouplingGraph } from './model/coupling-graph'
import type { Op } from './model/operations'
import type { NativeInstruction } from './model/result'
import { allAngles, commonForm, type RowRotations } from './model/row-rotations'

/** `ops` on sites, without SWAPs. */
export function emit(ops: readonly Op[], { qubits }: CouplingGraph, checkpoint: () => void): NativeInstruction[] {
  const physical = (site: number) => qubits[site]!.qubit
  const instructions: NativeInstruction[] = []
  for (const op of ops) {
    checkpoint()
    instructions.push(...instructionsOf(op, physical))
  }
  return instructions
}

function instructionsOf(op: Op, physical: (site: number) => number): NativeInstruction[] {
  switch (op.kind) {
    case 'rotation':
      return rotationInstructions(op.rotations, physical(op.qubit)).map(one => conditioned(one, op.condition))
    case 'cz':
      return [conditioned({ name: 'cz', qubits: [physical(op.a), physical(op.b)] }, op.condition)]
    case 'measure':
      return [conditioned({ name: 'measure', qubits: [physical(op.qubit)], clbits: [op.clbit] }, op.condition)]
    case 'reset':
      return [conditioned({ name: 'reset', qubits: [physical(op.qubit)] }, op.condition)]
    case 'barrier':
      return [conditioned({ name: 'barrier', qubits: op.qubits.map(physical) }, op.condition)]
    case 'store':
      return [conditioned({ name: 'store', qubits: [], clbits: [op.clbit], params: [op.value] }, op.condition)]
    default:
      throw new Error(`${op.kind} must be written as cz before it is emitted`)
  }
}

/** An rz has one angle, or one for each row. */
function rotationInstructions(rotations: RowRotations, qubit: number): NativeInstruction[] {
  const form = commonForm(rotations)
  const angles = allAngles(rotations, form)
  const rz = (params: number[]): NativeInstruction[] =>
    params.every(angle => angle === 0) ? [] : [{ name: 'rz', qubits: [qubit], params }]
  const pulse = (name: 'x' | 'sx'): NativeInstruction => ({ name, qubits: [qubit] })
  return [
    ...rz(angles.map(({ before }) => before)),
    ...(form === 'none' ? [] : [pulse(form === 'x' ? 'x' : 'sx')]),
    ...(form === 'two' ? [...rz(angles.map(({ between }) => between)), pulse('sx')] : []),
    ...rz(angles.map(({ after }) => after)),
  ]
}

const conditioned = (instruction: NativeInstruction, condition: Condition | null): NativeInstruction =>
  condition === null ? instruction : { ...instruction, condition: copyOf(condition) }

/** The result shares nothing with the source. */
const copyOf = (condition: Condition): Condition =>
  'clbits' in condition ? { ...condition, clbits: [...condition.clbits] } : { ...condition }
