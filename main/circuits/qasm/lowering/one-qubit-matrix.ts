import { GATES } from '../../../contract/gates/gate-table'
import { type Matrix, product } from '../../../contract/gates/matrices'
import { numericAngle } from '../evaluation/symbolic'
import type { GateApplication } from '../model/ast'
import type { SourceLocation } from '../model/diagnostics'
import type { ProgramState } from '../state/program'
import { collectBody } from './gate-body'
import { powerOf } from './matrix-power'

const phased = (angle: number): Matrix => [
  [
    [Math.cos(angle), Math.sin(angle)],
    [0, 0],
  ],
  [
    [0, 0],
    [Math.cos(angle), Math.sin(angle)],
  ],
]

/** The matrix of a gate on one qubit with its powers, innermost first; null if it acts on more or has controls. */
export function oneQubitMatrix(program: ProgramState, at: SourceLocation, application: GateApplication): Matrix | null {
  if (application.controls.length > 0 || application.qubits.length > 1) return null
  const matrix = program.budget.nested(at, () => withoutPowers(program, at, application))
  return matrix && application.powers.reduce(powerOf, matrix)
}

function withoutPowers(
  program: ProgramState,
  at: SourceLocation,
  { gate, params, qubits }: GateApplication,
): Matrix | null {
  if (gate.kind === 'opaque') return null
  if (gate.kind === 'composite') {
    const steps = collectBody(program, at, { gate, params, qubits }).map(step => oneQubitMatrix(program, at, step))
    return steps.reduce((whole, step) => whole && step && product(step, whole), phased(0))
  }
  const numbers = params.map(param => numericAngle(at, param))
  if (gate.name === 'gphase') return phased(numbers[0]!)
  return gate.name === 'barrier' ? phased(0) : GATES[gate.name]!.matrix!(numbers)
}
