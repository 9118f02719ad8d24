import { AppError } from '../contract/errors'
import type { Circuit, Instruction } from '../contract/jobs'
import { needInteger, needSeed } from './check'

/** One step on compacted qubits; `matrix` is one of MATRICES, row-major with (re, im) pairs. */
export type CircuitStep =
  | { readonly kind: 'gate'; readonly matrix: number; readonly target: number; readonly control: number | null }
  | { readonly kind: 'measure'; readonly target: number; readonly clbit: number }

/** A circuit over those qubits alone that it touches, so that two qubits of a large chiplet stay two. */
export interface PreparedCircuit {
  readonly qubits: number
  /** Length of the bitstrings: one more than the highest classical bit that is written. */
  readonly clbits: number
  readonly steps: readonly CircuitStep[]
}

const ROOT = Math.SQRT1_2
const HADAMARD = [ROOT, 0, ROOT, 0, ROOT, 0, -ROOT, 0]
const FLIP = [0, 0, 1, 0, 1, 0, 0, 0]
export const MATRICES: readonly (readonly number[])[] = [HADAMARD, FLIP]

/** The gates an engine can apply: one matrix on the last qubit, controlled by the first if there are two. */
const GATES = new Map([
  ['h', { matrix: MATRICES.indexOf(HADAMARD), qubits: 1 }],
  ['cx', { matrix: MATRICES.indexOf(FLIP), qubits: 2 }],
])

/** Outcomes are held as one bit per shot and classical bit while they are counted. */
export const MAX_OUTCOME_BITS = 2 ** 28
/** kMaxSlots in native/circuit.h. */
const MAX_CLBITS = 2 ** 20

function refuse(i: number, field: string, message: string): never {
  const pointer = `/circuit/instructions/${i}${field}`
  throw new AppError('invalid_request', `Instruction ${i}: ${message}`, { instruction: i }, [{ pointer, message }])
}

function checkQubits(i: number, { name, qubits }: Instruction, expected: number, total: number): void {
  if (qubits.length !== expected) refuse(i, '/qubits', `${name} takes ${expected} qubits, not ${qubits.length}`)
  if (new Set(qubits).size !== qubits.length) refuse(i, '/qubits', `${name} names one qubit twice`)
  for (const qubit of qubits)
    if (!Number.isInteger(qubit) || qubit < 0 || qubit >= total)
      refuse(i, '/qubits', `qubit ${qubit} is not an integer from 0 to ${total - 1}`)
}

function measureSteps(i: number, instruction: Instruction, total: number): CircuitStep[] {
  const { qubits, clbits = [] } = instruction
  checkQubits(i, instruction, Math.max(1, qubits.length), total)
  if (clbits.length !== qubits.length)
    refuse(i, '/clbits', `measure needs one classical bit per qubit, ${qubits.length}, not ${clbits.length}`)
  return qubits.map((target, at) => {
    const clbit = clbits[at]!
    if (!Number.isSafeInteger(clbit) || clbit < 0 || clbit >= MAX_CLBITS)
      refuse(i, '/clbits', `classical bit ${clbit} is not an integer from 0 to ${MAX_CLBITS - 1}`)
    return { kind: 'measure', target, clbit }
  })
}

function stepsOf(instruction: Instruction, i: number, total: number): CircuitStep[] {
  if (instruction.name === 'measure') return measureSteps(i, instruction, total)
  const gate = GATES.get(instruction.name)
  if (gate === undefined)
    refuse(
      i,
      '/name',
      `${instruction.name} is no gate of this simulator; it knows ${[...GATES.keys()].join(', ')} and measure`,
    )
  checkQubits(i, instruction, gate.qubits, total)
  const target = instruction.qubits.at(-1)!
  return [{ kind: 'gate', matrix: gate.matrix, target, control: gate.qubits === 2 ? instruction.qubits[0]! : null }]
}

/** Numbers the touched qubits 0, 1, ... in ascending order. */
function compact(steps: readonly CircuitStep[]): { qubits: number; steps: CircuitStep[] } {
  const used = new Set<number>()
  for (const step of steps) {
    used.add(step.target)
    if (step.kind === 'gate' && step.control !== null) used.add(step.control)
  }
  const place = new Map([...used].sort((a, b) => a - b).map((qubit, at) => [qubit, at]))
  const renumber = (step: CircuitStep): CircuitStep => {
    const target = place.get(step.target)!
    if (step.kind === 'measure') return { ...step, target }
    return { ...step, target, control: step.control === null ? null : place.get(step.control)! }
  }
  return { qubits: used.size, steps: steps.map(renumber) }
}

/** Checks a circuit and its run for an engine; AppError `invalid_request` names the instruction that is wrong. */
export function prepareCircuit(circuit: Circuit, shots: number, seed: bigint, maxQubits: number): PreparedCircuit {
  needInteger('shots', shots, 1, 2 ** 32)
  needSeed(seed)
  const all = circuit.instructions.flatMap((instruction, i) => stepsOf(instruction, i, circuit.num_qubits))
  const { qubits, steps } = compact(all)
  if (qubits > maxQubits)
    throw new AppError('invalid_request', `The circuit acts on ${qubits} qubits; this engine holds ${maxQubits}`, {
      qubits,
      max_qubits: maxQubits,
    })
  const clbits = steps.reduce((most, step) => (step.kind === 'measure' ? Math.max(most, step.clbit + 1) : most), 0)
  if (clbits * shots > MAX_OUTCOME_BITS)
    throw new AppError('invalid_request', `${clbits} classical bits times ${shots} shots are too many to count`, {
      clbits,
      shots,
      most: MAX_OUTCOME_BITS,
    })
  return { qubits, clbits, steps }
}

/** A prepared circuit as the addon takes it: four integers an op, eight numbers a matrix. */
export interface EncodedCircuit {
  readonly qubits: number
  readonly slots: number
  readonly ops: Int32Array
  readonly matrices: Float64Array
}

/** Measurements write into slots, one per classical bit in use. */
export function encodeCircuit({ qubits, steps }: PreparedCircuit): EncodedCircuit & { clbit_of: number[] } {
  const measured = steps.flatMap(step => (step.kind === 'measure' ? [step.clbit] : []))
  const clbit_of = [...new Set(measured)].sort((a, b) => a - b)
  const slot = new Map(clbit_of.map((clbit, at) => [clbit, at]))
  const ops = Int32Array.from(
    steps.flatMap(step =>
      step.kind === 'gate'
        ? [0, step.target, step.control ?? -1, step.matrix]
        : [1, step.target, -1, slot.get(step.clbit)!],
    ),
  )
  return { qubits, slots: clbit_of.length, ops, matrices: Float64Array.from(MATRICES.flat()), clbit_of }
}
