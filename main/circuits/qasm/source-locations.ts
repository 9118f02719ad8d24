/**
 * Where parts of a circuit stand in the OpenQASM that it was read from. Only faults need it, so the text is read again.
 */
import type { SourceLocation } from './model/diagnostics'
import { locateQasm } from './read'
import type { Copy } from './state/cells'

export interface SourceLocations {
  /** The statement that made an instruction of the circuit, or needed a bit copied by it; null where there is none. */
  instruction(index: number): SourceLocation | null
  /** The declaration of an input. */
  input(name: string): SourceLocation | null
  /** The first declaration of qubits; null where there is none. */
  qubits(): SourceLocation | null
  /** The declaration of a classical register, by its index among them; null where there is none. */
  bits(index: number): SourceLocation | null
}

/** Requires a text without faults. */
export function sourceLocations(text: string, checkpoint?: () => void): SourceLocations {
  const { trace, copies } = locateQasm(text, checkpoint)
  const { declarations } = trace
  const ofType = (wanted: string) => declarations.filter(({ type, isInput }) => type.name === wanted && !isInput)
  return {
    instruction(index) {
      const recorded = recordedAt(index, copies)
      return typeof recorded === 'number' ? trace.instruction(recorded) : locationOf(recorded.at)
    },
    input: name => locationOf(declarations.find(one => one.isInput === true && one.name === name)),
    qubits: () => locationOf(ofType('qubit')[0]),
    bits: index => locationOf(ofType('bit')[index]),
  }
}

/** Number of instructions that copy one bit. */
const EACH_COPY = 3

/** The recorder's position of the instruction at that index of the circuit, or the copy that made it. */
function recordedAt(index: number, copies: readonly Copy[]): number | Copy {
  for (const [before, copy] of copies.entries()) {
    const first = Math.floor(copy.moment) + EACH_COPY * before
    if (index < first) return index - EACH_COPY * before
    if (index < first + EACH_COPY) return copy
  }
  return index - EACH_COPY * copies.length
}

const locationOf = (location: SourceLocation | undefined): SourceLocation | null =>
  location ? { line: location.line, column: location.column } : null
