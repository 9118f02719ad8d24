import type { Span } from '../../qasm/model/diagnostics'
import type { TracedProgram } from '../../qasm/read'
import { declaredBits } from '../../qasm/state/declared-bits'
import type { CircuitWire } from './model'

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
    ...{ register, position, declaration: declared?.span ?? null },
  }))

const physicalWires = (count: number): CircuitWire[] =>
  Array.from({ length: count }, (_, position) => ({
    ...{ name: `$${position}`, register: '$', position, declaration: null },
  }))
