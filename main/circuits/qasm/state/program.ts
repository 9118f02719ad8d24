import type { Expression } from '../model/ast'
import type { Bit } from '../model/bits'
import { type SourceLocation, unsupportedError } from '../model/diagnostics'
import type { StepBudget } from '../model/step-budget'
import type { Value } from '../model/values'
import { LoopRecorder } from './loop-recorder'
import { type Binding, type DefinitionKind, Names } from './names'
import type { StatementTrace } from './trace'

export interface NamedRegister {
  readonly name: string
  readonly kind: 'qubit' | 'bit'
  readonly size: number
}

/** A subroutine by its name, with the expressions that it is called with. */
export interface SubroutineCall {
  readonly name: string
  readonly args: readonly Expression[]
}

/** The state of a program while it is unrolled into a circuit. */
export class ProgramState {
  readonly recorder: LoopRecorder
  readonly names = new Names()
  readonly registers: NamedRegister[] = []
  /** Number of the delays and lengths of boxes that are left out, and the location of the first. */
  readonly leftOut = { count: 0, first: null as SourceLocation | null }
  /** Names of inputs, in their order. */
  readonly inputs: string[] = []
  /** Names declared as outputs, registers of bits included. */
  readonly outputs: (SourceLocation & { readonly name: string })[] = []
  /** The first U under a control: editions of the language differ in its phase, which a control shows. */
  controlledU: SourceLocation | null = null
  /** The first comparison of a signed number with a number that only an unsigned one of its width can be. */
  readUnsigned: (SourceLocation & { readonly width: number; readonly number: bigint }) | null = null
  /** Whether the program begins with its version. */
  statesVersion = true
  /** Without a version: the first exclusive or of two numbers, which in OpenQASM 2 would be a power. */
  xorOfNumbers: SourceLocation | null = null
  /** Number of runtime conditions around the statement at hand. */
  conditions = 0

  constructor(
    /** Calls a subroutine with its arguments; the value it returns, if any. */
    readonly call: (program: ProgramState, at: SourceLocation, call: SubroutineCall) => Value | null,
    readonly budget: StepBudget,
    /** For readers that show the program statement by statement. */
    readonly trace: StatementTrace | null = null,
  ) {
    this.recorder = new LoopRecorder(this.budget)
  }

  leaveOut(at: SourceLocation): void {
    this.leftOut.count++
    this.leftOut.first ??= at
  }

  /** Runs a block: the names that it declares end with it, and their classical bits can be used again. */
  scoped<T>(run: () => T): T {
    return this.names.scoped(run, cells => this.release(cells))
  }

  /** Runs a branch under the bit as its condition; null if the branch is never taken. */
  when<T>(at: SourceLocation, bit: Bit, run: () => T): T | null {
    if (bit === 0) return null
    if (bit === 1) return run()
    let result: T | null = null
    this.conditions++
    try {
      this.recorder.when(at, bit, () => {
        result = run()
      })
      return result
    } finally {
      this.conditions--
    }
  }

  /** Runs the body of a loop that a measurement decides. Conditions around the loop do not count for its statements. */
  withoutConditions<T>(run: () => T): T {
    const { conditions } = this
    this.conditions = 0
    try {
      return run()
    } finally {
      this.conditions = conditions
    }
  }

  /**
   * Runs code that must add nothing to the circuit, because it is evaluated twice or not in every shot; else it is refused.
   */
  inert<T>(at: SourceLocation, what: string, run: () => T): T {
    const before = this.recorder.instructions.length
    const result = run()
    if (this.recorder.instructions.length > before) unsupportedError(at, `${what} that acts on qubits is not supported`)
    return result
  }

  /** Runs the body of a gate or subroutine, which sees its parameters and a part of the global names (`Names`). */
  isolated<T>(definition: DefinitionKind, bindings: ReadonlyMap<string, Binding>, run: () => T): T {
    return this.names.isolated(definition, bindings, () => this.scoped(run))
  }

  private release(cells: readonly number[]): void {
    for (const cell of cells) {
      const { isLocal } = this.recorder.cells[cell]!
      if (isLocal) this.recorder.cells[cell]!.died = this.recorder.instructions.length
    }
  }
}
