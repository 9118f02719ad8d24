/** Where parts of a circuit stand in the OpenQASM that it was read from. The text is read again: only faults ask. */
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

/** Instructions that copy one bit. */
const EACH_COPY = 3

/** The instruction of the recorder that stands there, or the copy that was put between two of them. */
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
