import type { Angle } from '../../../contract/jobs/circuit'
import { joinedBy, negatedAngle } from '../../parameters/symbolic'
import { numericAngle } from '../evaluation/symbolic'
import type { SourceLocation } from '../model/diagnostics'
import type { EulerAngles } from './matrix-power'

/** Puts operations of the circuit model into the circuit, for the gate that stands at `at` in the program. */
export interface GateEmitter {
  readonly at: SourceLocation
  readonly emit: (name: string, params: readonly Angle[], qubits: readonly number[]) => void
}

/** X on the target while all controls are 1. */
export function controlledX(emitter: GateEmitter, controls: readonly number[], target: number): void {
  const name = ['x', 'cx', 'ccx'][controls.length]
  if (name) {
    emitter.emit(name, [], [...controls, target])
    return
  }
  emitter.emit('h', [], [target])
  emitControlledPhase(emitter, Math.PI, { controls, target })
  emitter.emit('h', [], [target])
}

/** The qubit that a gate acts on, and those that have to be 1 for it. */
export interface ControlledTarget {
  readonly controls: readonly number[]
  readonly target: number
}

/**
 * e^{iλ} where controls and target are all 1, nothing else. Barenco et al., quant-ph/9503016, lemma 7.5 with
 * V = p(λ/2): the target gets half the phase for the last control, half for all others together, and half back where
 * only one of the two holds.
 */
export function emitControlledPhase(emitter: GateEmitter, lambda: Angle, { controls, target }: ControlledTarget): void {
  if (controls.length === 0) {
    emitter.emit('p', [lambda], [target])
    return
  }
  if (controls.length === 1) {
    emitter.emit('cp', [lambda], [controls[0]!, target])
    return
  }
  const [rest, last] = [controls.slice(0, -1), controls.at(-1)!]
  const half = halfOf(emitter.at, lambda)
  emitter.emit('cp', [half], [last, target])
  controlledX(emitter, rest, last)
  emitter.emit('cp', [negatedAngle(half) ?? numericAngle(emitter.at, half)], [last, target])
  controlledX(emitter, rest, last)
  emitControlledPhase(emitter, half, { controls: rest, target })
}

/** Half of the angle; an expression of inputs that would get too long is refused. */
const halfOf = (at: SourceLocation, angle: Angle): Angle =>
  typeof angle === 'number' ? angle / 2 : (joinedBy('/', angle, 2) ?? numericAngle(at, angle))

/**
 * e^{iα} U(θ, φ, λ) on the target while all controls are 1, with its exact phase (the cu3 of qelib1 for more controls).
 * Barenco et al., lemma 5.1: where the controls are not all 1, the three turns before, between and after the two X
 * undo each other.
 */
export function controlledU(emitter: GateEmitter, turn: EulerAngles, { controls, target }: ControlledTarget): void {
  const { alpha, theta, phi, lambda } = turn
  if (controls.length === 0) {
    emitter.emit('u', [theta, phi, lambda], [target])
    return
  }
  const phase = alpha + (phi + lambda) / 2
  if (phase !== 0) emitControlledPhase(emitter, phase, { controls: controls.slice(0, -1), target: controls.at(-1)! })
  emitter.emit('p', [(lambda - phi) / 2], [target])
  controlledX(emitter, controls, target)
  emitter.emit('u', [-theta / 2, 0, -(phi + lambda) / 2], [target])
  controlledX(emitter, controls, target)
  emitter.emit('u', [theta / 2, phi, 0], [target])
}
