import { ParametricCircuit, type ParametricInstruction, type Register } from '../../../contract/jobs/circuit'
import { clbitsOf, conditionBits, resultBitsOf } from '../../model/classical-bits'
import { defaultRegisters } from '../../model/registers'
import { faultsOfForm } from '../../model/validate'
import { namesInReadable } from '../../parameters/expression'
import { type JsonValue, jsonSpans, positionAt, valueAt } from './json-spans'
import type { CircuitDocument, CircuitWire, DocumentFault, DrawnStep } from './model'

/** Reads the JSON of a circuit, or of a submit body that holds one. Each instruction is a step; there are no boxes. */
export function readJsonDocument(text: string): CircuitDocument {
  const found = circuitIn(text)
  if ('fault' in found) return { ...EMPTY, text, faults: [found.fault] }
  const { circuit, json } = found
  const items = json.members.get('instructions')!.members
  const steps = circuit.instructions.map((instruction, index) =>
    jsonStep(instruction, index, items.get(String(index))!),
  )
  return jsonDocument(text, circuit, steps)
}

/** The document of a text whose circuit and steps are known. */
export function jsonDocument(text: string, circuit: ParametricCircuit, steps: readonly DrawnStep[]): CircuitDocument {
  const registers = circuit.registers ?? defaultRegisters(circuit.num_qubits, clbitsOf(circuit), resultBitsOf(circuit))
  return {
    ...EMPTY,
    text,
    steps,
    circuit,
    qubits: wiresOf(registers, 'qubit'),
    clbits: wiresOf(registers, 'bit'),
    program: { circuit, inputs: circuitInputs(circuit), isAligned: true },
  }
}

/** Names in the expressions of its parameters; an expression that cannot be read is skipped. */
export function circuitInputs({ instructions }: ParametricCircuit): string[] {
  const texts = new Set(instructions.flatMap(({ params = [] }) => params.filter(param => typeof param === 'string')))
  return [...new Set([...texts].flatMap(namesInReadable))]
}

const EMPTY: Omit<CircuitDocument, 'text'> = {
  notation: 'json',
  qubits: [],
  clbits: [],
  steps: [],
  definitions: [],
  circuit: null,
  program: null,
  faults: [],
  notes: [],
  outline: { head: 0, end: 0, includes: [] },
  readOnly: null,
}

/** The circuit's own value: a submit body holds it as `circuit`. */
export const circuitValue = (root: JsonValue): JsonValue => root.members.get('circuit') ?? root

function circuitIn(text: string): { circuit: ParametricCircuit; json: JsonValue } | { fault: DocumentFault } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: { message: 'not JSON', line: 0, column: 0 } }
  }
  const root = jsonSpans(text, 6)
  const read = ParametricCircuit.safeParse(holdsCircuit(value) ? value.circuit : value)
  const json = circuitValue(root)
  if (!read.success) {
    const [{ path, message }] = read.error.issues as [(typeof read.error.issues)[number]]
    return { fault: faultAt(text, valueAt(json, path.map(String)), message) }
  }
  const [wrong] = faultsWithin(read.data)
  if (wrong === undefined) return { circuit: read.data, json }
  return { fault: faultAt(text, valueAt(json, wrong.path), wrong.message) }
}

/** Faults of a circuit that fits the schema, such as a qubit out of range, with their paths within the circuit. */
export const faultsWithin = (circuit: ParametricCircuit): { readonly path: string[]; readonly message: string }[] =>
  faultsOfForm(circuit).map(({ pointer, message }) => ({ path: pointer.split('/').slice(2), message }))

const faultAt = (text: string, { start }: JsonValue, message: string): DocumentFault => ({
  message,
  ...positionAt(text, start),
})

/** Whether it is a submit body, which holds its circuit as `circuit`. */
export const holdsCircuit = (value: unknown): value is { circuit: unknown } =>
  typeof value === 'object' && value !== null && 'circuit' in value

const wiresOf = (registers: readonly Register[], kind: Register['kind']): CircuitWire[] =>
  registers
    .filter(register => register.kind === kind)
    .flatMap(({ name, size }) =>
      Array.from({ length: size }, (_, position) => ({
        name: `${name}[${position}]`,
        register: name,
        position,
        declaration: null,
      })),
    )

export function jsonStep(
  instruction: ParametricInstruction,
  index: number,
  { start, end, members }: JsonValue,
): DrawnStep {
  const { name, qubits, params = [], clbits = [], condition } = instruction
  const asked = members.get('condition')
  const read = conditionBits(condition)
  return {
    id: String(index),
    span: { start, end },
    core: { start, end },
    box: null,
    first: index,
    last: index + 1,
    isRepeated: false,
    gates: [{ name, params, controls: [], powers: [], qubits, clbits }],
    condition:
      asked && condition
        ? { text: `= ${condition.value}`, span: { start: asked.start, end: asked.end }, clbits: read }
        : null,
    qubits: qubits.toSorted((a, b) => a - b),
    clbits: [...new Set([...clbits, ...read])].sort((a, b) => a - b),
  }
}
