import { AppError } from '../../contract/model/errors'
import type { Circuit, Instruction } from '../../contract/jobs'
import { needInteger, needSeed } from '../frames/check'
import { GATES, type Matrix2 } from '../gates'

/** All of it must hold; bits never written hold 0. */
export type Condition = readonly { readonly clbit: number; readonly value: number }[]

/** One step on compacted qubits; without a condition it always happens. */
export type CircuitStep = { readonly condition: Condition | null; readonly target: number } & (
  | { readonly kind: 'gate'; readonly matrix: Matrix2; readonly controls: readonly number[] }
  | { readonly kind: 'measure'; readonly clbit: number }
  | { readonly kind: 'reset' }
)

/** Bits never written hold 0. */
export const conditionHolds = (condition: Condition | null, memory: ReadonlyMap<number, number>): boolean =>
  condition === null || condition.every(({ clbit, value }) => (memory.get(clbit) ?? 0) === value)

/** A circuit over those qubits alone that it touches, so that two qubits of a large chiplet stay two. */
export interface PreparedCircuit {
  readonly qubits: number
  /** Length of the bitstrings: the circuit's `num_clbits`, or one more than the highest classical bit that is written. */
  readonly clbits: number
  readonly steps: readonly CircuitStep[]
}

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

function checkClbit(i: number, field: string, clbit: number): void {
  if (!Number.isSafeInteger(clbit) || clbit < 0 || clbit >= MAX_CLBITS)
    refuse(i, field, `classical bit ${clbit} is not an integer from 0 to ${MAX_CLBITS - 1}`)
}

/** A register's condition, bit i of the value for its bit i, as one term for each bit. */
export function conditionOf({ condition }: Instruction, i: number): Condition | null {
  if (!condition) return null
  const { value } = condition
  const clbits = 'clbit' in condition ? [condition.clbit] : condition.clbits
  for (const clbit of clbits) checkClbit(i, '/condition', clbit)
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** clbits.length)
    refuse(i, '/condition/value', `${value} is no value of ${clbits.length} classical bits`)
  return clbits.map((clbit, at) => ({ clbit, value: Math.floor(value / 2 ** at) % 2 }))
}

function measureSteps(i: number, instruction: Instruction, total: number, condition: Condition | null): CircuitStep[] {
  const { qubits, clbits = [] } = instruction
  checkQubits(i, instruction, Math.max(1, qubits.length), total)
  if (clbits.length !== qubits.length)
    refuse(i, '/clbits', `measure needs one classical bit per qubit, ${qubits.length}, not ${clbits.length}`)
  return qubits.map((target, at) => {
    const clbit = clbits[at]!
    checkClbit(i, '/clbits', clbit)
    return { kind: 'measure', target, clbit, condition }
  })
}

function gateSteps(i: number, instruction: Instruction, total: number, condition: Condition | null): CircuitStep[] {
  const { name, qubits, params = [] } = instruction
  const gate = GATES.get(name)
  if (gate === undefined)
    refuse(i, '/name', `${name} is no gate of this simulator; it knows ${[...GATES.keys()].join(', ')} and measure`)
  checkQubits(i, instruction, gate.qubits, total)
  if (params.length !== gate.params) refuse(i, '/params', `${name} takes ${gate.params} params, not ${params.length}`)
  for (const param of params) if (!Number.isFinite(param)) refuse(i, '/params', `param ${param} is not finite`)
  return gate.steps(params).map(({ matrix, target, controls }) => {
    return { kind: 'gate', matrix, target: qubits[target]!, controls: controls.map(at => qubits[at]!), condition }
  })
}

/** Instruction `i` of a circuit of `total` qubits, checked; AppError names it when it is wrong. */
export function stepsOf(instruction: Instruction, i: number, total: number): CircuitStep[] {
  const condition = conditionOf(instruction, i)
  switch (instruction.name) {
    case 'barrier':
      checkQubits(i, instruction, instruction.qubits.length, total)
      return []
    case 'measure':
      return measureSteps(i, instruction, total, condition)
    case 'reset':
      checkQubits(i, instruction, 1, total)
      return [{ kind: 'reset', target: instruction.qubits[0]!, condition }]
    default:
      return gateSteps(i, instruction, total, condition)
  }
}

/** The touched qubits in ascending order; a qubit's position is its number in the prepared circuit. */
function placesOf(steps: readonly CircuitStep[]): ReadonlyMap<number, number> {
  const used = new Set<number>()
  for (const step of steps) {
    used.add(step.target)
    if (step.kind === 'gate') for (const control of step.controls) used.add(control)
  }
  return new Map([...used].sort((a, b) => a - b).map((qubit, at) => [qubit, at]))
}

function placed(step: CircuitStep, place: ReadonlyMap<number, number>): CircuitStep {
  const { condition } = step
  const target = place.get(step.target)!
  switch (step.kind) {
    case 'gate':
      return { kind: 'gate', condition, target, matrix: step.matrix, controls: step.controls.map(at => place.get(at)!) }
    case 'measure':
      return { kind: 'measure', condition, target, clbit: step.clbit }
    case 'reset':
      return { kind: 'reset', condition, target }
  }
}

const writtenBits = (steps: readonly CircuitStep[]): number =>
  steps.reduce((most, step) => (step.kind === 'measure' ? Math.max(most, step.clbit + 1) : most), 0)

/** Checks a circuit and its run for an engine; AppError `invalid_request` names the instruction that is wrong. */
export function prepareCircuit(circuit: Circuit, shots: number, seed: bigint, maxQubits: number): PreparedCircuit {
  needInteger('shots', shots, 1, 2 ** 32)
  needSeed(seed)
  const all = circuit.instructions.flatMap((instruction, i) => stepsOf(instruction, i, circuit.num_qubits))
  const place = placesOf(all)
  const qubits = place.size
  const steps = all.map(step => placed(step, place))
  if (qubits > maxQubits)
    throw new AppError('invalid_request', `The circuit acts on ${qubits} qubits; this engine holds ${maxQubits}`, {
      qubits,
      max_qubits: maxQubits,
    })
  const clbits = Math.max(circuit.num_clbits ?? 0, writtenBits(steps))
  if (clbits * shots > MAX_OUTCOME_BITS)
    throw new AppError('invalid_request', `${clbits} classical bits times ${shots} shots are too many to count`, {
      clbits,
      shots,
      most: MAX_OUTCOME_BITS,
    })
  return { qubits, clbits, steps }
}
