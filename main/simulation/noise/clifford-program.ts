import { clbitsOf } from '../../circuits/model/classical-bits'
import type { UnrolledCircuit } from '../../circuits/model/unroll'
import { AppError } from '../../contract/model/errors'
import { idlePaulis } from '../../qec/noise/transform'
import { LOOP_QUBIT } from '../model/circuit'
import { literalsOf, type RequiredBits } from '../model/condition'
import type { StabilizerOp, StabilizerProgram } from '../model/stabilizer'
import { cliffordOps, stabilizerProgramOf } from '../stabilizer/program'
import { errorsAfter } from './gate-errors'
import type { NoiseParameters } from './parameters'
import { type ScheduledInstruction, scheduleAsap } from './schedule'

const under = (ops: readonly StabilizerOp[], condition: RequiredBits | undefined): StabilizerOp[] =>
  ops.map(op => ({ ...op, condition }))

function noisyOps({ instruction, idles }: ScheduledInstruction, figures: NoiseParameters, at: number): StabilizerOp[] {
  const ideal = cliffordOps(instruction)
  if (ideal === null)
    throw new AppError('invalid_request', `Instruction ${at}: ${instruction.name} is not Clifford`, {
      details: { instruction: at },
    })
  const decays = idles.map(
    ({ qubit, ns }): StabilizerOp => ({
      op: 'pauli1',
      q: qubit,
      ...idlePaulis(ns, figures.t1(qubit), figures.t2(qubit)),
      ...(instruction.iterationBit === undefined ? {} : { condition: [{ clbit: instruction.iterationBit, value: 1 }] }),
    }),
  )
  const recorded = ideal.map(op =>
    op.op === 'measure' && op.q !== LOOP_QUBIT ? { ...op, flip: figures.readoutError(op.q) } : op,
  )
  return [
    ...decays,
    ...recorded,
    ...under(errorsAfter(instruction, figures), instruction.condition && literalsOf(instruction.condition)),
  ]
}

/**
 * A Clifford circuit with the noise of a calibration, `CIRCUIT_NOISE_VERSION`:
 *
 * - before an instruction, each of its qubits suffers the Pauli twirl of T1 and T2 decay over the time it waited (ASAP);
 * - after a one-qubit gate X, Y and Z each with p/3, p = 3/2 of the infidelity; Z rotations are virtual and free;
 * - after a two-qubit gate the 15 Paulis each with p/15, p = 5/4 of the infidelity, as often as it costs native gates;
 * - a measurement records the wrong bit, a reset leaves |1>, with their own probabilities.
 *
 * Noise of a conditional gate happens only when the gate is done. The twirl keeps the average infidelity of the decay;
 * that |1> decays to |0> and not the reverse is averaged away. AppError names an instruction that is not Clifford.
 */
export const noisyCliffordProgram = (
  circuit: UnrolledCircuit['circuit'],
  figures: NoiseParameters,
): StabilizerProgram => stabilizerProgramOf(noisyCliffordOps(circuit, figures), clbitsOf(circuit))

/** The ops of `noisyCliffordProgram`, on the circuit's own qubits. */
export const noisyCliffordOps = (
  { instructions }: UnrolledCircuit['circuit'],
  figures: NoiseParameters,
): StabilizerOp[] =>
  scheduleAsap(instructions, figures).flatMap((instruction, at) => noisyOps(instruction, figures, at))
