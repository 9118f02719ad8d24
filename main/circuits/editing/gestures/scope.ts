import type { BodyLocation, CircuitDocument, DrawnStep } from '../document/model'
import { crossed, stepMoments } from '../document/moments'

/** A list of statements that a gesture works in: the outermost one, or the body of a box in one of its iterations. */
export interface Scope {
  readonly steps: readonly DrawnStep[]
  /** null: the outermost list. */
  readonly location: BodyLocation | null
}

export const outermost = ({ steps }: CircuitDocument): Scope => ({ steps, location: null })

/** A place in the drawing: the wires that an insertion crosses, and the column before whose steps it is put. */
export interface Spot {
  readonly qubits: readonly number[]
  readonly clbits: readonly number[]
  /** From 0; beyond the last column: at the end. */
  readonly moment: number
}

/**
 * The step before which an insertion at the spot is put; null: at the end. `without` is a step that is moved from its
 * place to the spot.
 */
export function stepBehind(
  document: CircuitDocument,
  { scope, spot, without }: { readonly scope: Scope; readonly spot: Spot; readonly without?: DrawnStep },
): DrawnStep | null {
  const count = document.qubits.length
  const { moments } = stepMoments(scope.steps, count)
  const [top, bottom] = crossed(spotStep(spot), count)
  const meets = (step: DrawnStep): boolean => {
    const [first, last] = crossed(step, count)
    return (first <= bottom && last >= top) || step.clbits.some(bit => spot.clbits.includes(bit))
  }
  return scope.steps.find(step => step !== without && moments.get(step)! >= spot.moment && meets(step)) ?? null
}

const spotStep = ({ qubits, clbits }: Spot): DrawnStep => ({
  ...NO_STEP,
  qubits: qubits.toSorted((a, b) => a - b),
  clbits,
})

const NOWHERE = { start: 0, end: 0 }
/** A step of nothing, for those that stand in no text. */
export const NO_STEP: DrawnStep = {
  id: '',
  span: NOWHERE,
  core: NOWHERE,
  gates: [],
  condition: null,
  box: null,
  first: 0,
  last: 0,
  qubits: [],
  clbits: [],
  isRepeated: false,
}
