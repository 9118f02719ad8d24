import { describe } from 'vitest'
import { writeQasm2, writeQasm3 } from '../../../main/circuits/qasm/write'
import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import { parseQasm } from '../../main/circuits/qasm/parse-qasm'
import { compare } from '../compare'

const QUBITS = 20

/** A flat circuit such as compilers write: cx, rz, u and h in no order, with as many digits as doubles have. */
function flatCircuit(count: number, isConditional: boolean): Circuit {
  let state = 12_345
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(state / 2 ** 16) % limit
  }
  const instruction = (): Instruction => {
    const qubit = below(QUBITS)
    const other = (qubit + 1 + below(QUBITS - 1)) % QUBITS
    const angle = below(10_000) / 7_919
    const shapes: Instruction[] = [
      { name: 'cx', qubits: [qubit, other] },
      { name: 'rz', qubits: [qubit], params: [angle] },
      { name: 'u', qubits: [qubit], params: [angle, Math.PI / 2, -angle] },
      { name: 'h', qubits: [qubit] },
    ]
    const shape = shapes[below(4)]!
    return isConditional ? { ...shape, condition: { clbit: below(QUBITS), value: 1 } } : shape
  }
  const measured = Array.from({ length: QUBITS }, (_, i) => ({ name: 'measure', qubits: [i], clbits: [i] }))
  return { num_qubits: QUBITS, instructions: [...Array.from({ length: count }, instruction), ...measured] }
}

/** So many characters of one statement, behind the outcomes that it depends on. */
const repeated = (statement: string, characters = 1e7) => {
  const head = 'OPENQASM 3; include "stdgates.inc"; qubit[2] q; bit[2] c; c[0] = measure q[0]; c[1] = measure q[1];\n'
  return head + `${statement}\n`.repeat(characters / (statement.length + 1))
}
/** The comment sends it through tokens and trees. */
const blocks = repeated('if (c == 1) { x q[0]; }')
const blocksThroughTrees = repeated('if (c == 1) { /**/ x q[0]; }', 1e6)

const megabytes = (text: string) => text.length / 1e6
const reading = (name: string, text: string) => ({
  name,
  amount: megabytes(text),
  run: async () => parseQasm(text),
})
const writing = (name: string, circuit: Circuit, write: (circuit: Circuit) => string) => ({
  name,
  amount: megabytes(write(circuit)),
  run: async () => write(circuit),
})

const long = flatCircuit(500_000, false)
const short = flatCircuit(25_000, false)
/** The comment sends each statement through tokens and trees. */
const throughTrees = writeQasm2(short).replaceAll(';', '/**/;')

describe('reading OpenQASM', () => {
  compare('MB', [
    reading('OpenQASM 2, 500,000 gates', writeQasm2(long)),
    reading('OpenQASM 3, 500,000 gates', writeQasm3(long)),
    reading('OpenQASM 3, 25,000 gates', writeQasm3(short)),
    reading('OpenQASM 3, 25,000 conditions', writeQasm3(flatCircuit(25_000, true))),
    reading('OpenQASM 2, 25,000 gates, through tokens and trees', throughTrees),
  ])
})

describe('reading conditions', () => {
  compare('MB', [
    reading('blocks, 10 MB', blocks),
    reading('blocks with else, 10 MB', repeated('if (c == 1) { x q[0]; } else { h q[1]; }')),
    reading('blocks, 1 MB through tokens and trees', blocksThroughTrees),
  ])
})

describe('writing OpenQASM', () => {
  compare('MB', [writing('OpenQASM 2', long, writeQasm2), writing('OpenQASM 3', long, writeQasm3)])
})
