/** Where an error stands: before a step of its wire, whatever column that is drawn in. */
import type { CircuitDocument, DrawnStep } from '../document/model'
import { stepMoments } from '../document/moments'
import { operandsOf } from '../gestures/move'

export interface MarkerPosition {
  readonly wire: number
  /** Number of steps on the wire before it. */
  readonly passed: number
  /** The column in which it is drawn, if that lies between the steps around it. */
  readonly moment: number
  /** Whether the gate that it stood before, or its wire, is gone. */
  readonly isGone: boolean
}

export function markerPositionAt(document: CircuitDocument, wire: number, moment: number): MarkerPosition {
  const momentOf = momentsOf(document)
  const passed = stepsOn(document, wire).filter(step => momentOf(step) < moment).length
  return { wire, passed, moment, isGone: false }
}

/** The column in which a position is drawn. */
export function momentOfPosition(document: CircuitDocument, { wire, passed, moment }: MarkerPosition): number {
  const momentOf = momentsOf(document)
  const steps = stepsOn(document, wire)
  const [behind, before] = [steps[passed - 1], steps[passed]]
  const first = behind ? momentOf(behind) + 1 : 0
  return Math.max(first, before ? Math.min(moment, momentOf(before)) : moment)
}

/** The document before and after an edit, and the step that each earlier step has become. */
interface FollowedCircuit {
  readonly before: CircuitDocument
  readonly after: CircuitDocument
  readonly steps: ReadonlyMap<DrawnStep, DrawnStep>
}

/** The position after the edit: it follows the gate that it stands before, or at the end of a wire the last gate. */
export function followedPosition(position: MarkerPosition, followed: FollowedCircuit): MarkerPosition {
  const steps = stepsOn(followed.before, position.wire)
  const gate = steps[position.passed]
  if (gate !== undefined) return beforeGate(position, gate, followed)
  return behindGate(position, steps[position.passed - 1], followed)
}

function beforeGate(position: MarkerPosition, gate: DrawnStep, { after, steps }: FollowedCircuit): MarkerPosition {
  const now = steps.get(gate)
  const wire = now && wireIn(now, gate, position.wire)
  if (now === undefined || wire === undefined) return { ...position, isGone: true }
  return { ...position, wire, passed: stepsOn(after, wire).indexOf(now) }
}

function behindGate(
  position: MarkerPosition,
  gate: DrawnStep | undefined,
  { before, after, steps }: FollowedCircuit,
): MarkerPosition {
  const now = gate && steps.get(gate)
  const same = gate && now ? wireIn(now, gate, position.wire) : undefined
  const wire = same ?? wireNamed(before, after, position.wire)
  if (wire === -1) return { ...position, isGone: true }
  const { passed } = markerPositionAt(after, wire, position.moment)
  const least = now ? stepsOn(after, wire).indexOf(now) + 1 : 0
  return { ...position, wire, passed: Math.max(passed, least) }
}

/** The wire on which the gate now has the operand that it had on `wire`; undefined where it has none. */
function wireIn(now: DrawnStep, was: DrawnStep, wire: number): number | undefined {
  const [before, after] = [operandsOf(was), operandsOf(now)]
  const isOne = was.gates.length === 1 && now.gates.length === 1 && before.length === after.length
  if (isOne) return after[before.indexOf(wire)]
  return now.qubits.includes(wire) ? wire : undefined
}

/** Index of the wire of the same name, or the old index where it seems renamed; -1 where it is gone. */
function wireNamed(before: CircuitDocument, after: CircuitDocument, wire: number): number {
  const named = after.qubits.findIndex(({ name }) => name === before.qubits[wire]?.name)
  return named === -1 && before.qubits.length === after.qubits.length ? wire : named
}

const stepsOn = ({ steps }: CircuitDocument, wire: number): DrawnStep[] =>
  steps.filter(({ qubits }) => qubits.includes(wire))

const known = new WeakMap<CircuitDocument, ReturnType<typeof stepMoments>>()

function momentsOf(document: CircuitDocument): (step: DrawnStep) => number {
  const found = known.get(document) ?? stepMoments(document.steps, document.qubits.length)
  known.set(document, found)
  return step => found.moments.get(step)!
}
