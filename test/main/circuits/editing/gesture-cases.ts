/** Random programs and random gestures on them. */
import fc from 'fast-check'
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import { changeParameter, changeStep, operationOf } from '../../../../main/circuits/editing/gestures/change'
import { gateFromSteps } from '../../../../main/circuits/editing/gestures/define-gate'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { changeControl, invertStep } from '../../../../main/circuits/editing/gestures/modifiers'
import { moveStep, operandsOf } from '../../../../main/circuits/editing/gestures/move'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { removeSteps } from '../../../../main/circuits/editing/gestures/remove'
import { resizeBox, resizeStep } from '../../../../main/circuits/editing/gestures/resize'
import { outermost, type Scope } from '../../../../main/circuits/editing/gestures/scope'
import { unrollStep } from '../../../../main/circuits/editing/gestures/unroll'
import { addWire, removeWire, swapWires } from '../../../../main/circuits/editing/gestures/wires'
import { guardSteps, repeatSteps } from '../../../../main/circuits/editing/gestures/wrap'
import type { GateOperation } from '../../../../main/circuits/editing/writing/operation'

const STATEMENTS_3 = [
  'h q[0];',
  'cx q[0], q[1]; // pair',
  '/* all */ h q;',
  '  rz(pi / 3) r; // turn',
  'ctrl @ ry(0.5) q[2], r;',
  'for uint i in [0:2] { x q[i]; /* each */ t r; }',
  'for int k in {0, 2} h q[k];',
  'if (c == 2) { y q[1]; z r; } else { s q[0]; }',
  'if (c[0]) x q[2];',
  'both(pi / 7) q[0], r;',
  'c[1] = measure q[1];',
  'measure q[0] -> c[0]; reset q[0];',
  'barrier q[0], r;',
  'let a = q[0:1]; h a;',
  '@note "it { q[0] // as it is\n@twice\nx q[1];',
  '@all\nif (c == 1) { @inner\n  z q[2]; }',
]
const HEAD_3 = [
  'OPENQASM 3.0; // first',
  'include "stdgates.inc";',
  'gate both(t) a, b { h a; // in it',
  '  crz(t) a, b; }',
  'qubit[3] q; /* data */ qubit r;',
  'bit[2] c;',
]
const STATEMENTS_2 = ['h q[0];', 'cx q[0],q[1]; // pair', 'u3(pi/2,0,pi) q[2];', 'if (c==1) x q[0];', 'measure q -> c;']
const HEAD_2 = ['OPENQASM 2.0;', 'include "qelib1.inc";', 'qreg q[3]; // data', 'creg c[3];']

const statements = (head: string[], pool: string[]) =>
  fc.array(fc.constantFrom(...pool), { maxLength: 12 }).map(chosen => {
    const lines = chosen.filter((line, at) => !line.startsWith('let') || chosen.indexOf(line) === at)
    return [...head, ...lines, ''].join('\n')
  })
const instruction = fc.constantFrom(
  { name: 'h', qubits: [0] },
  { name: 'cx', qubits: [1, 2] },
  { name: 'rz', qubits: [0], params: [0.25] },
  { name: 'measure', qubits: [2], clbits: [0] },
  { name: 'x', qubits: [1], condition: { clbit: 0, value: 1 } },
)
const json = fc
  .array(instruction, { maxLength: 8 })
  .map(instructions => JSON.stringify({ num_qubits: 3, num_clbits: 2, instructions }, null, 2))
/** Programs of every notation. */
export const programText = fc.oneof(statements(HEAD_3, STATEMENTS_3), statements(HEAD_2, STATEMENTS_2), json)

const scopesOf = (document: CircuitDocument): Scope[] => [
  outermost(document),
  ...document.steps.flatMap(({ box }) =>
    (box?.bodies ?? []).flatMap(({ location, iterations }) => iterations.map(steps => ({ steps, location }))),
  ),
]
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

export interface DrawnGesture {
  readonly kind: string
  readonly a: number
  readonly b: number
  readonly c: number
  readonly moment: number
}
const KINDS = [
  'insert',
  'remove',
  'move',
  'resize',
  'shift',
  'change',
  'param',
  'unroll',
  'define',
  'add',
  'drop',
  'swap',
  'control',
  'invert',
  'box',
  'repeat',
  'guard',
]
export const gesture: fc.Arbitrary<DrawnGesture> = fc.record({
  kind: fc.constantFrom(...KINDS),
  a: fc.nat(40),
  b: fc.nat(40),
  c: fc.nat(40),
  moment: fc.nat(8),
})

/** The outcome of the gesture; null where the document has nothing to apply it to. */
export function outcomeOf({ kind, a, b, c, moment }: DrawnGesture, document: CircuitDocument): Outcome | null {
  const scope = pick(scopesOf(document), a)!
  const step = pick(scope.steps, b)
  const qubits = document.qubits.length
  const wires = [...new Set([a % Math.max(1, qubits), c % Math.max(1, qubits)])]
  if (qubits === 0) return null
  const operation: GateOperation = {
    name: wires.length === 2 ? 'cz' : 'sx',
    params: [],
    controls: [],
    qubits: wires,
    clbits: [],
    condition: null,
  }
  if (kind === 'insert') return insertOperations(document, { scope, operations: [operation], moment })
  if (kind === 'add') return addWire(document, a % 2 ? 'qubit' : 'bit', pick(['q', 'c', 'spare'], b)!)
  if (kind === 'drop') return removeWire(document, a % 2 ? 'qubit' : 'bit', b % qubits)
  if (kind === 'swap') return swapWires(document, 'qubit', [b % qubits, c % qubits])
  if (step === undefined) return null
  if (kind === 'remove') return removeSteps(document, scope, [step, pick(scope.steps, c)!])
  const several = [step, pick(scope.steps, c)!]
  if (kind === 'repeat') return repeatSteps(document, { scope, steps: several, times: 1 + (a % 3) })
  if (kind === 'guard') return guardSteps(document, { scope, steps: several, condition: 'c[1]' })
  if (kind === 'unroll') return unrollStep(document, step)
  if (kind === 'define') return gateFromSteps(document, [...new Set([step, pick(document.steps, c)!])], `made${a}`)
  if (kind === 'param') return changeParameter(document, { step, position: 0, expression: 'pi / 5' })
  if (kind === 'shift') return moveStep(document, { scope, step, operands: operandsOf(step), moment })
  if (kind === 'resize') return resizeStep(document, { scope, step, end: a % 2 ? 'top' : 'bottom', wire: c % qubits })
  if (kind === 'invert') return invertStep(document, step)
  if (kind === 'control')
    return changeControl(document, step, { qubit: c % qubits, value: ([0, 1, null] as const)[a % 3]! })
  if (kind === 'box')
    return resizeBox(document, { scope, step, end: a % 2 ? 'first' : 'last', change: c % 2 ? 'in' : 'out' })
  const known = operationOf(document, step)
  if (kind === 'change') return known && changeStep(document, step, { ...known, controls: [] })
  return moveStep(document, { scope, step, operands: rotated(step, qubits, c), moment: a % 2 ? moment : null })
}

const rotated = (step: DrawnStep, qubits: number, by: number) => operandsOf(step).map(wire => (wire + by) % qubits)
