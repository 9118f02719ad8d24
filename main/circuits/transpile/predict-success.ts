/** Figures of a scheduled circuit from the calibration: lengths of its operations and a predicted success. */
import type { CouplingGraph } from './model/coupling-graph'
import { type NativeInstruction, type SuccessPrediction, TIMELESS } from './model/result'
import type { TargetQubit } from './model/target'
import type { DurationOf, Schedule } from './schedule'

type GraphWithTarget = Pick<CouplingGraph, 'target'>

function figuresOf({ target }: GraphWithTarget) {
  const qubits = new Map(target.qubits.map(qubit => [qubit.qubit, qubit]))
  const couplings = new Map(
    target.couplings.flatMap(one => [
      [`${one.a} ${one.b}`, one],
      [`${one.b} ${one.a}`, one],
    ]),
  )
  return {
    qubit: (index: number) => qubits.get(index)!,
    coupling: ([a, b]: readonly number[]) => couplings.get(`${a} ${b}`)!,
  }
}

/** Nanoseconds of an instruction; rz, barrier and store take none. */
export function durationsOn(device: GraphWithTarget): DurationOf {
  const { qubit, coupling } = figuresOf(device)
  return ({ name, qubits }) => {
    const [first] = qubits
    if (TIMELESS.includes(name)) return 0
    if (name === 'cz') return coupling(qubits).duration_ns
    if (name === 'measure') return qubit(first!).readout_ns
    return name === 'reset' ? qubit(first!).reset_ns : qubit(first!).gate_1q_ns
  }
}

/** Average infidelity of waiting: 1/2 - e^(-t/T1)/6 - e^(-t/T2)/3. */
const idleInfidelity = (wait_ns: number, { t1_ns, t2_ns }: TargetQubit): number =>
  -Math.expm1(-wait_ns / t1_ns) / 6 - Math.expm1(-wait_ns / t2_ns) / 3

/**
 * PREDICTED: the product of average fidelities, one factor per operation and per wait between two operations on a
 * qubit. Conditional operations count as if they always happened.
 */
export function predictSuccess(
  instructions: readonly NativeInstruction[],
  {
    schedule: { start_ns },
    device,
    checkpoint,
  }: {
    readonly schedule: Pick<Schedule, 'start_ns'>
    readonly device: GraphWithTarget
    readonly checkpoint: () => void
  },
): SuccessPrediction {
  const { qubit, coupling } = figuresOf(device)
  const length = durationsOn(device)
  const factors = { one_qubit: 1, cz: 1, readout: 1, reset: 1, idle: 1 }
  const busyUntil = new Map<number, number>()
  for (const [index, instruction] of instructions.entries()) {
    checkpoint()
    const { name, qubits } = instruction
    if (TIMELESS.includes(name)) continue
    const start = start_ns[index]!
    for (const q of qubits) {
      factors.idle *= 1 - idleInfidelity(Math.max(0, start - (busyUntil.get(q) ?? start)), qubit(q))
      busyUntil.set(q, start + length(instruction))
    }
    if (name === 'cz') factors.cz *= 1 - coupling(qubits).error
    else if (name === 'measure') factors.readout *= 1 - qubit(qubits[0]!).readout_error
    else if (name === 'reset') factors.reset *= 1 - qubit(qubits[0]!).reset_error
    else factors.one_qubit *= 1 - qubit(qubits[0]!).error_1q
  }
  return factors
}
