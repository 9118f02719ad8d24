/** Slow reference of the live state: a dense density matrix for each value of the classical bits, gates as whole matrices. */
import { valueBits } from '../../../../main/circuits/model/condition-value'
import { GATES } from '../../../../main/contract/gates/gate-table'
import type { Complex } from '../../../../main/contract/gates/matrices'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'

type Dense = Complex[][]
/** By the classical bits, lowest first: the unnormalized state of the shots that hold them. */
export type Register = Map<string, Dense>

const ZERO: Complex = [0, 0]
const sum = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d]
const product = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c]
const conjugate = ([re, im]: Complex): Complex => [re, -im]
const square = (side: number, at: (row: number, column: number) => Complex): Dense =>
  Array.from({ length: side }, (_, row) => Array.from({ length: side }, (_, column) => at(row, column)))
const times = (a: Dense, b: Dense): Dense =>
  square(a.length, (row, column) => a.reduce((total, _, k) => sum(total, product(a[row]![k]!, b[k]![column]!)), ZERO))
const adjointOf = (a: Dense): Dense => square(a.length, (row, column) => conjugate(a[column]![row]!))
const plus = (a: Dense, b: Dense): Dense => square(a.length, (row, column) => sum(a[row]![column]!, b[row]![column]!))
export const traceOf = (a: Dense): number => a.reduce((total, row, i) => total + row[i]![0], 0)

/** The matrix on those qubits, the first one the most significant bit of its index, on all of them: qubit q is bit q. */
function widened(small: readonly (readonly Complex[])[], on: readonly number[], qubits: number): Dense {
  const local = (index: number) => on.reduce((value, qubit) => 2 * value + ((index >> qubit) & 1), 0)
  const mask = on.reduce((bits, qubit) => bits | (1 << qubit), 0)
  return square(2 ** qubits, (row, column) =>
    (row & ~mask) === (column & ~mask) ? small[local(row)]![local(column)]! : ZERO,
  )
}

const conjugated = (by: Dense, state: Dense): Dense => times(times(by, state), adjointOf(by))
const element = (row: number, column: number): Complex[][] =>
  square(2, (r, c) => (r === row && c === column ? [1, 0] : ZERO))

function add(register: Register, key: string, state: Dense): void {
  const known = register.get(key)
  register.set(key, known ? plus(known, state) : state)
}

const holds = ({ condition }: Instruction, key: string): boolean => {
  if (!condition) return true
  const clbits = 'clbit' in condition ? [condition.clbit] : condition.clbits
  return valueBits(condition.value, clbits.length).every((value, at) => key[clbits[at]!] === String(value))
}

function applied(instruction: Instruction, key: string, state: Dense, qubits: number): [string, Dense][] {
  const { name, qubits: on, clbits = [], params = [] } = instruction
  if (!holds(instruction, key) || name === 'barrier') return [[key, state]]
  const by = (row: number, column: number) => conjugated(widened(element(row, column), [on[0]!], qubits), state)
  if (name === 'reset') return [[key, plus(by(0, 0), by(0, 1))]]
  if (name !== 'measure') return [[key, conjugated(widened(GATES[name]!.matrix!(params), on, qubits), state)]]
  const written = (value: number) => key.slice(0, clbits[0]) + value + key.slice(clbits[0]! + 1)
  return [
    [written(0), by(0, 0)],
    [written(1), by(1, 1)],
  ]
}

/** `clbits`: how many. Loops run turn by turn on what stays in them. */
export function denseRegister({ num_qubits, instructions }: Circuit, clbits: number): Register {
  const start = square(2 ** num_qubits, (row, column) => (row + column === 0 ? [1, 0] : ZERO))
  return run(instructions, new Map([['0'.repeat(clbits), start]]), num_qubits)
}

function run(instructions: readonly Instruction[], start: Register, qubits: number): Register {
  let register = start
  for (let at = 0; at < instructions.length; at++) {
    const instruction = instructions[at]!
    const next: Register = new Map()
    if (instruction.name === 'while' || instruction.name === 'until') {
      const end = instructions.findIndex(({ name }, i) => i > at && name === 'end')
      const body = instructions.slice(at + 1, end)
      for (let turn = 0; turn <= instruction.max_iterations!; turn++) {
        const inside: Register = new Map()
        for (const [key, state] of register)
          if (holds(instruction, key) === (instruction.name === 'while')) add(inside, key, state)
          else add(next, key, state)
        register = turn < instruction.max_iterations! ? run(body, inside, qubits) : inside
      }
      for (const [key, state] of register) add(next, key, state)
      at = end
    } else
      for (const [key, state] of register)
        for (const [to, result] of applied(instruction, key, state, qubits)) add(next, to, result)
    register = next
  }
  return register
}

/** The state of all qubits, whatever the classical bits hold. */
export const totalState = (register: Register): Dense => [...register.values()].reduce(plus)

const PAULIS = ['x', 'y', 'z'].map(name => GATES[name]!.matrix!([]))

export const blochVector = (state: Dense, qubit: number, qubits: number): number[] =>
  PAULIS.map(pauli => traceOf(times(state, widened(pauli, [qubit], qubits))))
