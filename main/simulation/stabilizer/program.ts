import { clbitsOf } from '../../circuits/model/classical-bits'
import type { Circuit } from '../../contract/jobs/circuit'
import { AppError } from '../../contract/model/errors'
import { refuseAbove } from '../model/arguments'
import {
  MAX_STABILIZER_CLBITS,
  MAX_STABILIZER_QUBITS,
  type StabilizerOp,
  type StabilizerProgram,
} from '../model/stabilizer'
import { cliffordOps } from './clifford-gates'

const qubitsOf = (op: StabilizerOp): readonly number[] => ('q' in op ? [op.q] : [op.a, op.b])

/** Numbers the touched qubits 0, 1, ... in ascending order, so that two qubits of a large chiplet stay two. */
function compact(ops: readonly StabilizerOp[]): { qubits: number; ops: StabilizerOp[] } {
  const used = [...new Set(ops.flatMap(qubitsOf))].sort((a, b) => a - b)
  const indices = new Map(used.map((qubit, at) => [qubit, at]))
  const at = (qubit: number) => indices.get(qubit)!
  const renumbered = ops.map(op => ('q' in op ? { ...op, q: at(op.q) } : { ...op, a: at(op.a), b: at(op.b) }))
  return { qubits: used.length, ops: renumbered }
}

/** A bit that nothing has written yet is 0, so conditions on it are decided here. */
function resolveUnwrittenBits(ops: readonly StabilizerOp[]): StabilizerOp[] {
  const written = new Set<number>()
  return ops.flatMap(({ condition, ...op }) => {
    const open = condition?.filter(({ clbit }) => written.has(clbit)) ?? []
    if (condition?.some(({ clbit, value }) => value === 1 && !written.has(clbit))) return []
    if (op.op === 'measure') written.add(op.bit)
    if (open.length === 0) return [op as StabilizerOp]
    // Ops of one instruction share their condition, so that the engine gets it once.
    return [{ ...op, condition: open.length === condition!.length ? condition : open } as StabilizerOp]
  })
}

/**
 * Ops on whatever qubits as a program of the engine, whose bitstrings have `width` bits or, without it, as many as are
 * written; AppError `invalid_request` when they use too many qubits or bits.
 */
export function stabilizerProgramOf(all: readonly StabilizerOp[], width = 0): StabilizerProgram {
  const clbits = all.reduce((most, op) => (op.op === 'measure' ? Math.max(most, op.bit + 1) : most), 0)
  const { qubits, ops } = compact(resolveUnwrittenBits(all))
  refuseAbove('The circuit uses', { what: 'qubits', count: qubits, max: MAX_STABILIZER_QUBITS })
  refuseAbove('The circuit uses', { what: 'classical bits', count: clbits, max: MAX_STABILIZER_CLBITS })
  return { qubits, clbits, width: Math.max(width, clbits), ops }
}

/** The program of a valid circuit, null when it is not Clifford: one reading of the rules serves choice and program. */
export function cliffordProgram(circuit: Circuit): StabilizerProgram | null {
  const all: StabilizerOp[] = []
  for (const instruction of circuit.instructions) {
    const ops = cliffordOps(instruction)
    if (ops === null) return null
    all.push(...ops)
  }
  return stabilizerProgramOf(all, clbitsOf(circuit))
}

/**
 * A valid Clifford circuit (see `circuits/model/validate.ts`) without noise; AppError names the instruction that is not
 * Clifford.
 */
export function stabilizerProgram(circuit: Circuit): StabilizerProgram {
  return stabilizerProgramOf(
    circuit.instructions.flatMap((instruction, i) => {
      const ops = cliffordOps(instruction)
      if (ops !== null) return ops
      const message = `${instruction.name} is not a Clifford gate here; the state vector runs it`
      const pointer = `/circuit/instructions/${i}`
      throw new AppError('invalid_request', `Instruction ${i}: ${message}`, {
        details: { instruction: i },
        faults: [{ pointer, message }],
      })
    }),
    clbitsOf(circuit),
  )
}
