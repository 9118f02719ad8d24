import { clbitsOf } from '../../circuits/model/classical-bits'
import { STORE, type UnrolledCircuit, type UnrolledInstruction } from '../../circuits/model/unroll'
import type { Instruction } from '../../contract/jobs/circuit'
import { type CircuitStep, circuitStepsOf } from '../model/circuit'
import { conditionOf, type RequiredBits } from '../model/condition'
import type { TrajectoryProgram, TrajectoryStep } from '../model/trajectory'
import { trajectoryProgramOf } from '../trajectories/program'
import { errorsAfter, type PauliNoise } from './gate-errors'
import type { NoiseParameters } from './parameters'
import { type ScheduledInstruction, scheduleAsap } from './schedule'

/**
 * Decay over `t`, exact: amplitude damping with 1 - e^(-t/T1), and the dephasing that reduces the coherence to
 * e^(-t/T2). T2 beyond its limit 2 T1 counts as 2 T1. All three in the same unit.
 */
export function decay(t: number, t1: number, t2: number): { readonly gamma: number; readonly pz: number } {
  const pure = Math.max(0, t / t2 - t / (2 * t1))
  return { gamma: -Math.expm1(-t / t1), pz: -Math.expm1(-pure) / 2 }
}

function decaySteps(
  { qubit: target, ns }: ScheduledInstruction['idles'][number],
  iterationBit: number | undefined,
  figures: NoiseParameters,
): TrajectoryStep[] {
  const { gamma, pz } = decay(ns, figures.t1(target), figures.t2(target))
  const passing = {
    condition: iterationBit === undefined ? null : [{ clbit: iterationBit, value: 1 as const }],
    target,
  }
  return [
    { kind: 'damp', ...passing, gamma },
    { kind: 'pauli1', ...passing, px: 0, py: 0, pz },
  ]
}

function pauliStep(noise: PauliNoise, condition: RequiredBits | null): TrajectoryStep {
  if (noise.op === 'pauli2') return { kind: 'pauli2', condition, target: noise.a, other: noise.b, p: noise.p }
  const { px, py, pz } = noise
  return { kind: 'pauli1', condition, target: noise.q, px, py, pz }
}

/** The recorded bit is wrong with the same probability for both outcomes, as calibrations publish one readout fidelity. */
function noisyStep(step: CircuitStep, figures: NoiseParameters): TrajectoryStep {
  if (step.kind !== 'measure') return step
  const error = figures.readoutError(step.target)
  return { ...step, flips: [error, error] }
}

const storeStep = (instruction: Instruction, at: number): TrajectoryStep => ({
  kind: 'logic',
  condition: conditionOf(instruction, at),
  clbit: instruction.clbits![0]!,
  from: null,
  logic: instruction.params![0] === 1 ? 'one' : 'zero',
})

/** What precedes an instruction, which instruction of the circuit it is, and how many qubits there are. */
interface InstructionContext extends Pick<ScheduledInstruction, 'idles'> {
  readonly at: number
  readonly total: number
}

function noisySteps(
  instruction: UnrolledInstruction,
  { idles, at, total }: InstructionContext,
  figures: NoiseParameters,
): TrajectoryStep[] {
  if (instruction.name === STORE) return [storeStep(instruction, at)]
  const ideal = circuitStepsOf(instruction, at, total)
  const condition = conditionOf(instruction, at)
  return [
    ...idles.flatMap(idle => decaySteps(idle, instruction.iterationBit, figures)),
    ...ideal.map(step => noisyStep(step, figures)),
    ...errorsAfter(instruction, figures).map(noise => pauliStep(noise, condition)),
  ]
}

/**
 * Any circuit with the noise of a calibration: `noisyCliffordProgram` (noise/clifford-program.ts) with its schedule,
 * its gate, reset and readout errors, but with the exact decay of idle qubits, not averaged over the Paulis. The
 * average infidelity of every part is the same in both, since twirling does not change it. AppError `invalid_request`
 * names an instruction that is wrong.
 */
export function noisyTrajectoryProgram(
  circuit: UnrolledCircuit['circuit'],
  figures: NoiseParameters,
): TrajectoryProgram {
  const { instructions, num_qubits } = circuit
  const steps = scheduleAsap(instructions, figures).flatMap(({ idles }, at) =>
    noisySteps(instructions[at]!, { idles, at, total: num_qubits }, figures),
  )
  return trajectoryProgramOf(steps, clbitsOf(circuit))
}
