import type { Angle, ParametricCircuit } from '../../../contract/jobs/circuit'
import type { Span } from '../../qasm/model/diagnostics'

export type Notation = 'openqasm3' | 'openqasm2' | 'json'

/** A qubit or classical bit of the circuit. */
export interface CircuitWire {
  /** As statements name it: `q[2]`, `anc`, `$3`; JSON gets names of the same form, for display. */
  readonly name: string
  readonly register: string
  /** Position in its register. */
  readonly position: number
  /** Range of its declaration; null for physical qubits and JSON. */
  readonly declaration: Span | null
  /** Whether the body that is open cannot name it; left out where it can. */
  readonly isOutOfReach?: boolean
}

export interface GateControl {
  readonly qubit: number
  readonly value: 0 | 1
}

/** One gate, measurement, reset or barrier as it is drawn. */
export interface DrawnGate {
  /** A name of the gate table, `measure`, `reset`, `barrier`, or a gate that the program or a library defines. */
  readonly name: string
  /** Angles in radians, or expressions of inputs. */
  readonly params: readonly Angle[]
  /** Controls that modifiers add, before those that the gate has by itself. */
  readonly controls: readonly GateControl[]
  /** Exponents of `inv` and `pow`, innermost first. */
  readonly powers: readonly number[]
  readonly qubits: readonly number[]
  /** Classical bits that a measurement writes. */
  readonly clbits: readonly number[]
}

/** `if (…)` around a single step. */
export interface StepCondition {
  readonly text: string
  readonly span: Span
  /** Classical bits that it reads. */
  readonly clbits: readonly number[]
}

/** A statement that acts on wires. */
export interface DrawnStep {
  /** Position among the steps of the outermost list; steps within boxes append theirs: `4`, `4.0.2` (box 4, iteration 0, third). */
  readonly id: string
  /** All of the statement, its condition and the annotations before it included: what deleting it removes. */
  readonly span: Span
  /** The gate or measurement within the condition; all of a statement without one. Never its annotations. */
  readonly core: Span
  /** Gates of the step: one for a plain statement, several for one that stands for many (`h q;`), none for a box. */
  readonly gates: readonly DrawnGate[]
  readonly condition: StepCondition | null
  /** A loop, branch or call, which can be opened; null for a plain step. */
  readonly box: StepBox | null
  /** All wires that it acts on, and the bits that it reads or writes; ascending. */
  readonly qubits: readonly number[]
  readonly clbits: readonly number[]
  /** Its instructions among those of the circuit before classical bits are allocated: `[first, last)`. */
  readonly first: number
  readonly last: number
  /** Whether its statement runs more than once, so that an edit changes every iteration. */
  readonly isRepeated: boolean
}

export type BoxKind = 'for' | 'while' | 'if' | 'switch' | 'subroutine' | 'block'

export interface StepBox {
  readonly kind: BoxKind
  /** The head of the statement as it is written: `for uint i in [0:3]`. */
  readonly title: string
  /** Values of a `for` loop's variable, one for each iteration; null where a measurement decides the value. */
  readonly values: readonly (number | null)[]
  /**
   * For a subroutine: names that its body gives to the qubits passed to it, which are the only ones it acts on. Left out otherwise.
   */
  readonly given?: ReadonlyMap<number, string>
  readonly bodies: readonly Body[]
}

/** Statements in braces, or a single statement in their place. */
export interface Body {
  /** `then`, `else`, `case 1`, or empty where there is one body only. */
  readonly label: string
  readonly location: BodyLocation | null
  /** Steps of its statements in each iteration; empty where it was never executed. */
  readonly iterations: readonly (readonly DrawnStep[])[]
}

/** Where statements can be put into a body. */
export type BodyLocation =
  | { readonly kind: 'braces'; readonly open: number; readonly close: number }
  /** One statement without braces; they are needed for a second. */
  | { readonly kind: 'statement'; readonly span: Span }

/** A gate that the text defines, with its body on its own qubits. */
export interface Definition {
  readonly name: string
  readonly params: readonly string[]
  readonly qubits: readonly string[]
  readonly span: Span
  readonly location: BodyLocation | null
  readonly steps: readonly DrawnStep[]
}

export interface DocumentFault {
  readonly message: string
  /** Both from 1; 0 where the fault has no location. */
  readonly line: number
  readonly column: number
}

/** Parts of a text outside of its steps. */
export interface Outline {
  /** After the version and the includes: where definitions and declarations can stand. */
  readonly head: number
  /** After the last statement of the text, or the last before `end;`. */
  readonly end: number
  /** Files that it includes. */
  readonly includes: readonly string[]
}

/** The program that the service would execute. */
export interface DrawnProgram {
  /** With expressions of the inputs, where there are some. */
  readonly circuit: ParametricCircuit
  readonly inputs: readonly string[]
  /** Whether `first` and `last` of steps are positions in its instructions; copies between classical bits shift them. */
  readonly isAligned: boolean
}

/** A circuit as text, read for a drawing that can be edited. */
export interface CircuitDocument {
  readonly text: string
  readonly notation: Notation
  readonly qubits: readonly CircuitWire[]
  readonly clbits: readonly CircuitWire[]
  readonly steps: readonly DrawnStep[]
  readonly definitions: readonly Definition[]
  /** null where the text has faults. */
  readonly circuit: ParametricCircuit | null
  /** The program, of a text with inputs as well; null where the text has faults. */
  readonly program: DrawnProgram | null
  readonly faults: readonly DocumentFault[]
  readonly notes: readonly string[]
  readonly outline: Outline
  /** Why the drawing cannot be edited as a whole: too many statements; null where it can. */
  readonly readOnly: string | null
}
