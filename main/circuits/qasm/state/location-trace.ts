import type { Statement, StatementOf } from '../model/ast'
import type { SourceLocation, Span } from '../model/diagnostics'
import type { StatementTrace } from './trace'

/**
 * Records which line put what into the circuit, and where qubits, bits and inputs are declared: about 20 bytes a
 * statement, however long the text.
 */
export class LocationTrace implements StatementTrace {
  readonly spans = new WeakMap<Statement, Span>()
  readonly declarations: StatementOf<'declare'>[] = []
  /** From `first[i]` on, instructions belong to the statement at `line[i]`, `column[i]`; line 0: to no statement. */
  private readonly parts: { readonly first: number[]; readonly line: number[]; readonly column: number[] } = {
    first: [],
    line: [],
    column: [],
  }
  private readonly open: SourceLocation[] = []

  around<T>(statement: Statement, instructions: readonly unknown[], run: () => T): T {
    if (!this.spans.has(statement)) return run()
    if (statement.kind === 'declare' && this.open.length === 0) this.declarations.push(statement)
    this.from(instructions.length, statement)
    this.open.push(statement)
    try {
      return run()
    } finally {
      this.open.pop()
      this.from(instructions.length, this.open.at(-1) ?? NOWHERE)
    }
  }

  iterated(): void {}

  called(): void {}

  applied(): void {}

  /** Location of the innermost statement that recorded the instruction. */
  instruction(index: number): SourceLocation | null {
    const { first, line, column } = this.parts
    let [low, high] = [0, first.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (first[middle]! <= index) low = middle + 1
      else high = middle
    }
    return low > 0 && line[low - 1]! > 0 ? { line: line[low - 1]!, column: column[low - 1]! } : null
  }

  private from(index: number, { line, column }: SourceLocation): void {
    const { parts } = this
    const at = parts.first.at(-1) === index ? parts.first.length - 1 : parts.first.length
    parts.first[at] = index
    parts.line[at] = line
    parts.column[at] = column
  }
}

const NOWHERE: SourceLocation = { line: 0, column: 0 }
