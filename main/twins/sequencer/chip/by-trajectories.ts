/** A received program as quantum trajectories: any gate, decay as it is or as its twirl. */
import { type DecayModel, untwirled } from '../../../qec/noise/transform'
import type { RequiredBits } from '../../../simulation/model/condition'
import type { Matrix2 } from '../../../simulation/model/gates'
import type { QuantumStep, TrajectoryProgram, TrajectoryStep } from '../../../simulation/model/trajectory'
import type { NoisyBlock, NoisyOperation } from './noisy-steps'
import type { ReceivedProgram } from './received-program'

const { SQRT1_2 } = Math
/** exp(−iπ/4 X), exp(−iπ/2 X) without its phase, and Z; row-major, (re, im). */
const X90: Matrix2 = [SQRT1_2, 0, 0, -SQRT1_2, 0, -SQRT1_2, SQRT1_2, 0]
const X180: Matrix2 = [0, 0, 1, 0, 1, 0, 0, 0]
const Z: Matrix2 = [1, 0, 0, 0, 0, 0, -1, 0]

type Free<Step> = Step extends unknown ? Omit<Step, 'condition'> : never

/** One object for each angle: programs carry every matrix once, distinguished by identity. */
function frameMatrices(): (angle: number) => Matrix2 {
  const known = new Map<number, Matrix2>()
  return angle => {
    const matrix = known.get(angle) ?? [1, 0, 0, 0, 0, 0, Math.cos(angle), Math.sin(angle)]
    known.set(angle, matrix)
    return matrix
  }
}

function stepsOf(
  operation: NoisyOperation,
  {
    base,
    decay,
    frame,
  }: { readonly base: number; readonly decay: DecayModel; readonly frame: (angle: number) => Matrix2 },
): Free<QuantumStep>[] {
  switch (operation.kind) {
    case 'pulse':
      return [{ kind: 'gate', target: operation.q, matrix: operation.half_turn ? X180 : X90, controls: [] }]
    case 'frame':
      return [{ kind: 'gate', target: operation.q, matrix: frame(operation.angle), controls: [] }]
    case 'cz':
      return [{ kind: 'gate', target: operation.b, matrix: Z, controls: [operation.a] }]
    case 'measure': {
      const { q: target, flip, slot } = operation
      return [{ kind: 'measure', target, clbit: base + slot, flips: [flip, flip] }]
    }
    case 'reset':
      return [
        { kind: 'reset', target: operation.q },
        { kind: 'pauli1', target: operation.q, px: operation.flip, py: 0, pz: 0 },
      ]
    case 'pauli2':
      return [{ kind: 'pauli2', target: operation.a, other: operation.b, p: operation.p }]
    case 'pauli1': {
      const { q: target, px, py, pz } = operation
      const exact = operation.decay && decay === 'exact' ? untwirled(operation) : null
      if (!exact) return [{ kind: 'pauli1', target, px, py, pz }]
      return [
        { kind: 'damp', target, gamma: exact.gamma },
        { kind: 'pauli1', target, px: 0, py: 0, pz: exact.pz },
      ]
    }
  }
}

/** Slots are the first classical bits, registers follow them. */
export function trajectoryProgram(
  program: ReceivedProgram,
  {
    blocks,
    qubits,
    decay,
  }: { readonly blocks: readonly (NoisyBlock | null)[]; readonly qubits: number; readonly decay: DecayModel },
): TrajectoryProgram {
  const { slots, registers } = program
  const frame = frameMatrices()
  const conditions = Array.from({ length: registers }, (_, i): RequiredBits => [{ clbit: slots + i, value: 1 }])
  const steps: TrajectoryStep[] = []
  for (const [i, step] of program.steps.entries()) {
    const block = blocks[i]
    if (block) {
      const condition = block.condition === null ? null : conditions[block.condition]!
      const playing = { base: block.base, decay, frame }
      for (const operation of block.operations)
        for (const free of stepsOf(operation, playing)) steps.push({ ...free, condition })
    }
    if (step.kind !== 'logic') continue
    const from = step.slot ?? (step.other === null ? null : slots + step.other)
    steps.push({ kind: 'logic', condition: null, clbit: slots + step.register, logic: step.logic, from })
  }
  return { qubits, clbits: slots + registers, steps }
}
