import type { Condition, ParametricCircuit, ParametricInstruction, Register } from '../../../contract/jobs/circuit'
import { clbitsOf } from '../../model/classical-bits'
import { defaultRegisters, registersInResult } from '../../model/registers'
import { circuitValue } from '../document/json-document'
import { jsonSpans } from '../document/json-spans'
import type { CircuitDocument } from '../document/model'
import { newlineOf } from '../writing/layout'
import type { TextEdit } from '../writing/text-edit'
import { edited, type Outcome, refused } from './outcome'

/** A change of the wires of a JSON circuit; indices are those of the circuit. */
export type JsonWireChange = { readonly kind: Register['kind']; readonly register: string } & (
  | { readonly change: 'grow' }
  | { readonly change: 'add'; readonly size: number }
  | { readonly change: 'remove'; readonly index: number }
  | { readonly change: 'swap'; readonly wires: readonly [number, number] }
  | { readonly change: 'rename'; readonly to: string }
)

/** Changes the wires, and rewrites only those members and instructions whose values change. */
export function changeJsonWires(document: CircuitDocument, change: JsonWireChange): Outcome {
  const { circuit } = document
  if (circuit === null) return refused('The text has faults; mend them first.')
  const now = changed(circuit, change)
  return edited(document, [...memberEdits(document, circuit, now), ...instructionEdits(document, circuit, now)])
}

function changed(circuit: ParametricCircuit, change: JsonWireChange): ParametricCircuit {
  const { result_clbits } = circuit
  const given = circuit.registers ?? defaultRegisters(circuit.num_qubits, clbitsOf(circuit), result_clbits)
  const { registers, moved } = changedRegisters(given, change, result_clbits)
  const sizes = (kind: Register['kind']) => registers.reduce((sum, one) => sum + (one.kind === kind ? one.size : 0), 0)
  const [qubit, bit] = [
    (index: number) => (change.kind === 'qubit' ? moved(index) : index),
    (index: number) => (change.kind === 'bit' ? moved(index) : index),
  ]
  return {
    num_qubits: sizes('qubit'),
    num_clbits: sizes('bit'),
    ...(result_clbits !== undefined && { result_clbits: resultAfter(change, given, result_clbits) }),
    registers,
    instructions: circuit.instructions.map(instruction => onWires(instruction, qubit, bit)),
  }
}

/** Number of result bits after the change; a new register belongs to the result. */
function resultAfter(change: JsonWireChange, given: readonly Register[], result: number): number {
  const { kind, register } = change
  if (kind === 'qubit') return result
  const isNew = !given.some(one => one.kind === kind && one.name === register)
  const isShown = isNew || registersInResult(given, result).some(({ name }) => name === register)
  if (change.change === 'add') return result + change.size
  if (!isShown) return result
  return result + (change.change === 'grow' ? 1 : change.change === 'remove' ? -1 : 0)
}

/** Adds a register at the end, or after the registers of the result where others do not belong to it. */
function withRegister(given: readonly Register[], added: Register, result?: number) {
  const { kind, size } = added
  const shown = new Set(registersInResult(given, result).map(({ name }) => name))
  const hidden = kind === 'bit' ? given.findIndex(one => one.kind === 'bit' && !shown.has(one.name)) : -1
  return {
    registers: given.toSpliced(hidden === -1 ? given.length : hidden, 0, added),
    moved: (index: number) => (hidden !== -1 && index >= result! ? index + size : index),
  }
}

/** The registers after the change, and the new index of each wire of the kind. `result`: number of result bits where not all bits are. */
function changedRegisters(given: readonly Register[], change: JsonWireChange, result?: number) {
  const { kind, register } = change
  const at = given.findIndex(one => one.kind === kind && one.name === register)
  const first = given.slice(0, at).reduce((sum, one) => sum + (one.kind === kind ? one.size : 0), 0)
  const stay = (index: number) => index
  const resized = (by: number) =>
    given.map((one, i) => (i === at ? { ...one, size: one.size + by } : one)).filter(({ size }) => size > 0)
  switch (change.change) {
    case 'add':
      return withRegister(given, { name: register, kind, size: change.size }, result)
    case 'rename':
      return { registers: given.map(one => (one.name === register ? { ...one, name: change.to } : one)), moved: stay }
    case 'swap': {
      const [a, b] = change.wires
      return { registers: [...given], moved: (index: number) => (index === a ? b : index === b ? a : index) }
    }
    case 'remove':
      return { registers: resized(-1), moved: (index: number) => (index > change.index ? index - 1 : index) }
    case 'grow': {
      if (at === -1) return withRegister(given, { name: register, kind, size: 1 }, result)
      const end = first + given[at]!.size
      return { registers: resized(1), moved: (index: number) => (index >= end ? index + 1 : index) }
    }
  }
}

export type Renumber = (index: number) => number

/** The instruction on other wires. */
export function onWires(instruction: ParametricInstruction, qubit: Renumber, bit: Renumber): ParametricInstruction {
  const { qubits, clbits, condition } = instruction
  return {
    ...instruction,
    qubits: qubits.map(qubit),
    ...(clbits ? { clbits: clbits.map(bit) } : {}),
    ...(condition ? { condition: onBits(condition, bit) } : {}),
  }
}

const onBits = (condition: Condition, bit: Renumber): Condition =>
  'clbit' in condition
    ? { ...condition, clbit: bit(condition.clbit) }
    : { ...condition, clbits: condition.clbits.map(bit) }

function instructionEdits({ steps }: CircuitDocument, was: ParametricCircuit, now: ParametricCircuit): TextEdit[] {
  return steps.flatMap(({ span }, index) => {
    const [before, after] = [JSON.stringify(was.instructions[index]), JSON.stringify(now.instructions[index])]
    return before === after ? [] : [{ ...span, insert: after }]
  })
}

/** Edits of the members other than `instructions`: a new value, or a new line at the beginning where the member is missing. */
function memberEdits({ text }: CircuitDocument, was: ParametricCircuit, now: ParametricCircuit): TextEdit[] {
  const json = circuitValue(jsonSpans(text, 3))
  const open = json.start + 1
  const gap = /^\s*/.exec(text.slice(open))![0] || `${newlineOf(text)}  `
  return (['num_qubits', 'num_clbits', 'result_clbits', 'registers'] as const).flatMap(name => {
    const [before, after] = [JSON.stringify(was[name]), JSON.stringify(now[name])]
    const member = json.members.get(name)
    if (before === after) return []
    return [
      member
        ? { start: member.start, end: member.end, insert: after! }
        : { start: open, end: open, insert: `${gap}"${name}": ${after},` },
    ]
  })
}
