import fc from 'fast-check'
import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import type { FrameOp, FrameProgram } from '../../../main/qec/program/frame'

const SIZES = { qubits: 4, bits: 6, registers: 3, inputs: 3 }
const below = (size: number) => fc.nat({ max: size - 1 })
const qubit = below(SIZES.qubits)
const bit = below(SIZES.bits)
const reg = below(SIZES.registers)
const axis = fc.constantFrom('x' as const, 'z' as const)
const twoQubits = fc.uniqueArray(qubit, { minLength: 2, maxLength: 2 }).map(([a, b]) => ({ a: a!, b: b! }))

const combine: fc.Arbitrary<FrameOp> = fc
  .record({ op: fc.constantFrom('xor' as const, 'or' as const, 'and' as const, 'andnot' as const), reg, index: reg })
  .chain(base => fc.constantFrom('bit' as const, 'reg' as const).map(from => ({ ...base, from })))

/** Ops whose effect does not depend on chance. */
const certainOps: readonly fc.Arbitrary<FrameOp>[] = [
  qubit.map(q => ({ op: 'h', q })),
  qubit.map(q => ({ op: 's', q })),
  twoQubits.map(pair => ({ op: 'cz', ...pair })),
  fc.record({ op: fc.constant('pauli' as const), q: qubit, x: fc.boolean(), z: fc.boolean() }),
  fc.record({ op: fc.constant('peek' as const), q: qubit, which: axis, bit }),
  fc.record({ op: fc.constant('load' as const), q: qubit, which: axis, input: below(SIZES.inputs) }),
  fc.record({ op: fc.constant('set' as const), reg, value: fc.constantFrom(0 as const, 1 as const) }),
  combine,
  fc.option(reg, { freq: 2 }).map(of => ({ op: 'mask', reg: of })),
]

/** Both sides of the kernels' switch from gaps to lanes, and the ends. */
const rate = fc.constantFrom(0, 1e-3, 0.019, 0.021, 0.3, 1)

const chanceOps: readonly fc.Arbitrary<FrameOp>[] = [
  fc.record({ op: fc.constant('reset' as const), q: qubit, flip: rate }),
  fc.record({ op: fc.constant('measure' as const), q: qubit, bit, flip: rate }),
  fc
    .tuple(qubit, rate, fc.constantFrom([1, 0, 0], [0.2, 0.3, 0.5], [0, 0, 1], [0.5, 0.5, 0]))
    .map(([q, p, [x, y, z]]) => ({ op: 'pauli1', q, px: p * x!, py: p * y!, pz: p * z! })),
  fc.tuple(twoQubits, rate).map(([pair, p]) => ({ op: 'pauli2', ...pair, p })),
]

/** On neighbouring qubits, or far apart: the kernels compile narrow and wide programs differently. */
const programOf = (op: fc.Arbitrary<FrameOp>, maxLength: number): fc.Arbitrary<FrameProgram> =>
  fc
    .tuple(fc.array(op, { minLength: 1, maxLength }), fc.constantFrom(1, 25))
    .map(([ops, apart]) => ({ ...SIZES, qubits: 1 + 3 * apart, ops: ops.map(one => spread(one, apart)) }))

function spread(op: FrameOp, apart: number): FrameOp {
  if (op.op === 'cz' || op.op === 'pauli2') return { ...op, a: op.a * apart, b: op.b * apart }
  return 'q' in op ? { ...op, q: op.q * apart } : op
}

export const certainProgram = programOf(fc.oneof(...certainOps), 60)
export const chanceProgram = programOf(fc.oneof(...certainOps, ...chanceOps, ...chanceOps), 40)

/** Input planes for `shots` shots; bits past them are set too, and must be ignored. */
export const planesFor = (program: FrameProgram, shots: number, fill: () => number): Uint8Array[] =>
  Array.from({ length: program.inputs }, () => Uint8Array.from({ length: Math.ceil(shots / 8) }, fill))

/** A memory-like program over five data qubits, A and F, with calibrated-looking noise on every op. */
export function memoryProgram(rounds: number, p = 1e-3): FrameProgram {
  const ops: FrameOp[] = []
  const cz = (a: number, b: number) => ops.push({ op: 'cz', a, b }, { op: 'pauli2', a, b, p: p * (1 + (a + b) / 10) })
  const h = (q: number) => ops.push({ op: 'h', q }, { op: 'pauli1', q, px: p / 30, py: p / 30, pz: p / 30 })
  const idle = (q: number) => ops.push({ op: 'pauli1', q, px: p / 10, py: p / 10, pz: p / (5 + q) })
  const couple = (generator: number, k: number) => {
    const data = (generator + k) % 5
    if (k === 1 || k === 2) return cz(5, data)
    h(data)
    cz(5, data)
    return h(data)
  }
  for (let round = 0; round < rounds; round++)
    for (let generator = 0; generator < 4; generator++) {
      const bit = 8 * round + 2 * generator
      ops.push({ op: 'reset', q: 5, flip: p }, { op: 'reset', q: 6, flip: p })
      for (const q of [5, 6]) h(q)
      couple(generator, 0)
      cz(5, 6)
      couple(generator, 1)
      couple(generator, 2)
      cz(5, 6)
      couple(generator, 3)
      for (const q of [5, 6]) h(q)
      for (let q = 0; q < 5; q++) idle(q)
      ops.push({ op: 'measure', q: 5, bit, flip: 5 * p }, { op: 'measure', q: 6, bit: bit + 1, flip: 5 * p })
    }
  return { qubits: 7, bits: 8 * rounds, registers: 0, inputs: 0, ops }
}

const CIRCUIT_QUBITS = 6
const circuitQubit = below(CIRCUIT_QUBITS)
const pairOf = fc.uniqueArray(circuitQubit, { minLength: 2, maxLength: 2 })

const gate: fc.Arbitrary<Instruction> = fc.oneof(
  circuitQubit.map(q => ({ name: 'h', qubits: [q] })),
  pairOf.map(qubits => ({ name: 'cx', qubits })),
)
const measure: fc.Arbitrary<Instruction> = fc
  .tuple(circuitQubit, below(4))
  .map(([q, clbit]) => ({ name: 'measure', qubits: [q], clbits: [clbit] }))

/** h, cx and measure in any order: measurements in the middle, into bits already written, of untouched qubits. */
export const anyCircuit: fc.Arbitrary<Circuit> = fc
  .array(fc.oneof({ weight: 4, arbitrary: gate }, { weight: 1, arbitrary: measure }), { minLength: 1, maxLength: 30 })
  .map(instructions => ({
    num_qubits: CIRCUIT_QUBITS,
    instructions: [...instructions, { name: 'measure', qubits: [0, 1, 2], clbits: [0, 1, 2] }],
  }))

/** GHZ over n qubits, all measured. */
export const ghz = (n: number): Circuit => ({
  num_qubits: n,
  instructions: [
    { name: 'h', qubits: [0] },
    ...Array.from({ length: n - 1 }, (_, q) => ({ name: 'cx', qubits: [q, q + 1] })),
    ...Array.from({ length: n }, (_, q) => ({ name: 'measure', qubits: [q], clbits: [q] })),
  ],
})

/** Layers of h on every qubit and cx along the line, then all measured: work for any engine. */
export function layered(n: number, layers: number): Circuit {
  const instructions: Instruction[] = []
  for (let layer = 0; layer < layers; layer++) {
    for (let q = 0; q < n; q++) instructions.push({ name: 'h', qubits: [q] })
    for (let q = layer % 2; q + 1 < n; q += 2) instructions.push({ name: 'cx', qubits: [q, q + 1] })
  }
  for (let q = 0; q < n; q++) instructions.push({ name: 'measure', qubits: [q], clbits: [q] })
  return { num_qubits: n, instructions }
}
