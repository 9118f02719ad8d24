/** A received program as Pauli frames: fast, with decay as its twirl. */
import type { FrameOp, FrameProgram } from '../../../qec/program/frame'
import type { NoisyBlock, NoisyOperation } from './noisy-steps'
import type { ReceivedProgram } from './received-program'
import { quarters } from './reference-outcomes'

function gateOps(operation: NoisyOperation, base: number): FrameOp[] {
  switch (operation.kind) {
    case 'pulse': {
      const { q, half_turn } = operation
      return half_turn
        ? []
        : [
            { op: 'h', q },
            { op: 's', q },
            { op: 'h', q },
          ]
    }
    case 'frame':
      return quarters(operation.angle)! % 2 === 0 ? [] : [{ op: 's', q: operation.q }]
    case 'cz':
      return [{ op: 'cz', a: operation.a, b: operation.b }]
    case 'measure':
      return [{ op: 'measure', q: operation.q, bit: base + operation.slot, flip: operation.flip }]
    case 'reset':
      return [{ op: 'reset', q: operation.q, flip: operation.flip }]
    case 'pauli1': {
      const { q, px, py, pz } = operation
      return px + py + pz > 0 ? [{ op: 'pauli1', q, px, py, pz }] : []
    }
    case 'pauli2':
      return operation.p > 0 ? [{ op: 'pauli2', a: operation.a, b: operation.b, p: operation.p }] : []
  }
}

/**
 * Bits are relative to `reference`; registers hold what the sequencer's would. Null where a decision rests on an outcome that
 * is 1 in the reference and may not have been read at all.
 */
export function frameProgram(
  program: ReceivedProgram,
  {
    blocks,
    qubits,
    reference,
  }: { readonly blocks: readonly (NoisyBlock | null)[]; readonly qubits: number; readonly reference: Uint8Array },
): FrameProgram | null {
  const scratch = program.registers
  const maybe = new Uint8Array(program.slots)
  const ops: FrameOp[] = []
  for (const [i, step] of program.steps.entries()) {
    const block = blocks[i]
    if (block) {
      if (block.condition !== null) ops.push({ op: 'mask', reg: block.condition })
      for (const operation of block.operations) {
        for (const op of gateOps(operation, block.base)) ops.push(op)
        if (operation.kind === 'measure' && block.condition !== null) maybe[block.base + operation.slot] = 1
      }
      if (block.condition !== null) ops.push({ op: 'mask', reg: null })
    }
    if (step.kind !== 'logic') continue
    const { logic, register: reg, slot, other } = step
    if (logic === 'zero' || logic === 'one') ops.push({ op: 'set', reg, value: logic === 'one' ? 1 : 0 })
    else if (other !== null) ops.push({ op: logic, reg, from: 'reg', index: other })
    else if (reference[slot!] === 0) ops.push({ op: logic, reg, from: 'bit', index: slot! })
    else if (maybe[slot!] === 1) return null
    else
      ops.push(
        { op: 'set', reg: scratch, value: 1 },
        { op: 'xor', reg: scratch, from: 'bit', index: slot! },
        { op: logic, reg, from: 'reg', index: scratch },
      )
  }
  return { qubits, bits: program.slots, registers: program.registers + 1, inputs: 0, ops }
}
