/** Where steps stand in the drawing, and what lies at a point of it. Columns are moments, rows are wires. */
import type { CircuitDocument, DrawnGate, DrawnStep } from '../../../../main/circuits/editing/document/model'
import { crossed, stepMoments } from '../../../../main/circuits/editing/document/moments'
import { withoutAnnotations } from '../../../../main/circuits/editing/document/tokens'
import { symbolOf } from '../circuits/gate-symbol'
import { instructionText } from '../circuits/grid'

export interface PlacedStep {
  readonly step: DrawnStep
  readonly moment: number
  readonly top: number
  readonly bottom: number
}

export interface StepGrid {
  /** In the order of the text. */
  readonly placed: readonly PlacedStep[]
  readonly depth: number
}

export interface GridCell {
  readonly wire: number
  readonly moment: number
}

const grids = new WeakMap<readonly DrawnStep[], { readonly numQubits: number; readonly grid: StepGrid }>()

/** Cached: the same steps give the same object. */
export function gridOf(steps: readonly DrawnStep[], numQubits: number): StepGrid {
  const known = grids.get(steps)
  if (known?.numQubits === numQubits) return known.grid
  const grid = placedSteps(steps, numQubits)
  grids.set(steps, { numQubits, grid })
  return grid
}

function placedSteps(steps: readonly DrawnStep[], numQubits: number): StepGrid {
  const { moments, depth } = stepMoments(steps, numQubits)
  const placed = steps.map(step => {
    const [top, bottom] = crossed(step, numQubits)
    return { step, moment: moments.get(step)!, top, bottom }
  })
  return { placed, depth }
}

/** The step whose drawing lies on that cell. */
export const stepAt = ({ placed }: StepGrid, { wire, moment }: GridCell): PlacedStep | null =>
  placed.find(one => one.moment === moment && one.top <= wire && wire <= one.bottom) ?? null

/** The plain step of that moment that is nearest to the wire. */
export function stepNearest({ placed }: StepGrid, { wire, moment }: GridCell): DrawnStep | null {
  const distance = ({ top, bottom }: PlacedStep) => Math.max(top - wire, wire - bottom, 0)
  const there = placed.filter(one => one.moment === moment && one.step.gates.length === 1)
  return there.toSorted((a, b) => distance(a) - distance(b))[0]?.step ?? null
}

/** Steps that lie wholly in the rectangle between two cells. */
export function stepsBetween({ placed }: StepGrid, a: GridCell, b: GridCell): DrawnStep[] {
  const [left, right] = [Math.min(a.moment, b.moment), Math.max(a.moment, b.moment)]
  const [top, bottom] = [Math.min(a.wire, b.wire), Math.max(a.wire, b.wire)]
  return placed
    .filter(one => one.moment >= left && one.moment <= right && one.top >= top && one.bottom <= bottom)
    .map(({ step }) => step)
}

/** Operands of a gate with what each is drawn as, in the order of its statement. */
export interface DrawnOperand {
  readonly wire: number
  readonly look: 'control' | 'open control' | 'target'
}

export function operandsDrawn({ name, controls, qubits }: DrawnGate): DrawnOperand[] {
  const own = symbolOf(name).controls
  return [
    ...controls.map(({ qubit, value }) => ({
      wire: qubit,
      look: value === 1 ? ('control' as const) : ('open control' as const),
    })),
    ...qubits.map((wire, at) => ({ wire, look: at < own ? ('control' as const) : ('target' as const) })),
  ]
}

/**
 * A step as screen readers speak it: the statement as it is written, on one line, its annotations last; for JSON `cx q[0], q[1]`.
 */
export function stepLabel(
  { text, notation, circuit, qubits, clbits }: CircuitDocument,
  { span, first }: DrawnStep,
): string {
  const instruction = notation === 'json' ? circuit?.instructions[first] : undefined
  if (instruction === undefined) {
    const { start, end } = withoutAnnotations(text, span)
    return `${text.slice(start, end)} ${text.slice(span.start, start)}`.replace(/\s+/g, ' ').trim()
  }
  const names = { qubit: (at: number) => qubits[at]!.name, bit: (at: number) => clbits[at]!.name }
  return instructionText(instruction, names)
}

/** Operands moved by `by` wires; null when one would leave the circuit. */
export function shifted(operands: readonly number[], by: number, qubits: number): number[] | null {
  const moved = operands.map(wire => wire + by)
  return moved.every(wire => wire >= 0 && wire < qubits) ? moved : null
}
