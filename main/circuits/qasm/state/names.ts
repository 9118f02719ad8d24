import type { GateDefinition, Parameter, Statement, Type, TypeName } from '../model/ast'
import { isBounded } from '../model/ast'
import { type SourceLocation, StatementError, semanticError } from '../model/diagnostics'
import type { Value } from '../model/values'

/** What a name stands for. */
export type Binding =
  | { readonly kind: 'qubits'; readonly indices: readonly number[] }
  | { readonly kind: 'bits'; readonly cells: readonly number[]; readonly isConst: boolean }
  | {
      readonly kind: 'variable'
      readonly type: TypeName
      readonly width: number | null
      readonly isConst: boolean
      /** Present for an input: no statement can change it, but it is not a constant that bodies of definitions see. */
      readonly isInput?: true
      /** Number of conditions on outcomes around its declaration. */
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

export type BindingOf<Kind extends Binding['kind']> = Extract<Binding, { kind: Kind }>

/** An array, or a part of one: the same elements under other indices, the last dimension running fastest. */
export interface Elements {
  readonly kind: 'array'
  readonly type: TypeName
  readonly width: number | null
  readonly sizes: readonly number[]
  readonly elements: readonly { value: Value }[]
  readonly isConst: boolean
  /** Number of conditions on outcomes around its declaration. */
  readonly conditions: number
}

/** The kinds of definitions whose bodies see only a part of the global names, as messages call them. */
export type DefinitionKind = 'gates' | 'subroutines'

/** The names of a program, scope within scope. */
export class Names {
  /** Whether results are to be checked for their range: true once anything is of a bounded type (`isBounded` in ast.ts). */
  needsRangeChecks = false
  /** The first alias in a block that has the name of an alias outside. */
  shadowed: (SourceLocation & { readonly name: string }) | null = null
  /** Names whose declaration failed: a statement that uses one is not reported as a further fault. */
  private readonly failed = new Set<string>()
  /** Library gates whose names were declared as something else, by name; calls still mean the gate. */
  private readonly covered = new Map<string, Binding>()
  private readonly aliases = new WeakSet<Binding>()
  private scopes: Map<string, Binding>[] = [new Map()]
  /** The kind of definition whose body is running; null outside of definitions. */
  private definition: DefinitionKind | null = null

  get isGlobal(): boolean {
    return this.scopes.length === 1
  }

  find(name: string): Binding | null {
    for (let i = this.scopes.length - 1; i >= 0; i--) {
      const found = this.scopes[i]!.get(name)
      if (found) return i > 0 || this.definition === null || isVisibleInBodies(found) ? found : null
    }
    return null
  }

  /** The global binding of a name that the body of the definition does not see; null if it sees the name or there is none. */
  hidden(name: string): Binding | null {
    return this.find(name) === null ? (this.scopes[0]!.get(name) ?? null) : null
  }

  /**
   * The binding that a call of the name executes. A register or variable of that name does not hide a library's gate.
   */
  findCalled(name: string): Binding | null {
    const found = this.find(name)
    return found?.kind === 'gate' || found?.kind === 'def' ? found : (this.covered.get(name) ?? found)
  }

  need(at: SourceLocation, name: string, hint = ''): Binding {
    const found = this.find(name)
    if (found) return found
    this.skipIfFailed(at, name)
    const hidden = this.hidden(name)
    return semanticError(at, hidden ? this.whyHidden(name, hidden) : `${name} is not declared${hint}`)
  }

  private whyHidden(name: string, hidden: Binding): string {
    const [what, isVariable] = hiddenKind(hidden)
    const instead = isVariable ? 'pass it as a parameter, or declare it as const' : 'pass it as a parameter'
    return `${name} is ${what} of the program, which the bodies of ${this.definition} do not see: ${instead}`
  }

  /** A statement that uses a name whose declaration failed is skipped without a fault of its own. */
  skipIfFailed({ line, column }: SourceLocation, name: string): void {
    if (this.failed.has(name)) throw new StatementError({ line, column, message: '', kind: 'semantic' })
  }

  /**
   * Runs the declaration of a name and marks the name as failed if it throws. Not before: a declaration that uses its own name,
   * which is not declared yet, is reported.
   */
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
      this.needsRangeChecks ||= isBounded(binding.type, binding.width)
    if (other && !(other.kind === 'gate' && other.isLibrary)) semanticError(at, `${name} is declared already`)
    if (other && binding.kind !== 'gate') this.covered.set(name, other)
    scope.set(name, binding)
  }

  /** Declares an alias in the innermost scope. An alias of the same name and kind there is replaced. */
  alias({ line, column }: SourceLocation, name: string, binding: Binding): void {
    const scope = this.scopes.at(-1)!
    const [same, outer] = [scope.get(name), this.find(name)]
    if (!same && outer && this.aliases.has(outer)) this.shadowed ??= { name, line, column }
    if (same?.kind === binding.kind && this.aliases.has(same)) scope.set(name, binding)
    else this.declare({ line, column }, name, binding)
    this.aliases.add(binding)
  }

  /** Runs a block; `release` gets the cells of the bits that it declared. */
  scoped<T>(run: () => T, release: (cells: readonly number[]) => void): T {
    this.scopes.push(new Map())
    try {
      return run()
    } finally {
      const gone = this.scopes.pop()!
      for (const binding of gone.values())
        if (binding.kind === 'bits' && !this.aliases.has(binding)) release(binding.cells)
    }
  }

  /** Runs the body of a definition. It sees the given bindings and the global names of `isVisibleInBodies`. */
  isolated<T>(definition: DefinitionKind, bindings: ReadonlyMap<string, Binding>, run: () => T): T {
    const outside = [this.scopes, this.definition] as const
    this.scopes = [outside[0][0]!, new Map(bindings)]
    this.definition = definition
    try {
      return run()
    } finally {
      ;[this.scopes, this.definition] = outside
    }
  }

  /** The variables and array elements of all scopes, which hold a value rather than a classical cell, with that value. */
  heldValues(): { readonly name: string; readonly holder: { value: Value }; readonly value: Value }[] {
    return this.scopes.flatMap(scope =>
      [...scope].flatMap(([name, binding]) => {
        if (binding.kind !== 'variable' && binding.kind !== 'array') return []
        const elements = binding.kind === 'array' ? binding.elements : [binding]
        return elements.map(holder => ({ name, holder, value: holder.value }))
      }),
    )
  }
}

/**
 * Whether bodies of gates and subroutines see the global thing: constants, gates and subroutines (OpenQASM 3, scoping).
 * Durations are seen too, as nothing here depends on their length.
 */
function isVisibleInBodies(binding: Binding): boolean {
  if (binding.kind === 'variable') return binding.isConst && !binding.isInput
  if (binding.kind === 'array') return binding.isConst
  return binding.kind !== 'qubits' && binding.kind !== 'bits'
}

/** How messages call a global thing that bodies do not see, and whether it could be declared as a constant instead. */
function hiddenKind(binding: Binding): readonly [what: string, isVariable: boolean] {
  if (binding.kind === 'qubits') return [binding.indices.length === 1 ? 'a qubit' : 'a register of qubits', false]
  if (binding.kind === 'bits') return [binding.cells.length === 1 ? 'a bit' : 'a register of bits', false]
  if (binding.kind === 'array') return ['an array', true]
  return binding.kind === 'variable' && binding.isInput ? ['an input', false] : ['a variable', true]
}
