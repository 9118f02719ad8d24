/** Reversible logic, resets and measurements on qubits that depend on superposed inputs: what is read determines all the rest. */
import fc from 'fast-check'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { circuitOf } from './random-circuits'

const INPUTS = 4
const WORKERS = 11
const QUBITS = INPUTS + WORKERS
const STEPS = 40

const worker = fc.nat({ max: WORKERS - 1 })
const workers = (count: number) => fc.uniqueArray(worker, { minLength: count, maxLength: count })

/** Where the inputs lie, of all qubits, and where the workers: some within a chunk of memory, some above. */
const places = fc.shuffledSubarray(
  Array.from({ length: QUBITS }, (_, q) => q),
  { minLength: QUBITS, maxLength: QUBITS },
)

type Move = readonly ['x' | 'cx' | 'ccx' | 'swap' | 'copy' | 'reset' | 'measure' | 'if', readonly number[], number]

const move: fc.Arbitrary<Move> = fc.oneof(
  ...(
    [
      ['x', 1, 1],
      ['cx', 2, 3],
      ['ccx', 3, 2],
      ['swap', 2, 1],
      ['copy', 1, 3],
      ['reset', 1, 3],
      ['measure', 1, 2],
      ['if', 1, 1],
    ] as const
  ).map(([name, needs, weight]) => ({
    weight,
    arbitrary: fc.tuple(fc.constant(name), workers(needs), fc.nat({ max: STEPS - 1 })) as fc.Arbitrary<Move>,
  })),
)

/** Bit i below STEPS is written by move i, if at all; then come the inputs, then the workers. */
export const classicalWork: fc.Arbitrary<Circuit> = fc
  .tuple(places, fc.array(move, { minLength: 1, maxLength: STEPS }))
  .map(([where, moves]) => {
    const [inputs, rest] = [where.slice(0, INPUTS), where.slice(INPUTS)]
    return circuitOf(
      QUBITS,
      ...inputs.map(q => ({ name: 'h', qubits: [q] })),
      ...moves.map(([name, of, bit], at) => instruction(name, inputs, rest, of, bit, at)),
      ...[...inputs, ...rest].map((q, i) => ({ name: 'measure', qubits: [q], clbits: [STEPS + i] })),
    )
  })

function instruction(
  name: Move[0],
  inputs: readonly number[],
  rest: readonly number[],
  of: readonly number[],
  bit: number,
  at: number,
): Instruction {
  const qubits = of.map(w => rest[w]!)
  if (name === 'copy') return { name: 'cx', qubits: [inputs[bit % INPUTS]!, ...qubits] }
  if (name === 'measure') return { name, qubits, clbits: [at] }
  if (name === 'if') return { name: 'x', qubits, condition: { clbit: bit, value: 1 } }
  return { name, qubits }
}

/** Whether one reading follows from its own inputs by plain logic on bits. */
export function followsFrom(reading: string, { num_qubits, instructions }: Circuit): boolean {
  const read = (bit: number) => Number(reading.at(-1 - bit) ?? '0')
  const bits = new Array<number>(num_qubits).fill(0)
  const memory = new Map<number, number>()
  let inputs = 0
  for (const { name, qubits, clbits, condition } of instructions) {
    const [a, b, c] = qubits as [number, number, number]
    if (condition && 'clbit' in condition && (memory.get(condition.clbit) ?? 0) !== condition.value) continue
    if (name === 'h') bits[a] = read(STEPS + inputs++)
    else if (name === 'x') bits[a]! ^= 1
    else if (name === 'cx') bits[b]! ^= bits[a]!
    else if (name === 'ccx') bits[c]! ^= bits[a]! & bits[b]!
    else if (name === 'swap') [bits[a], bits[b]] = [bits[b]!, bits[a]!]
    else if (name === 'reset') bits[a] = 0
    else memory.set(clbits![0]!, bits[a]!)
  }
  return [...memory].every(([bit, value]) => read(bit) === value)
}
