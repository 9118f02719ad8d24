/** A frame program as it is written out, and the one path of it that a language without conditions can say. */
import type { Sign } from '../experiment/reference-signs'
import type { FrameOp, FrameProgram } from '../program/frame'

/**
 * The operations with definite Paulis for the signs: a circuit must tell a state from the one of opposite sign, a frame
 * need not.
 */
export function signed({ ops }: Pick<FrameProgram, 'ops'>, signs: readonly Sign[]): readonly FrameOp[] {
  const before = new Map(signs.map(sign => [sign.at, paulis(sign)]))
  return ops.flatMap((op, at) => [...(before.get(at) ?? []), op])
}

const paulis = ({ pauli, qubits }: Sign): FrameOp[] =>
  qubits.map(q => ({ op: 'pauli', q, x: pauli !== 'Z', z: pauli !== 'X' }))

/** The letter of a definite Pauli, null for the identity. */
export const letterOf = ({ x, z }: { readonly x: boolean; readonly z: boolean }): 'X' | 'Y' | 'Z' | null =>
  x ? (z ? 'Y' : 'X') : z ? 'Z' : null

/**
 * Operations of a shot in which every bit equals the noiseless reference: registers are followed with all bits 0, and masked
 * operations are left out.
 */
export function untriggeredPath(ops: readonly FrameOp[]): readonly FrameOp[] {
  const registers = new Map<number, number>()
  const value = (reg: number): number => registers.get(reg) ?? 0
  const path: FrameOp[] = []
  let mask: number | null = null
  for (const op of ops) {
    if (op.op === 'mask') mask = op.reg
    else if (op.op === 'set') registers.set(op.reg, op.value)
    else if ('from' in op)
      registers.set(op.reg, combined(op.op, value(op.reg), op.from === 'bit' ? 0 : value(op.index)))
    else if (mask === null || value(mask) === 1) path.push(op)
  }
  return path
}

function combined(op: 'xor' | 'or' | 'and' | 'andnot', a: number, b: number): number {
  if (op === 'xor') return a ^ b
  if (op === 'or') return a | b
  return op === 'and' ? a & b : a & ~b & 1
}
