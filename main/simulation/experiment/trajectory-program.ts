/**
 * Frame programs as trajectories: the state itself instead of differences from a reference, decay instead of its twirl.
 */
import type { Sign, SignedProgram } from '../../qec/experiment/reference-signs'
import { type DecayModel, untwirled } from '../../qec/noise/transform'
import type { FrameOp } from '../../qec/program/frame'
import { createYielder, type Yielder } from '../../worker/yielder'
import type { RequiredBits } from '../model/condition'
import { GATE_MATRICES, type Matrix2 } from '../model/gates'
import type { QuantumStep, TrajectoryProgram, TrajectoryStep } from '../model/trajectory'
import { referenceRun } from './reference-run'

type WithoutCondition<Step> = Step extends unknown ? Omit<Step, 'condition'> : never
type FreeStep = WithoutCondition<QuantumStep>

const matrixOf = (name: string): Matrix2 => GATE_MATRICES.get(name)!.steps([])[0]!.matrix
const MATRICES = { X: matrixOf('x'), Y: matrixOf('y'), Z: matrixOf('z'), H: matrixOf('h'), S: matrixOf('s') }
const S_INVERSE = matrixOf('sdg')

const gate = (target: number, matrix: Matrix2, controls: readonly number[] = []): FreeStep => ({
  kind: 'gate',
  target,
  matrix,
  controls,
})

/** Bits become the classical bits of their numbers, registers those after them. */
function conversion({ bits }: SignedProgram['program'], decay: DecayModel) {
  const pauliSteps = (op: Extract<FrameOp, { op: 'pauli1' }>): FreeStep[] => {
    const { q: target, px, py, pz } = op
    const exact = op.idle && decay === 'exact' ? untwirled(op) : null
    if (!exact) return [{ kind: 'pauli1', target, px, py, pz }]
    return [
      { kind: 'damp', target, gamma: exact.gamma },
      { kind: 'pauli1', target, px: 0, py: 0, pz: exact.pz },
    ]
  }
  const quantum = (op: FrameOp, reference: number): FreeStep[] => {
    switch (op.op) {
      case 'reset':
        return [
          { kind: 'reset', target: op.q },
          { kind: 'pauli1', target: op.q, px: op.flip, py: 0, pz: 0 },
        ]
      case 'h':
        return [gate(op.q, MATRICES.H)]
      case 's':
        return [gate(op.q, op.inverse ? S_INVERSE : MATRICES.S)]
      case 'cz':
        return [gate(op.b, MATRICES.Z, [op.a])]
      case 'measure': {
        const flip = reference === 0 ? op.flip : 1 - op.flip
        return [{ kind: 'measure', target: op.q, clbit: op.bit, flips: [flip, flip] }]
      }
      case 'pauli1':
        return pauliSteps(op)
      case 'pauli2':
        return [{ kind: 'pauli2', target: op.a, other: op.b, p: op.p }]
      case 'pauli':
        return [...(op.x ? [gate(op.q, MATRICES.X)] : []), ...(op.z ? [gate(op.q, MATRICES.Z)] : [])]
      default:
        throw new RangeError(`${op.op} asks for a frame, and a state has none`)
    }
  }
  const logic = (op: FrameOp): TrajectoryStep | null => {
    if (op.op === 'set')
      return { kind: 'logic', condition: null, clbit: bits + op.reg, logic: op.value ? 'one' : 'zero', from: null }
    if (!('from' in op)) return null
    const from = op.from === 'bit' ? op.index : bits + op.index
    return { kind: 'logic', condition: null, clbit: bits + op.reg, logic: op.op, from }
  }
  return { quantum, logic }
}

const signSteps = ({ pauli, qubits }: Sign): TrajectoryStep[] =>
  qubits.map(q => ({ ...gate(q, MATRICES[pauli]), condition: null }))

/** Ops between two looks at the clock. */
const OPS_PER_SLICE = 64

/**
 * The program as trajectories on as many qubits, from |0...0>: a mask becomes the condition of the ops that it limits.
 * Outcomes are recorded relative to the reference run, as frames record them, so that registers, triggers and decoders
 * read them alike. RangeError for `peek` and `load`, which only frames know.
 */
export async function trajectoryProgramOfFrames(
  { program, signs }: SignedProgram,
  decay: DecayModel = 'exact',
  yielder: Yielder = createYielder(),
): Promise<TrajectoryProgram> {
  const { quantum, logic } = conversion(program, decay)
  const reference = referenceRun(program.qubits)
  const masks = Array.from(
    { length: program.registers },
    (_, reg): RequiredBits => [{ clbit: program.bits + reg, value: 1 }],
  )
  let condition: RequiredBits | null = null
  const steps: TrajectoryStep[] = []
  for (const [i, op] of program.ops.entries()) {
    if (i % OPS_PER_SLICE === 0 && yielder.isDue()) await yielder.yieldNow(0)
    for (const sign of signs) {
      if (sign.at !== i) continue
      reference.applySign(sign)
      steps.push(...signSteps(sign))
    }
    const combined = logic(op)
    if (op.op === 'mask') condition = op.reg === null ? null : masks[op.reg]!
    else if (combined) steps.push(combined)
    else for (const step of quantum(op, reference.step(op))) steps.push({ ...step, condition })
  }
  return { qubits: program.qubits, clbits: program.bits + program.registers, steps }
}
