import { clbitsOf } from '../../circuits/model/classical-bits'
import type { Circuit } from '../../contract/jobs/circuit'
import { AppError } from '../../contract/model/errors'
import { MAX_SIMULATED_SHOTS, needInteger, needSeed } from '../model/arguments'
import { type CircuitStep, circuitStepsOf, MAX_OUTCOME_BITS, type PreparedCircuit } from '../model/circuit'

/** The touched qubits in ascending order; a qubit's position is its number in the prepared circuit. */
export function qubitNumbers(steps: readonly CircuitStep[]): ReadonlyMap<number, number> {
  const used = new Set<number>()
  for (const step of steps) {
    used.add(step.target)
    if (step.kind === 'gate') for (const control of step.controls) used.add(control)
  }
  return new Map([...used].sort((a, b) => a - b).map((qubit, at) => [qubit, at]))
}

function renumbered(step: CircuitStep, number: ReadonlyMap<number, number>): CircuitStep {
  const { condition } = step
  const target = number.get(step.target)!
  switch (step.kind) {
    case 'gate':
      return {
        kind: 'gate',
        condition,
        target,
        matrix: step.matrix,
        controls: step.controls.map(at => number.get(at)!),
      }
    case 'measure':
      return { kind: 'measure', condition, target, clbit: step.clbit }
    case 'reset':
      return { kind: 'reset', condition, target }
  }
}

const writtenBits = (steps: readonly CircuitStep[]): number =>
  steps.reduce((most, step) => (step.kind === 'measure' ? Math.max(most, step.clbit + 1) : most), 0)

/** Checks a circuit and its run for an engine; AppError `invalid_request` names the instruction that is wrong. */
export function prepareCircuit(
  circuit: Circuit,
  { shots, seed, max_qubits }: { readonly shots: number; readonly seed: bigint; readonly max_qubits: number },
): PreparedCircuit {
  needInteger('shots', shots, { least: 1, most: MAX_SIMULATED_SHOTS })
  needSeed(seed)
  const all = circuit.instructions.flatMap((instruction, i) => circuitStepsOf(instruction, i, circuit.num_qubits))
  const number = qubitNumbers(all)
  const qubits = number.size
  const steps = all.map(step => renumbered(step, number))
  if (qubits > max_qubits)
    throw new AppError('invalid_request', `The circuit acts on ${qubits} qubits; this engine holds ${max_qubits}`, {
      details: { qubits, max_qubits },
    })
  const clbits = Math.max(clbitsOf(circuit), writtenBits(steps))
  if (clbits * shots > MAX_OUTCOME_BITS)
    throw new AppError('invalid_request', `${clbits} classical bits times ${shots} shots are too many to count`, {
      details: { clbits, shots, most: MAX_OUTCOME_BITS },
    })
  return { qubits, clbits, steps }
}
