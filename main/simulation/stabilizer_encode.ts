import type { StabilizerOp, StabilizerProgram } from './stabilizer'

/** A stabilizer program as the addon takes it: four integers (code, a, b, condition) and three probabilities an op. */
export interface EncodedStabilizer {
  readonly qubits: number
  readonly clbits: number
  readonly ops: Int32Array
  readonly rates: Float64Array
}

/** Position = StabilizerCode in native/stabilizer.h. */
const OP_CODES: readonly StabilizerOp['op'][] = [
  'h',
  's',
  'x',
  'z',
  'cx',
  'cz',
  'swap',
  'measure',
  'reset',
  'pauli1',
  'pauli2',
]
const CODE_OF = new Map(OP_CODES.map((op, code) => [op, code]))

const operands = (op: StabilizerOp): readonly [number, number] =>
  'q' in op ? [op.q, op.op === 'measure' ? op.bit : 0] : [op.a, op.b]

function ratesOf(op: StabilizerOp): readonly number[] {
  if (op.op === 'measure') return [op.flip]
  if (op.op === 'pauli1') return [op.px, op.py, op.pz]
  return op.op === 'pauli2' ? [op.p] : []
}

export function encodeStabilizer({ qubits, clbits, ops: list }: StabilizerProgram): EncodedStabilizer {
  const ops = new Int32Array(list.length * 4)
  const rates = new Float64Array(list.length * 3)
  list.forEach((op, i) => {
    const condition = op.condition ? op.condition.clbit * 2 + op.condition.value : -1
    ops.set([CODE_OF.get(op.op)!, ...operands(op), condition], i * 4)
    rates.set(ratesOf(op), i * 3)
  })
  return { qubits, clbits, ops, rates }
}
