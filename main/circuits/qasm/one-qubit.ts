import { GATES } from '../gates'
import { type Matrix, product } from '../../contract/gates/matrices'
import type { Place } from './model/diagnostics'
import type { Application } from './gate'
import { collectBody } from './lowering/gate-body'
import { powerOf } from './lowering/matrix-power'
import type { Program } from './state/program'

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
export function oneQubitMatrix(program: Program, at: Place, application: Application): Matrix | null {
  if (application.controls.length > 0 || application.qubits.length > 1) return null
  const matrix = program.meter.within(at, () => withoutPowers(program, at, application))
  return matrix && application.powers.reduce(powerOf, matrix)
}

function withoutPowers(program: Program, at: Place, { gate, params, qubits }: Application): Matrix | null {
  if (gate.kind === 'opaque') return null
  if (gate.kind === 'composite') {
    const steps = collectBody(program, at, gate, params, qubits).map(step => oneQubitMatrix(program, at, step))
    return steps.reduce((whole, step) => whole && step && product(step, whole), phased(0))
  }
  if (gate.name === 'gphase') return phased(params[0]!)
  return gate.name === 'barrier' ? phased(0) : GATES[gate.name]!.matrix!(params)
}
