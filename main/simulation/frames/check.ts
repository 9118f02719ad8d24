import { type FrameOp, type FrameProgram, strideOf } from '../../qec/program/frame'
import { MAX_SIMULATED_SHOTS, needInteger, needSeed } from '../model/arguments'

/** Limits of one call: the planes that it returns take at most 1 GiB, and so do those that it is given. */
const MAX_ROWS = 2 ** 20
const MAX_PLANE_BYTES = 2 ** 30
/** Sums of probabilities may exceed 1 by rounding. */
const ROUNDING = 1e-9

const isIndex = (value: unknown, size: number) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < size

type FrameProblem = string | null

const index = (what: string, value: unknown, size: number): FrameProblem =>
  isIndex(value, size) ? null : `${what} ${value} is not an integer from 0 to ${size - 1}`

const oneOf = (what: string, value: unknown, allowed: readonly unknown[]): FrameProblem =>
  allowed.includes(value) ? null : `${what} must be one of ${allowed.join(', ')}, not ${value}`

const pair = (a: number, b: number, qubits: number): FrameProblem =>
  index('qubit', a, qubits) ?? index('qubit', b, qubits) ?? (a === b ? `it needs two qubits, not ${a} twice` : null)

const probability = (value: unknown): FrameProblem =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : `probability ${value} lies outside 0..1`

function probabilityProblem(op: FrameOp): FrameProblem {
  switch (op.op) {
    case 'reset':
    case 'measure':
      return probability(op.flip)
    case 'pauli2':
      return probability(op.p)
    case 'pauli1': {
      const sum = op.px + op.py + op.pz
      const excess = sum > 1 + ROUNDING ? `its probabilities sum to ${sum}, more than 1` : null
      return probability(op.px) ?? probability(op.py) ?? probability(op.pz) ?? excess
    }
    default:
      return null
  }
}

function operandProblem(op: FrameOp, program: FrameProgram): FrameProblem {
  switch (op.op) {
    case 'reset':
    case 'h':
    case 's':
    case 'pauli1':
      return index('qubit', op.q, program.qubits)
    case 'cz':
    case 'pauli2':
      return pair(op.a, op.b, program.qubits)
    case 'pauli':
      return index('qubit', op.q, program.qubits) ?? oneOf('x', op.x, [true, false]) ?? oneOf('z', op.z, [true, false])
    case 'measure':
      return index('qubit', op.q, program.qubits) ?? index('bit', op.bit, program.bits)
    case 'peek':
      return (
        index('qubit', op.q, program.qubits) ??
        index('bit', op.bit, program.bits) ??
        oneOf('which', op.which, ['x', 'z'])
      )
    case 'load':
      return (
        index('qubit', op.q, program.qubits) ??
        index('input', op.input, program.inputs) ??
        oneOf('which', op.which, ['x', 'z'])
      )
    case 'set':
      return index('register', op.reg, program.registers) ?? oneOf('value', op.value, [0, 1])
    case 'xor':
    case 'or':
    case 'and':
    case 'andnot':
      return (
        index('register', op.reg, program.registers) ??
        oneOf('from', op.from, ['bit', 'reg']) ??
        index(op.from, op.index, op.from === 'bit' ? program.bits : program.registers)
      )
    case 'mask':
      return op.reg === null ? null : index('register', op.reg, program.registers)
    default:
      return `${String((op as { op: unknown }).op)} is no operation`
  }
}

function checkOps(program: FrameProgram): void {
  program.ops.forEach((op, i) => {
    const problem = operandProblem(op, program) ?? probabilityProblem(op)
    if (problem !== null) throw new RangeError(`op ${i} (${op.op}): ${problem}`)
  })
}

function checkInputs(program: FrameProgram, shots: number, inputs: readonly Uint8Array[]): void {
  if (inputs.length !== program.inputs)
    throw new RangeError(`the program takes ${program.inputs} input planes, not ${inputs.length}`)
  const bytes = Math.ceil(shots / 8)
  inputs.forEach((plane, i) => {
    if (!(plane instanceof Uint8Array)) throw new TypeError(`input plane ${i} must be a Uint8Array`)
    if (plane.length < bytes) throw new RangeError(`input plane ${i} has ${plane.length} bytes, not ${bytes}`)
  })
}

/**
 * Throws a RangeError or TypeError that names the op and the field unless the call is sound: programs of
 * frames are made by this service, so a wrong one is a bug and not an error of the user (AppError).
 */
export function checkFrames(
  program: FrameProgram,
  { shots, seed, inputs }: { readonly shots: number; readonly seed: bigint; readonly inputs: readonly Uint8Array[] },
): void {
  needInteger('shots', shots, { least: 1, most: MAX_SIMULATED_SHOTS })
  needSeed(seed)
  for (const size of ['qubits', 'bits', 'registers', 'inputs'] as const)
    needInteger(size, program[size], { least: 0, most: MAX_ROWS })
  const bytes = strideOf(shots) * Math.max(program.bits, program.inputs)
  if (bytes > MAX_PLANE_BYTES)
    throw new RangeError(`${shots} shots would take ${bytes} bytes of planes, more than ${MAX_PLANE_BYTES}: use fewer`)
  checkOps(program)
  checkInputs(program, shots, inputs)
}
