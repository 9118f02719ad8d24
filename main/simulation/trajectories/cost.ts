import type { TrajectoryProgram, TrajectoryStep } from '../model/trajectory'
import { qubitsOfStep } from './program'

/** Measured with two threads on a busy machine of two cores; two to four times as high on an idle one (test/bench). */
const NATIVE_AMPLITUDES_PER_SECOND = 1e9

/** A sweep over fewer amplitudes costs as much as one over so many, because of its start. */
const MIN_SWEEP = 2 ** 7
/** Drawing, sorting and counting one shot, and one event of it, in amplitudes' worth of time. */
const SHOT = 1_000
const EVENT = 500

function chance(step: TrajectoryStep): number {
  switch (step.kind) {
    case 'pauli1':
      return step.px + step.py + step.pz
    case 'pauli2':
      return step.p
    case 'damp':
      return step.gamma
    default:
      return 0
  }
}

/** Steps that need a pass over the state for every group of shots; all others are part of these, or of the one before. */
const isPass = (step: TrajectoryStep, before: TrajectoryStep | undefined): boolean =>
  (step.kind !== 'logic' && step.condition !== (before?.condition ?? null)) ||
  step.kind === 'reset' ||
  (step.kind === 'gate' && step.controls.length > 0)

/** Index of each qubit's last step. */
function lastSteps({ steps }: TrajectoryProgram): ReadonlyMap<number, number> {
  const last = new Map<number, number>()
  steps.forEach((step, i) => {
    for (const qubit of qubitsOfStep(step)) last.set(qubit, i)
  })
  return last
}

/**
 * An upper estimate of the amplitudes that the native engine updates: shots share a run until their first fault and part at
 * measurements in the middle; that shots with the same faults share a run is not subtracted.
 */
export function trajectoryCost(program: TrajectoryProgram, shots: number): number {
  const last = lastSteps(program)
  const size = Math.max(MIN_SWEEP, 2 ** program.qubits)
  let [events, branches, passes] = [0, 1, 0]
  program.steps.forEach((step, i) => {
    const divides = step.kind === 'reset' || (step.kind === 'measure' && last.get(step.target) !== i)
    events += chance(step)
    const runs = Math.min(shots, branches * (1 + shots * -Math.expm1(-events)))
    if (divides || isPass(step, program.steps[i - 1])) passes += runs
    if (divides) branches = Math.min(shots, 2 * branches)
  })
  const final = Math.min(shots, branches * (1 + shots * -Math.expm1(-events)))
  return size * (passes + final) + shots * (SHOT + EVENT * events)
}

/** An upper estimate of the seconds that the native engine takes. */
export const nativeSecondsEstimate = (program: TrajectoryProgram, shots: number): number =>
  trajectoryCost(program, shots) / NATIVE_AMPLITUDES_PER_SECOND
