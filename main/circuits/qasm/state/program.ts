import type { Expression, GateDefinition, Parameter, Statement, Type, TypeName } from '../model/ast'
import { isBounded } from '../model/ast'
import type { Bit } from '../model/bits'
import { type SourceLocation, StatementError, semanticError, unsupportedError } from '../model/diagnostics'
import type { StepBudget } from '../model/step-budget'
import type { Value } from '../model/values'
import { LoopRecorder } from './loop-recorder'
import type { StatementTrace } from './trace'

/** What a name stands for. */
export type Binding =
  | { readonly kind: 'qubits'; readonly indices: readonly number[] }
  | { readonly kind: 'bits'; readonly cells: readonly number[]; readonly isConst: boolean }
  | {
      readonly kind: 'variable'
      readonly type: TypeName
      readonly width: number | null
      readonly isConst: boolean
      /** Conditions on outcomes that stood around its declaration. */
      readonly conditions: number
      value: Value
    }
  /** A duration or stretch, whose length is not used. */
  | { readonly kind: 'time' }
  | Elements
  | { readonly kind: 'gate'; readonly gate: GateDefinition; readonly isLibrary: boolean }
  | {
      readonly kind: 'def'
      readonly params: readonly Parameter[]
      readonly result: Type | null
      readonly body: readonly Statement[]
    }

/** An array, or a part of one: the same places under other positions, the last dimension running fastest. */
export interface Elements {
  readonly kind: 'array'
  readonly type: TypeName
  readonly width: number | null
  readonly sizes: readonly number[]
  readonly places: readonly { value: Value }[]
  readonly isConst: boolean
  /** Conditions on outcomes that stood around its declaration. */
  readonly conditions: number
}

export interface NamedRegister {
  readonly name: string
  readonly kind: 'qubit' | 'bit'
  readonly size: number
}

/** The state of a program while it is unrolled into a circuit. */
export class ProgramState {
  readonly recorder: LoopRecorder
  readonly registers: NamedRegister[] = []
  /** Names whose declaration failed: what uses them is not a fault of its own. */
  private readonly failed = new Set<string>()
  /** Delays and lengths of boxes that are left out: how many, and the first of them. */
  readonly leftOut = { count: 0, first: null as SourceLocation | null }
  /** Names of inputs, in their order. */
  readonly inputs: string[] = []
  /** What is declared as an output, registers of bits too. */
  readonly outputs: (SourceLocation & { readonly name: string })[] = []
  /** The first U under a control: editions of the language differ in its phase, which a control shows. */
  controlledU: SourceLocation | null = null
  /** The first signed number that is compared with what only an unsigned one of its width can be. */
  readUnsigned: (SourceLocation & { readonly width: number; readonly number: bigint }) | null = null
  /** The first alias in a block that has the name of one outside. */
  shadowed: (SourceLocation & { readonly name: string }) | null = null
  /** Whether the program begins with its version. */
  statesVersion = true
  /** Without a version: the first exclusive or of two numbers, which in OpenQASM 2 would be a power. */
  xorOfNumbers: SourceLocation | null = null
  /** Whether there is anything of a type with ends: until then, sums and products need not be held against them. */
  isBounded = false
  /** Runtime conditions around the statement at hand. */
  conditions = 0
  /** Library gates whose name a register has taken; calls still mean the gate. */
  private readonly hidden = new Map<string, Binding>()
  private readonly aliases = new WeakSet<Binding>()
  private scopes: Map<string, Binding>[] = [new Map()]

  constructor(
    /** Calls a subroutine with its arguments; the value it returns, if any. */
    readonly call: (
      program: ProgramState,
      at: SourceLocation,
      name: string,
      args: readonly Expression[],
    ) => Value | null,
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

  get isGlobal(): boolean {
    return this.scopes.length === 1
  }

  find(name: string): Binding | null {
    for (let i = this.scopes.length - 1; i >= 0; i--) {
      const found = this.scopes[i]!.get(name)
      if (found) return found
    }
    return null
  }

  /** What a call of the name runs: a register of that name does not hide a library's gate, for only a gate can stand there. */
  findCalled(name: string): Binding | null {
    const found = this.find(name)
    return found?.kind === 'gate' || found?.kind === 'def' ? found : (this.hidden.get(name) ?? found)
  }

  need(at: SourceLocation, name: string, hint = ''): Binding {
    const found = this.find(name)
    if (found) return found
    this.excuse(at, name)
    return semanticError(at, `${name} is not declared${hint}`)
  }

  /** What uses a name whose declaration failed stops too, and is no fault of its own. */
  excuse({ line, column }: SourceLocation, name: string): void {
    if (this.failed.has(name)) throw new StatementError({ line, column, message: '', kind: 'semantic' })
  }

  /** A declaration of the name. While it runs the name is not failed yet: what names itself there is a fault. */
  declaring(name: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      this.failed.add(name)
      throw error
    }
    this.failed.delete(name)
  }

  declare(at: SourceLocation, name: string, binding: Binding): void {
    const scope = this.scopes.at(-1)!
    const other = scope.get(name)
    if (binding.kind === 'variable' || binding.kind === 'array')
      this.isBounded ||= isBounded(binding.type, binding.width)
    if (other && !(other.kind === 'gate' && other.isLibrary)) semanticError(at, `${name} is declared already`)
    if (other && binding.kind !== 'gate') this.hidden.set(name, other)
    scope.set(name, binding)
  }

  /** Another name for what exists, in the innermost scope; there, a name may be taken again for what is of the same kind. */
  alias({ line, column }: SourceLocation, name: string, binding: Binding): void {
    const scope = this.scopes.at(-1)!
    const [same, outer] = [scope.get(name), this.find(name)]
    if (!same && outer && this.aliases.has(outer)) this.shadowed ??= { name, line, column }
    if (same?.kind === binding.kind && this.aliases.has(same)) scope.set(name, binding)
    else this.declare({ line, column }, name, binding)
    this.aliases.add(binding)
  }

  /** A block: what it declares ends with it, and the places of its classical bits can serve again. */
  scoped<T>(run: () => T): T {
    this.scopes.push(new Map())
    try {
      return run()
    } finally {
      const gone = this.scopes.pop()!
      for (const binding of gone.values())
        if (binding.kind === 'bits' && !this.aliases.has(binding)) this.release(binding.cells)
    }
  }

  /** Runs a branch; null if nothing measured ever takes it. */
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

  /** Places that hold values which the program knows while it is read, with what they hold. */
  heldValues(): { readonly name: string; readonly place: { value: Value }; readonly value: Value }[] {
    return this.scopes.flatMap(scope =>
      [...scope].flatMap(([name, binding]) => {
        if (binding.kind !== 'variable' && binding.kind !== 'array') return []
        const places = binding.kind === 'array' ? binding.places : [binding]
        return places.map(place => ({ name, place, value: place.value }))
      }),
    )
  }

  /** The body of a loop that a measurement decides: the conditions around are the loop's, not those of what stands in it. */
  withoutConditions<T>(run: () => T): T {
    const { conditions } = this
    this.conditions = 0
    try {
      return run()
    } finally {
      this.conditions = conditions
    }
  }

  /** Runs what the circuit must not feel: it may be needless when the circuit runs, or is run more than once. */
  inert<T>(at: SourceLocation, what: string, run: () => T): T {
    const before = this.recorder.instructions.length
    const result = run()
    if (this.recorder.instructions.length > before) unsupportedError(at, `${what} that acts on qubits is not supported`)
    return result
  }

  /** A body that sees nothing but what is global and constant there, and its own. */
  isolated<T>(bindings: ReadonlyMap<string, Binding>, run: () => T): T {
    const kept = this.scopes
    this.scopes = [kept[0]!, new Map(bindings)]
    try {
      return this.scoped(run)
    } finally {
      this.scopes = kept
    }
  }

  private release(cells: readonly number[]): void {
    for (const cell of cells) {
      const { isLocal } = this.recorder.cells[cell]!
      if (isLocal) this.recorder.cells[cell]!.died = this.recorder.instructions.length
    }
  }
}
