import { AppError } from '../contract/errors'
import { idlePaulis, pauliFromInfidelity1, pauliFromInfidelity2 } from '../qec/noise'
import { type CircuitFigures, isVirtual, twoQubitGates } from './noise_figures'
import { pairsOf, type ScheduledInstruction, scheduleAsap } from './noise_schedule'
import type { Condition, StabilizerOp, StabilizerProgram } from './stabilizer'
import { type CliffordCircuit, cliffordOps, conditionOf } from './stabilizer_gates'
import { programOf } from './stabilizer_program'

/** Probability of any Pauli error after depolarizing `times` times, each with `p` in all over so many Paulis. */
function repeated(p: number, times: number, outcomes: number): number {
  const full = (outcomes + 1) / outcomes
  return (1 - (1 - full * p) ** times) / full
}

function gateNoise({ name, qubits }: { name: string; qubits: readonly number[] }, figures: CircuitFigures) {
  if (name === 'barrier' || isVirtual(name)) return []
  if (qubits.length > 1)
    return pairsOf(qubits).map(([a, b]): StabilizerOp => {
      const p = Math.min(15 / 16, pauliFromInfidelity2(figures.gate2Error(a, b)))
      return { op: 'pauli2', a, b, p: repeated(p, twoQubitGates(name), 15) }
    })
  const third = Math.min(3 / 4, pauliFromInfidelity1(figures.gate1Error(qubits[0]!))) / 3
  return [{ op: 'pauli1', q: qubits[0]!, px: third, py: third, pz: third } satisfies StabilizerOp]
}

/** What follows an instruction: depolarizing noise after a gate, a flip after a reset; a measurement flips its own note. */
function noiseAfter(instruction: ScheduledInstruction['instruction'], figures: CircuitFigures): StabilizerOp[] {
  const { name, qubits } = instruction
  if (name === 'measure') return []
  if (name !== 'reset') return gateNoise(instruction, figures)
  return qubits.map(q => ({ op: 'pauli1', q, px: figures.resetError(q), py: 0, pz: 0 }))
}

const under = (ops: readonly StabilizerOp[], condition: Condition | undefined): StabilizerOp[] =>
  ops.map(op => ({ ...op, condition }))

function noisyOps({ instruction, waits }: ScheduledInstruction, figures: CircuitFigures, at: number): StabilizerOp[] {
  const ideal = cliffordOps(instruction)
  if (ideal === null)
    throw new AppError('invalid_request', `Instruction ${at}: ${instruction.name} is not Clifford`, { instruction: at })
  const idles = waits.map(
    ({ qubit, ns }): StabilizerOp => ({
      ...{ op: 'pauli1', q: qubit },
      ...idlePaulis(ns, figures.t1(qubit), figures.t2(qubit)),
    }),
  )
  const noted = ideal.map(op => (op.op === 'measure' ? { ...op, flip: figures.readoutError(op.q) } : op))
  return [...idles, ...noted, ...under(noiseAfter(instruction, figures), conditionOf(instruction))]
}

/**
 * A Clifford circuit with the noise of a calibration, `CIRCUIT_NOISE_VERSION`:
 *
 * - before an instruction, each of its qubits suffers the Pauli twirl of T1 and T2 decay over the time it waited (ASAP);
 * - after a one-qubit gate X, Y and Z each with p/3, p = 3/2 of the infidelity; Z rotations are virtual and free;
 * - after a two-qubit gate the 15 Paulis each with p/15, p = 5/4 of the infidelity, as often as it costs native gates;
 * - a measurement notes the wrong bit, a reset leaves |1>, with their own probabilities.
 *
 * Noise of a conditional gate strikes only when the gate is done. The twirl is exact for what Pauli channels can say;
 * that |1> decays to |0> and not the reverse is averaged away. AppError names an instruction that is not Clifford.
 */
export function noisyProgram(circuit: CliffordCircuit, figures: CircuitFigures): StabilizerProgram {
  const scheduled = scheduleAsap(circuit.instructions, figures)
  return programOf(scheduled.flatMap((instruction, at) => noisyOps(instruction, figures, at)))
}
