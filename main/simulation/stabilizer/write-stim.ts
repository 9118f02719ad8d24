/**
 * Writes Clifford circuits in the language of Stim, which Crumble reads as well (C. Gidney, "Stim: a fast stabilizer circuit
 * simulator", Quantum 5, 497, 2021).
 */
import { faultsOfForm } from '../../circuits/model/validate'
import { hasExpressions } from '../../circuits/parameters/bind'
import { gateNamed } from '../../contract/gates/gate-table'
import { type Circuit, type Instruction, isLoopMark, type ParametricCircuit } from '../../contract/jobs/circuit'
import { AppError } from '../../contract/model/errors'
import { literalsOf, refuseInstruction } from '../model/condition'
import type { StabilizerOp } from '../model/stabilizer'
import { cliffordOps } from './program'

/**
 * One line for each gate, TICK for a barrier, and a Pauli on one classical bit as feedback from the measurement that wrote it.
 * The comment at the top says which measurement of the record each classical bit holds at the end. Throws AppError
 * `invalid_request` with the instruction for what Stim cannot say: other gates, parameters, loops and other conditions.
 */
export function writeStim(circuit: ParametricCircuit): string {
  const faults = faultsOfForm(circuit)
  if (faults.length > 0) throw new AppError('invalid_request', 'The circuit is not valid', { faults })
  if (hasExpressions(circuit)) throw new AppError('invalid_request', 'Stim has no parameters: give each a value first')
  // Without expressions every angle is a number.
  const { instructions } = circuit as Circuit
  const record: MeasurementRecord = { length: 0, of: new Map() }
  const lines = instructions.flatMap((instruction, i) => linesOf(instruction, i, record))
  return [...recordComment(record), ...lines, ''].join('\n')
}

interface MeasurementRecord {
  /** Measurements so far. */
  length: number
  /** By classical bit: number of the measurement, from 0, that wrote it last. */
  readonly of: Map<number, number>
}

function linesOf(instruction: Instruction, i: number, record: MeasurementRecord): string[] {
  const { name, qubits, clbits = [], condition } = instruction
  if (isLoopMark(instruction)) return refuseInstruction(i, '/name', 'Stim has no loops that a measurement decides')
  if (name === 'barrier') return ['TICK']
  if (condition) return feedback(instruction, i, record)
  for (const clbit of name === 'measure' ? clbits : []) record.of.set(clbit, record.length++)
  const stim = gateNamed(name)?.stim
  return stim === undefined ? generatorsOf(instruction, i).map(generatorLine) : [`${stim} ${qubits.join(' ')}`]
}

function generatorsOf(instruction: Instruction, i: number): StabilizerOp[] {
  const ops = cliffordOps(instruction)
  return ops ?? refuseInstruction(i, '', `${instruction.name} is no Clifford gate here, and Stim knows no others`)
}

const generatorLine = (op: StabilizerOp): string => {
  const qubits = 'q' in op ? [op.q] : [op.a, op.b]
  return `${op.op.toUpperCase()} ${qubits.join(' ')}`
}

/** Stim runs a Pauli where one measurement gave 1; where it is to run for 0, it runs always and then once more for 1. */
function feedback({ condition, ...plain }: Instruction, i: number, record: MeasurementRecord): string[] {
  const [literal, another] = literalsOf(condition!)
  if (literal === undefined || another !== undefined)
    return refuseInstruction(i, '/condition', 'Stim has conditions on one classical bit only')
  const ops = generatorsOf(plain, i)
  if (ops.some(({ op }) => op !== 'x' && op !== 'z'))
    return refuseInstruction(i, '/condition', `Stim puts Paulis under a condition only, no ${plain.name}`)
  const always = literal.value === 0 ? ops.map(generatorLine) : []
  const written = record.of.get(literal.clbit)
  if (written === undefined) return always
  const back = `rec[${written - record.length}]`
  return [...always, ...ops.map(op => `C${op.op.toUpperCase()} ${back} ${'q' in op ? op.q : ''}`)]
}

function recordComment({ of }: MeasurementRecord): string[] {
  if (of.size === 0) return []
  const bits = [...of].sort(([a], [b]) => a - b).map(([clbit, at]) => `${clbit}:${at}`)
  return [`# Classical bits by their measurement of the record, from 0: ${bits.join(' ')}`]
}
