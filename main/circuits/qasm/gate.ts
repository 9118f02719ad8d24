import type { Statement } from './model/ast'

/** What a gate name stands for: an operation of the circuit model, a body, or a declaration without one. */
export type Gate =
  | { readonly kind: 'native'; readonly name: string; readonly params: number; readonly qubits: number }
  | {
      readonly kind: 'composite'
      readonly name: string
      readonly params: readonly string[]
      readonly qubits: readonly string[]
      readonly body: readonly Statement[]
      /** The gates that the body names, as they stood when it was defined: so a body never reaches itself. */
      readonly gates: ReadonlyMap<string, Gate>
    }
  | { readonly kind: 'opaque'; readonly name: string }

/** A gate on definite qubits. `powers` apply innermost first; an empty list is the gate itself. */
export interface Application {
  readonly gate: Gate
  readonly params: readonly number[]
  readonly qubits: readonly number[]
  readonly controls: readonly Control[]
  readonly powers: readonly number[]
}

export interface Control {
  readonly qubit: number
  readonly value: 0 | 1
}
