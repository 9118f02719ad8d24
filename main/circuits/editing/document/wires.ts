import type { Circuit, ParametricCircuit } from '../../../contract/jobs/circuit'
import type { Span } from '../../qasm/model/diagnostics'
import type { TracedProgram } from '../../qasm/read'
import { declaredBits } from '../../qasm/state/declared-bits'
import type { CircuitDocument, CircuitWire, DrawnGate, DrawnStep, StepBox } from './model'

interface Declared {
  readonly span: Span
  /** `qubit q;` is one qubit, named without an index. */
  readonly isSingle: boolean
}

/** The qubits and the declared classical bits of a program, in the order of the circuit. */
export function wiresOf(program: TracedProgram): { qubits: CircuitWire[]; clbits: CircuitWire[] } {
  const declared = declarations(program)
  const { registers } = declaredBits(program.state)
  const wires = (kind: 'qubit' | 'bit') =>
    registers
      .filter(register => register.kind === kind)
      .flatMap(({ name, size }) => registerWires(name, size, declared.get(name) ?? null))
  const { physical } = program.state.recorder
  return { qubits: physical > 0 ? physicalWires(physical) : wires('qubit'), clbits: wires('bit') }
}

function declarations({ trace }: TracedProgram): Map<string, Declared> {
  const found = new Map<string, Declared>()
  for (const { statement, span } of trace.statements)
    if (statement.kind === 'declare' && (statement.type.name === 'qubit' || statement.type.name === 'bit'))
      found.set(statement.name, { span, isSingle: statement.type.size === null })
  return found
}

const registerWires = (register: string, size: number, declared: Declared | null): CircuitWire[] =>
  Array.from({ length: size }, (_, position) => ({
    name: declared?.isSingle ? register : `${register}[${position}]`,
    register,
    position,
    declaration: declared?.span ?? null,
  }))

const physicalWires = (count: number): CircuitWire[] =>
  Array.from({ length: count }, (_, position) => ({
    name: `$${position}`,
    register: '$',
    position,
    declaration: null,
  }))

/**
 * The document drawn on those physical qubits that are in use, since a device has many more: wire i is the i-th of them. Other
 * documents are returned unchanged.
 */
export function onUsedQubits(document: CircuitDocument): CircuitDocument {
  const { qubits, steps, circuit, program } = document
  if (qubits[0]?.register !== '$') return document
  const used = [...new Set(steps.flatMap(step => step.qubits))].sort((a, b) => a - b)
  if (used.length === 0 || used.length === qubits.length) return document
  const wires = new Map(used.map((qubit, wire) => [qubit, wire]))
  // Qubits that the reader adds are numbered after the physical ones.
  const wireOf: WireOf = qubit => wires.get(qubit) ?? qubit - qubits.length + used.length
  const on = (circuit: ParametricCircuit): ParametricCircuit => ({
    ...circuit,
    num_qubits: used.length + Math.max(0, circuit.num_qubits - qubits.length),
    instructions: circuit.instructions.map(one => ({ ...one, qubits: one.qubits.map(wireOf) })),
  })
  return {
    ...document,
    qubits: used.map(qubit => qubits[qubit]!),
    steps: steps.map(step => stepOn(step, wireOf)),
    circuit: circuit && (on(circuit) as Circuit),
    program: program && { ...program, circuit: on(program.circuit) },
  }
}

type WireOf = (qubit: number) => number

const stepOn = (step: DrawnStep, wireOf: WireOf): DrawnStep => ({
  ...step,
  qubits: step.qubits.map(wireOf),
  gates: step.gates.map(gate => gateOn(gate, wireOf)),
  box: step.box && boxOn(step.box, wireOf),
})

const gateOn = (gate: DrawnGate, wireOf: WireOf): DrawnGate => ({
  ...gate,
  qubits: gate.qubits.map(wireOf),
  controls: gate.controls.map(({ qubit, value }) => ({ qubit: wireOf(qubit), value })),
})

const boxOn = (box: StepBox, wireOf: WireOf): StepBox => ({
  ...box,
  ...(box.given && { given: new Map([...box.given].map(([qubit, name]) => [wireOf(qubit), name])) }),
  bodies: box.bodies.map(body => ({
    ...body,
    iterations: body.iterations.map(steps => steps.map(step => stepOn(step, wireOf))),
  })),
})
