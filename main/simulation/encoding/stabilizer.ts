import type { RequiredBits } from '../model/condition'
import type { EncodedStabilizer } from '../model/encoded'
import { bitWidthOf, type StabilizerOp, type StabilizerProgram } from '../model/stabilizer'

/** Position = StabilizerCode in native/clifford/program.h. */
const STABILIZER_CODES: readonly StabilizerOp['op'][] = [
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
const CODE_OF = new Map(STABILIZER_CODES.map((op, code) => [op, code]))

const operands = (op: StabilizerOp): readonly [number, number] =>
  'q' in op ? [op.q, op.op === 'measure' ? op.bit : 0] : [op.a, op.b]

function ratesOf(op: StabilizerOp): readonly number[] {
  if (op.op === 'measure') return [op.flip]
  if (op.op === 'pauli1') return [op.px, op.py, op.pz]
  return op.op === 'pauli2' ? [op.p] : []
}

/** Conditions end to end, each once for all the ops that share it, and where each starts. */
function encodeConditions(ops: readonly StabilizerOp[]) {
  const starts = new Map<RequiredBits, number>()
  const words: number[] = []
  for (const { condition } of ops) {
    if (condition === undefined || starts.has(condition)) continue
    starts.set(condition, words.length)
    words.push(condition.length)
    for (const { clbit, value } of condition) words.push(2 * clbit + value)
  }
  return { starts, conditions: Int32Array.from(words) }
}

export function encodeStabilizer(program: StabilizerProgram): EncodedStabilizer {
  const { qubits, clbits, ops: list } = program
  const ops = new Int32Array(list.length * 4)
  const rates = new Float64Array(list.length * 3)
  const { starts, conditions } = encodeConditions(list)
  list.forEach((op, i) => {
    const condition = op.condition === undefined ? -1 : starts.get(op.condition)!
    ops.set([CODE_OF.get(op.op)!, ...operands(op), condition], i * 4)
    rates.set(ratesOf(op), i * 3)
  })
  return { engine: 'stabilizer', qubits, clbits, width: bitWidthOf(program), ops, rates, conditions }
}
