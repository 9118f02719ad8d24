import type { Angle } from '../../../contract/jobs/circuit'
import type { EulerAngles } from './matrix-power'

/** Puts one operation of the circuit model into the circuit. */
export type Emit = (name: string, params: readonly Angle[], qubits: readonly number[]) => void

/** X on the target while all controls are 1. */
export function controlledX(emit: Emit, controls: readonly number[], target: number): void {
  const name = ['x', 'cx', 'ccx'][controls.length]
  if (name) {
    emit(name, [], [...controls, target])
    return
  }
  emit('h', [], [target])
  emitControlledPhase(emit, Math.PI, { controls, target })
  emit('h', [], [target])
}

/** The qubit that a gate acts on, and those that have to be 1 for it. */
interface Controlled {
  readonly controls: readonly number[]
  readonly target: number
}

/**
 * e^{iλ} where controls and target are all 1, nothing else. Barenco et al., quant-ph/9503016, lemma 7.5 with
 * V = p(λ/2): the target gets half the phase for the last control, half for all others together, and half back where
 * only one of the two holds.
 */
export function emitControlledPhase(emit: Emit, lambda: number, { controls, target }: Controlled): void {
  if (controls.length === 0) {
    emit('p', [lambda], [target])
    return
  }
  if (controls.length === 1) {
    emit('cp', [lambda], [controls[0]!, target])
    return
  }
  const [rest, last] = [controls.slice(0, -1), controls.at(-1)!]
  emit('cp', [lambda / 2], [last, target])
  controlledX(emit, rest, last)
  emit('cp', [-lambda / 2], [last, target])
  controlledX(emit, rest, last)
  emitControlledPhase(emit, lambda / 2, { controls: rest, target })
}

/**
 * e^{iα} U(θ, φ, λ) on the target while all controls are 1, with its exact phase (the cu3 of qelib1 for more controls).
 * Barenco et al., lemma 5.1: where the controls are not all 1, the three turns before, between and after the two X
 * undo each other.
 */
export function controlledU(emit: Emit, turn: EulerAngles, { controls, target }: Controlled): void {
  const { alpha, theta, phi, lambda } = turn
  if (controls.length === 0) {
    emit('u', [theta, phi, lambda], [target])
    return
  }
  const phase = alpha + (phi + lambda) / 2
  if (phase !== 0) emitControlledPhase(emit, phase, { controls: controls.slice(0, -1), target: controls.at(-1)! })
  emit('p', [(lambda - phi) / 2], [target])
  controlledX(emit, controls, target)
  emit('u', [-theta / 2, 0, -(phi + lambda) / 2], [target])
  controlledX(emit, controls, target)
  emit('u', [theta / 2, phi, 0], [target])
}
