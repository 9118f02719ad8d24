import type { FrameOp, FrameProgram } from '../../qec/program/frame'
import type { EncodedFrames } from '../model/encoded'

/** Position = FrameCode in native/frames/sample.h. */
const FRAME_CODES: readonly FrameOp['op'][] = [
  'reset',
  'h',
  's',
  'cz',
  'measure',
  'pauli1',
  'pauli2',
  'pauli',
  'peek',
  'load',
  'set',
  'xor',
  'or',
  'and',
  'andnot',
  'mask',
]
const CODE_OF = new Map(FRAME_CODES.map((op, code) => [op, code]))

/** The integers a, b, c of an op; their meanings stand beside FrameCode in native/frames/sample.h. */
function operands(op: FrameOp): readonly [number, number, number] {
  switch (op.op) {
    case 'reset':
    case 'h':
    case 's':
    case 'pauli1':
      return [op.q, 0, 0]
    case 'cz':
    case 'pauli2':
      return [op.a, op.b, 0]
    case 'measure':
      return [op.q, op.bit, 0]
    case 'pauli':
      return [op.q, Number(op.x) + 2 * Number(op.z), 0]
    case 'peek':
      return [op.q, op.bit, Number(op.which === 'z')]
    case 'load':
      return [op.q, op.input, Number(op.which === 'z')]
    case 'set':
      return [op.reg, op.value, 0]
    case 'mask':
      return [op.reg ?? -1, 0, 0]
    default:
      return [op.reg, op.index, Number(op.from === 'reg')]
  }
}

/** Probabilities of an op: flip, total over 15 Paulis, or px, py, pz; 0 where it has none. */
function ratesOf(op: FrameOp): readonly [number, number, number] {
  switch (op.op) {
    case 'reset':
    case 'measure':
      return [op.flip, 0, 0]
    case 'pauli1':
      return [op.px, op.py, op.pz]
    case 'pauli2':
      return [op.p, 0, 0]
    default:
      return [0, 0, 0]
  }
}

/** Packs a checked program (see `checkFrames`) into typed arrays. */
export function encodeFrames(program: FrameProgram): EncodedFrames {
  const ops = new Int32Array(program.ops.length * 4)
  const rates = new Float64Array(program.ops.length * 3)
  program.ops.forEach((op, i) => {
    const [a, b, c] = operands(op)
    ops[4 * i] = CODE_OF.get(op.op)!
    ops[4 * i + 1] = a
    ops[4 * i + 2] = b
    ops[4 * i + 3] = c
    const [first, second, third] = ratesOf(op)
    rates[3 * i] = first
    rates[3 * i + 1] = second
    rates[3 * i + 2] = third
  })
  const { qubits, bits, registers, inputs } = program
  return { qubits, bits, registers, inputs, ops, rates }
}

/** Input planes one after the other, each padded or cut to `stride` bytes. */
export function encodePlanes(planes: readonly Uint8Array[], stride: number): Uint8Array {
  const packed = new Uint8Array(planes.length * stride)
  planes.forEach((plane, i) => {
    packed.set(plane.subarray(0, stride), i * stride)
  })
  return packed
}
