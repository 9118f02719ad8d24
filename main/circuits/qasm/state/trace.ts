import type { GateApplication, Statement } from '../model/ast'
import type { Span } from '../model/diagnostics'

/** A statement as it ran once: what it put into the circuit, and the statements that ran within it. */
export interface TracedStatement {
  readonly statement: Statement
  readonly span: Span
  /** Positions of its instructions in the recorder's list: from `first` up to `last`, which is not included. */
  readonly first: number
  readonly last: number
  /** A gate call as it is written, before it is lowered; one entry for each gate of a broadcast. */
  readonly applications: readonly GateApplication[]
  readonly inner: readonly TracedStatement[]
  /** Value of a `for` loop's variable in each iteration; null where a measurement decides it. */
  readonly values: readonly (number | null)[]
  /** For a call of a subroutine, its body's name of each qubit passed to it; null for no call, empty for several. */
  readonly given: ReadonlyMap<number, string> | null
}

interface Growing extends TracedStatement {
  last: number
  readonly applications: GateApplication[]
  readonly inner: Growing[]
  readonly values: (number | null)[]
  given: ReadonlyMap<number, string> | null
}

/**
 * The most statements that a trace holds; a program that runs more is too long to be shown statement by statement.
 */
const MAX_TRACED = 50_000

/** Receives the statements of a program while it is read and run. */
export interface StatementTrace {
  /** Where statements stand; the parser fills it in. */
  readonly spans: Pick<WeakMap<Statement, Span>, 'get' | 'set'>
  /** Runs a statement, which may add to the list of instructions. */
  around<T>(statement: Statement, instructions: readonly unknown[], run: () => T): T
  /** Another iteration of the loop at hand. */
  iterated(value: number | null): void
  /** The statement at hand calls a subroutine, whose body has these names for qubits. */
  called(given: ReadonlyMap<number, string>): void
  applied(application: GateApplication): void
}

/** Records which statement of the text put what into the circuit. */
export class ProgramTrace implements StatementTrace {
  /** Where statements stand; the parser fills it in. */
  readonly spans = new Map<Statement, Span>()
  /** Whether statements were left out, as it holds no more. */
  isFull = false
  private readonly root: Growing[] = []
  private readonly open: Growing[] = []
  private size = 0

  get statements(): readonly TracedStatement[] {
    return this.root
  }

  /**
   * Runs a statement of the text; statements without a span, such as the body of a library's gate, are not recorded.
   */
  around<T>(statement: Statement, instructions: readonly unknown[], run: () => T): T {
    const span = this.spans.get(statement)
    if (span === undefined) return run()
    this.isFull ||= this.size === MAX_TRACED
    if (this.isFull) return run()
    this.size++
    const now = instructions.length
    const node: Growing = {
      statement,
      span,
      first: now,
      last: now,
      applications: [],
      inner: [],
      values: [],
      given: null,
    }
    ;(this.open.at(-1)?.inner ?? this.root).push(node)
    this.open.push(node)
    try {
      return run()
    } finally {
      this.open.pop()
      node.last = instructions.length
    }
  }

  /** Another iteration of the loop at hand. */
  iterated(value: number | null): void {
    this.open.at(-1)?.values.push(value)
  }

  called(given: ReadonlyMap<number, string>): void {
    const node = this.open.at(-1)
    if (node) node.given = node.given === null ? given : new Map()
  }

  applied(application: GateApplication): void {
    this.open.at(-1)?.applications.push(application)
  }
}
