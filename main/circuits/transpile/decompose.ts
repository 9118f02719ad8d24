/** Any gate as one-qubit gates and CZ, and what unrolled loops decide. Every rule is exact up to a global phase. */
import type { GateStep } from '../../contract/gates/decompositions'
import { GATES, gateNamed } from '../../contract/gates/gate-table'
import type { Condition } from '../../contract/jobs/circuit'
import { AppError } from '../../contract/model/errors'
import { STORE, SYNC, type UnrolledInstruction } from '../model/unroll'
import type { Op, SourceCircuit, SourceInstruction } from './model/operations'
import { rotationOf } from './model/rotation'

export interface Decomposed {
  /** rotation, cz, measure, reset, barrier and store, on the qubits' names at the start. */
  readonly ops: readonly Op[]
  /**
   * renamed[q]: which of those names carries the state of qubit q at the end. A gate that exchanges its qubits (swap,
   * iswap) renames them if it has no condition and the qubits are not physical ones.
   */
  readonly renamed: readonly number[]
}

/**
 * For instructions that are `isGeneral`, special angles take as many gates as any other angle. Throws `invalid_request`
 * with a JSON pointer for a circuit that validation should have refused.
 */
export function decompose(
  { num_qubits, instructions, physical_qubits }: SourceCircuit,
  checkpoint: () => void,
  isGeneral: (index: number) => boolean = () => false,
): Decomposed {
  const names = Array.from({ length: num_qubits }, (_, q) => q)
  const ops: Op[] = []
  for (const [index, instruction] of instructions.entries()) {
    checkpoint()
    if (instruction.name === STORE) ops.push(storeOf(instruction))
    else if (instruction.name === SYNC) ops.push(syncOf(instruction, names))
    else {
      check(instruction, index, num_qubits)
      translate(instruction, { names, from: index, general: isGeneral(index), renames: !physical_qubits }, ops)
    }
  }
  return { ops, renamed: names }
}

const storeOf = ({ clbits, params, condition }: SourceInstruction): Op => ({
  kind: 'store',
  clbit: clbits![0]!,
  value: params![0]!,
  condition: condition ?? null,
})

/** Qubits wait for each other at the end of an iteration, in the shots that executed it. */
const syncOf = ({ qubits, iterationBit }: UnrolledInstruction, names: readonly number[]): Op => ({
  kind: 'barrier',
  qubits: qubits.map(q => names[q]!),
  condition: iterationBit === undefined ? null : { clbit: iterationBit, value: 1 },
})

interface Naming {
  /** Current name of each qubit; changed by gates that rename. */
  readonly names: number[]
  readonly renames: boolean
  /** Index of the instruction. */
  readonly from: number
  /** Whether special angles take as many gates as any other angle. */
  readonly general: boolean
}

/** Fields that all gates of one instruction share. */
interface Stem {
  readonly condition: Condition | null
  readonly from: number
  readonly general: boolean
}

function translate(instruction: SourceInstruction, { names, renames, from, general }: Naming, ops: Op[]): void {
  const { name, clbits = [], params = [] } = instruction
  const condition = instruction.condition ?? null
  const qubits = instruction.qubits.map(q => names[q]!)
  if (name === 'barrier')
    ops.push({ kind: 'barrier', qubits: qubits.length > 0 ? qubits : [...names], condition: null })
  else if (name === 'reset') for (const qubit of qubits) ops.push({ kind: 'reset', qubit, condition })
  else if (name === 'measure')
    qubits.forEach((qubit, i) => {
      ops.push({ kind: 'measure', qubit, clbit: clbits[i]!, condition })
    })
  else if (GATES[name]!.exchange && condition === null && renames) {
    for (const step of stepsOn(qubits, GATES[name]!.exchange!)) expand(step, { condition: null, from, general }, ops)
    rename(instruction.qubits, names)
  } else expand([name, qubits, ...params], { condition, from, general }, ops)
}

function rename([a, b]: readonly number[], names: number[]): void {
  ;[names[a!], names[b!]] = [names[b!]!, names[a!]!]
}

/** A gate on definite qubits as rotations and CZ. */
function expand([name, qubits, ...params]: GateStep, stem: Stem, ops: Op[]): void {
  const { condition, from, general } = stem
  const { rotations, decomposition } = GATES[name]!
  if (rotations)
    ops.push({ kind: 'rotation', qubit: qubits[0]!, rotations: [rotationOf(rotations(params))], condition })
  else if (decomposition) for (const step of stepsOn(qubits, decomposition(params, general))) expand(step, stem, ops)
  else ops.push({ kind: 'cz', a: qubits[0]!, b: qubits[1]!, condition, from })
}

/** Steps whose operands are numbered from 0, on the qubits of their gate. */
const stepsOn = (qubits: readonly number[], steps: readonly GateStep[]): GateStep[] =>
  steps.map(([name, on, ...params]) => [name, on.map(at => qubits[at]!), ...params])

/** Operations that take any number of qubits. */
const ON_MANY: readonly string[] = ['measure', 'reset', 'barrier']

function check({ name, qubits, clbits = [], params = [] }: SourceInstruction, index: number, numQubits: number): void {
  const refuse = (field: string, message: string): never => {
    const pointer = `/circuit/instructions/${index}/${field}`
    throw new AppError('invalid_request', `Instruction ${index}: ${message}`, { faults: [{ pointer, message }] })
  }
  const shape =
    gateNamed(name) ?? refuse('name', `"${name}" cannot be transpiled; known: ${Object.keys(GATES).join(', ')}`)
  if (!ON_MANY.includes(name) && qubits.length !== shape.qubits)
    refuse('qubits', `${name} takes ${shape.qubits} qubits`)
  if (!qubits.every(q => Number.isInteger(q) && q >= 0 && q < numQubits) || new Set(qubits).size < qubits.length)
    refuse('qubits', `the qubits must be different ones of 0..${numQubits - 1}`)
  if (name === 'measure' && clbits.length !== qubits.length) refuse('clbits', 'measure takes one clbit for each qubit')
  if (params.length !== shape.params || !params.every(Number.isFinite))
    refuse('params', `${name} takes ${shape.params} finite parameters`)
}
