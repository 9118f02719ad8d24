import { MAX_SIMULATED_SHOTS, needInteger, needSeed, refuseAbove } from '../model/arguments'
import { MAX_OUTCOME_BITS } from '../model/circuit'
import { MAX_TRAJECTORY_STEPS, type TrajectoryProgram, type TrajectoryStep } from '../model/trajectory'

/** Qubits of a step, target first; a logic step has none. */
export function qubitsOfStep(step: TrajectoryStep): readonly number[] {
  if (step.kind === 'logic') return []
  if (step.kind === 'gate') return [step.target, ...step.controls]
  return step.kind === 'pauli2' ? [step.target, step.other] : [step.target]
}

function renumbered(step: TrajectoryStep, numberOf: (qubit: number) => number): TrajectoryStep {
  if (step.kind === 'logic') return step
  const target = numberOf(step.target)
  if (step.kind === 'gate') return { ...step, target, controls: step.controls.map(numberOf) }
  return step.kind === 'pauli2' ? { ...step, target, other: numberOf(step.other) } : { ...step, target }
}

/** One more than the highest classical bit that is written. */
const writtenBits = (steps: readonly TrajectoryStep[]): number =>
  steps.reduce((most, step) => ('clbit' in step ? Math.max(most, step.clbit + 1) : most), 0)

/** Numbers the touched qubits 0, 1, ... in ascending order, so that twenty qubits of a large chiplet stay twenty. */
export function trajectoryProgramOf(steps: readonly TrajectoryStep[], num_clbits = 0): TrajectoryProgram {
  const used = [...new Set(steps.flatMap(qubitsOfStep))].sort((a, b) => a - b)
  const qubitNumbers = new Map(used.map((qubit, at) => [qubit, at]))
  return {
    qubits: used.length,
    clbits: Math.max(num_clbits, writtenBits(steps)),
    steps: steps.map(step => renumbered(step, qubit => qubitNumbers.get(qubit)!)),
  }
}

/**
 * AppError `invalid_request` for what the engine cannot take; invalid shots or seeds are a bug: RangeError or
 * TypeError.
 */
export function checkTrajectories(
  program: TrajectoryProgram,
  { shots, seed, max_qubits }: { readonly shots: number; readonly seed: bigint; readonly max_qubits: number },
): void {
  needInteger('shots', shots, { least: 1, most: MAX_SIMULATED_SHOTS })
  needSeed(seed)
  refuseAbove('The noisy circuit takes', { what: 'qubits', count: program.qubits, max: max_qubits })
  refuseAbove('The noisy circuit takes', { what: 'steps', count: program.steps.length, max: MAX_TRAJECTORY_STEPS })
  refuseAbove('The noisy circuit takes', {
    what: 'classical bits times shots',
    count: program.clbits * shots,
    max: MAX_OUTCOME_BITS,
  })
}
