import type { Angle } from '../../../contract/jobs/circuit'
import type { SourceLocation } from './diagnostics'

/** An expression; `height` is that of its tree. */
export type Expression = SourceLocation & { readonly height: number } & (
    | {
        readonly kind: 'number'
        readonly value: number
        readonly isInteger: boolean
        /** The integer, where it is not a safe integer of a double. */
        readonly exact?: bigint
      }
    | { readonly kind: 'bits'; readonly bits: readonly (0 | 1)[] }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'hardware'; readonly index: number }
    | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
    | {
        readonly kind: 'binary'
        readonly operator: string
        readonly left: Expression
        readonly right: Expression
      }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
    | { readonly kind: 'cast'; readonly type: Type; readonly of: Expression }
    | { readonly kind: 'index'; readonly of: Expression; readonly items: readonly IndexItem[] }
    | { readonly kind: 'measure'; readonly of: Expression }
    /** `a ++ b`: bits or arrays, end to end, the first part lowest. */
    | { readonly kind: 'join'; readonly parts: readonly Expression[] }
    /** A duration as it is written; circuits carry no times, so that its length does not matter. */
    | { readonly kind: 'time'; readonly text: string }
  )

export type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

export type RangeItem = SourceLocation & {
  readonly kind: 'range'
  readonly start: Expression | null
  readonly step: Expression | null
  readonly stop: Expression | null
}
/** Contents of the index brackets: positions and ranges; a set is expanded to its positions. */
export type IndexItem = Expression | RangeItem
/** The expressions that an index is made of. */
export const indexExpressions = (item: IndexItem): Expression[] =>
  item.kind === 'range' ? [item.start, item.step, item.stop].filter(part => part !== null) : [item]

export type TypeName = 'bit' | 'bool' | 'int' | 'uint' | 'float' | 'angle' | 'qubit'
export interface Type {
  readonly name: TypeName
  /** Width or length; null where none is given. */
  readonly size: Expression | null
}

/** `array[float[64], 4, 2]`; as a parameter, `#dim = 2` may stand for the sizes. */
export interface ArrayType {
  readonly of: Type
  readonly sizes: readonly Expression[]
  readonly dimensions: Expression | null
}

/** Initial value of an array: `{{1, 2}, {3, 4}}`, with other arrays for rows. */
export type Initial = Expression | (SourceLocation & { readonly kind: 'list'; readonly items: readonly Initial[] })

export type Modifier = SourceLocation & {
  readonly kind: 'inv' | 'pow' | 'ctrl' | 'negctrl'
  readonly argument: Expression | null
}

export interface Parameter {
  readonly name: string
  readonly type: Type
  /** For an array, which is passed by reference; `type` is the type of its elements. */
  readonly array?: ArrayType & { readonly isConst: boolean }
}

export type Statement = SourceLocation &
  (
    | { readonly kind: 'include'; readonly path: string }
    | {
        readonly kind: 'declare'
        readonly type: Type
        readonly name: string
        readonly value: Expression | null
        readonly isConst: boolean
        readonly isInput?: boolean
        readonly isOutput?: boolean
      }
    /** A duration or stretch under a name. */
    | { readonly kind: 'time'; readonly name: string; readonly value: Expression | null }
    | { readonly kind: 'delay'; readonly time: Expression; readonly of: readonly Expression[] }
    | {
        readonly kind: 'array'
        readonly type: ArrayType
        readonly name: string
        readonly value: Initial | null
        readonly isConst: boolean
        readonly isOutput?: boolean
      }
    | { readonly kind: 'alias'; readonly name: string; readonly parts: readonly Expression[] }
    | { readonly kind: 'assign'; readonly target: Expression; readonly operator: string; readonly value: Expression }
    | {
        readonly kind: 'gate'
        readonly name: string
        readonly params: readonly string[]
        readonly qubits: readonly string[]
        readonly body: readonly Statement[]
      }
    | { readonly kind: 'opaque'; readonly name: string }
    | {
        readonly kind: 'def'
        readonly name: string
        readonly params: readonly Parameter[]
        readonly result: Type | null
        readonly body: readonly Statement[]
      }
    | {
        readonly kind: 'apply'
        readonly name: string
        readonly modifiers: readonly Modifier[]
        readonly params: readonly Expression[]
        readonly operands: readonly Expression[]
      }
    | { readonly kind: 'measure'; readonly of: Expression; readonly into: Expression | null }
    | { readonly kind: 'reset'; readonly of: Expression }
    | { readonly kind: 'barrier'; readonly of: readonly Expression[] }
    | {
        readonly kind: 'for'
        readonly type: Type | null
        readonly name: string
        readonly over: RangeItem | readonly Expression[] | { readonly register: Expression }
        readonly body: readonly Statement[]
      }
    | {
        readonly kind: 'while'
        readonly condition: Expression
        readonly body: readonly Statement[]
        /** From the annotation: number of iterations after which a loop that a measurement decides is left. */
        readonly max_iterations?: number
      }
    | {
        readonly kind: 'if'
        readonly condition: Expression
        readonly then: readonly Statement[]
        readonly otherwise: readonly Statement[]
      }
    | { readonly kind: 'switch'; readonly of: Expression; readonly cases: readonly SwitchCase[] }
    | { readonly kind: 'return'; readonly value: Expression | null }
    | { readonly kind: 'break' | 'continue' | 'end' | 'nothing' }
    | { readonly kind: 'expression'; readonly of: Expression }
    /** `time`: how long a box takes. */
    | { readonly kind: 'block'; readonly time?: Expression | null; readonly body: readonly Statement[] }
  )

export type StatementOf<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>

/** `values` null: the default. */
export interface SwitchCase {
  readonly values: readonly Expression[] | null
  readonly body: readonly Statement[]
}

/** Whether the type has bounds that a result can pass: 0, those of a declared width, or a turn. */
export const isBounded = (name: TypeName, width: number | null): boolean =>
  name === 'uint' || name === 'angle' || (name === 'int' && width !== null)

/**
 * What a gate name stands for: an operation of the circuit model, a gate with a body, or one declared without a body.
 */
export type GateDefinition =
  | { readonly kind: 'native'; readonly name: string; readonly params: number; readonly qubits: number }
  | {
      readonly kind: 'composite'
      readonly name: string
      readonly params: readonly string[]
      readonly qubits: readonly string[]
      readonly body: readonly Statement[]
      /** The gates that the body names, as they stood when it was defined, so that no body calls itself. */
      readonly gates: ReadonlyMap<string, GateDefinition>
      /** Least number of instructions that it expands to: see `leastInstructions`. */
      readonly least: number
    }
  | { readonly kind: 'opaque'; readonly name: string }

/** A gate on definite qubits. `powers` apply innermost first; an empty list is the gate itself. */
export interface GateApplication {
  readonly gate: GateDefinition
  /** Numbers, or expressions of inputs. */
  readonly params: readonly Angle[]
  readonly qubits: readonly number[]
  readonly controls: readonly Control[]
  readonly powers: readonly number[]
}

export interface Control {
  readonly qubit: number
  readonly value: 0 | 1
}
