import type { Span } from '../../qasm/model/diagnostics'
import type { Body, BodyLocation, CircuitWire, Definition, DrawnStep, StepBox } from '../document/model'

/** How an edit shifts what comes after it. */
export interface Shift {
  /** Offset in the text from which everything is moved. */
  readonly from: number
  readonly by: number
  /** Added to the positions of instructions. */
  readonly instructions: number
}

const at = (offset: number, { from, by }: Shift): number => (offset >= from ? offset + by : offset)

const movedSpan = ({ start, end }: Span, shift: Shift): Span => ({ start: at(start, shift), end: at(end, shift) })

/** The shifted step with another id; the ids of steps in its box begin with the new id. */
export function movedStep(step: DrawnStep, id: string, shift: Shift): DrawnStep {
  const { span, core, condition, box, first, last } = step
  const moved = movedSpan(span, shift)
  return {
    ...step,
    id,
    span: moved,
    core: core === span ? moved : movedSpan(core, shift),
    condition: condition && { ...condition, span: movedSpan(condition.span, shift) },
    box: box && movedBox(box, { shift, was: step.id, is: id }),
    first: first + shift.instructions,
    last: last + shift.instructions,
  }
}

interface MovedWithin {
  readonly shift: Shift
  /** Ids of the box. */
  readonly was: string
  readonly is: string
}

const movedBox = (box: StepBox, within: MovedWithin): StepBox => ({
  ...box,
  bodies: box.bodies.map(body => movedBody(body, within)),
})

const movedBody = ({ label, location, iterations }: Body, { shift, was, is }: MovedWithin): Body => ({
  label,
  location: location && movedLocation(location, shift),
  iterations: iterations.map(steps => steps.map(step => movedStep(step, `${is}${step.id.slice(was.length)}`, shift))),
})

const movedLocation = (location: BodyLocation, shift: Shift): BodyLocation =>
  location.kind === 'braces'
    ? { kind: 'braces', open: at(location.open, shift), close: at(location.close, shift) }
    : { kind: 'statement', span: movedSpan(location.span, shift) }

/** Wires with shifted declarations; the same array where none comes after the edit. */
export const movedWires = (wires: readonly CircuitWire[], shift: Shift): readonly CircuitWire[] =>
  wires.some(({ declaration }) => declaration !== null && declaration.start >= shift.from)
    ? wires.map(wire => ({ ...wire, declaration: wire.declaration && movedSpan(wire.declaration, shift) }))
    : wires

/** The shifted definitions. Steps of their bodies keep their ids and have no instructions. */
export const movedDefinitions = (definitions: readonly Definition[], shift: Shift): readonly Definition[] =>
  definitions.map(definition => {
    if (definition.span.end <= shift.from) return definition
    const { span, location, steps } = definition
    return {
      ...definition,
      span: movedSpan(span, shift),
      location: location && movedLocation(location, shift),
      steps: steps.map(step => movedStep(step, step.id, { ...shift, instructions: 0 })),
    }
  })
