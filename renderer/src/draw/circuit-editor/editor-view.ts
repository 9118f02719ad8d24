/**
 * The part of a circuit that is open in the drawing: all of it, one iteration of a box's body, or the body of a gate that the text
 * defines.
 */
import type {
  CircuitDocument,
  CircuitWire,
  Definition,
  DrawnStep,
} from '../../../../main/circuits/editing/document/model'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { outermost, type Scope } from '../../../../main/circuits/editing/gestures/scope'

/** One step further in: a body of a box in one of its iterations, or a definition by its name. */
export type Opened =
  | { readonly kind: 'body'; readonly step: string; readonly body: number; readonly iteration: number }
  | { readonly kind: 'definition'; readonly name: string }

export interface EditorView {
  /** The document as gestures take it: in a definition its wires are the gate's own qubits, in a subroutine they have its names. */
  readonly document: CircuitDocument
  readonly scope: Scope
  /** Titles for the line above the drawing, the outermost first. */
  readonly trail: readonly string[]
  /** Whether what is open is, or is within, the body of a gate that the text defines: its steps are not the circuit's. */
  readonly isInDefinition: boolean
  /** How many levels could be opened as requested: edits may have taken a box away. */
  readonly depth: number
  /** Iteration of the open body, from 0, and the number of iterations; null where there is only one. */
  readonly iteration: { readonly now: number; readonly count: number } | null
}

export function viewOf(document: CircuitDocument, opened: readonly Opened[]): EditorView {
  let view: EditorView = {
    document,
    scope: outermost(document),
    trail: [],
    isInDefinition: false,
    depth: 0,
    iteration: null,
  }
  for (const one of opened) {
    const next = one.kind === 'body' ? inBody(view, one) : inDefinition(view, one.name)
    if (next === null) break
    view = next
  }
  return view
}

function inBody(view: EditorView, { step: id, body, iteration }: Extract<Opened, { kind: 'body' }>): EditorView | null {
  const box = view.scope.steps.find(step => step.id === id)?.box
  const chosen = box?.bodies[body]
  const steps = chosen?.iterations[iteration] ?? chosen?.iterations[0]
  if (box == null || chosen === undefined || steps === undefined) return null
  const iterations = chosen.iterations.length > 1 ? `, iteration ${iteration + 1} of ${chosen.iterations.length}` : ''
  const label = chosen.label === '' ? '' : `, ${chosen.label}`
  return {
    ...view,
    ...(box.given && { document: givenTo(view.document, box.given) }),
    scope: { steps, location: chosen.location },
    trail: [...view.trail, `${box.title}${label}${iterations}`],
    depth: view.depth + 1,
    iteration: chosen.iterations.length > 1 ? { now: iteration, count: chosen.iterations.length } : null,
  }
}

/** The document with its wires named as in the body of a subroutine. */
const givenTo = (document: CircuitDocument, given: ReadonlyMap<number, string>): CircuitDocument => ({
  ...document,
  qubits: document.qubits.map((wire, qubit) => {
    const name = given.get(qubit)
    return name === undefined ? { ...wire, isOutOfReach: true } : { ...wire, name, isOutOfReach: false }
  }),
  // A subroutine gets bits by value.
  clbits: document.clbits.map(wire => ({ ...wire, isOutOfReach: true })),
})

function inDefinition(view: EditorView, name: string): EditorView | null {
  const definition = view.document.definitions.find(one => one.name === name)
  if (definition === undefined) return null
  const document = { ...view.document, qubits: wiresOf(definition), clbits: [], steps: definition.steps }
  return {
    document,
    scope: { steps: definition.steps, location: definition.location },
    trail: [...view.trail, `gate ${name}`],
    isInDefinition: true,
    depth: view.depth + 1,
    iteration: null,
  }
}

const wiresOf = ({ qubits }: Definition): CircuitWire[] =>
  qubits.map((name, position) => ({ name, register: name, position, declaration: null }))

/**
 * The open steps whose statement contains the offset. When none does, as in a comment behind a statement: the steps of that line that end
 * last before the offset, else those that begin first after it.
 */
export function stepsAtCursor({ document: { text }, scope: { steps } }: EditorView, cursor: number): DrawnStep[] {
  const within = steps.filter(({ span }) => span.start <= cursor && cursor <= span.end)
  if (within.length > 0) return within
  const [start, end] = lineAround(text, cursor)
  const before = steps.filter(({ span }) => start <= span.end && span.end < cursor)
  const last = Math.max(...before.map(({ span }) => span.end))
  if (before.length > 0) return before.filter(({ span }) => span.end === last)
  const behind = steps.filter(({ span }) => cursor < span.start && span.start <= end)
  const first = Math.min(...behind.map(({ span }) => span.start))
  return behind.filter(({ span }) => span.start === first)
}

/** Offsets of the beginning and the end of the line, without its break. */
function lineAround(text: string, at: number): readonly [start: number, end: number] {
  const isBreak = (offset: number) => text[offset] === '\n' || text[offset] === '\r'
  let [start, end] = [at, at]
  while (start > 0 && !isBreak(start - 1)) start--
  while (end < text.length && !isBreak(end)) end++
  return [start, end]
}

/** The open steps that a gesture has rewritten or inserted. */
export function stepsInserted(outcome: Outcome, opened: readonly Opened[]): DrawnStep[] {
  if (outcome.kind === 'refused') return []
  const { steps } = viewOf(outcome.document, opened).scope
  let moved = 0
  const written = outcome.edits.map(({ start, end, insert }) => {
    const from = start + moved
    moved += insert.length - (end - start)
    return { start: from, end: from + insert.length }
  })
  return steps.filter(({ span }) => written.some(({ start, end }) => start <= span.start && span.end <= end))
}

/** What opening a step shows; null for a plain gate. */
export function openingOf({ definitions }: CircuitDocument, step: DrawnStep): Opened | null {
  if (step.box?.bodies.some(({ iterations }) => iterations.length > 0)) {
    const body = step.box.bodies.findIndex(({ iterations }) => iterations.length > 0)
    return { kind: 'body', step: step.id, body, iteration: 0 }
  }
  const name = step.gates[0]?.name
  return definitions.some(one => one.name === name) ? { kind: 'definition', name: name! } : null
}
