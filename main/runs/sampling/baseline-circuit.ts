import type { CardinalState } from '../../contract/model/protocols'
import { baselineProgram } from '../../qec/experiment/baseline'
import { baselineSigns, type SignedProgram } from '../../qec/experiment/reference-signs'
import type { FaultRates } from '../../qec/noise/rates'
import type { RunPlan } from '../model/plan'

/** The physical baseline of a qubit for so many rounds, decoupled as the encoded run is. */
export const idleProgram = (
  qubit: number,
  state: CardinalState,
  rounds: number,
  plan: RunPlan,
  faultRates: FaultRates,
): SignedProgram =>
  waitingProgram(qubit, state, { rounds, duration_ns: plan.compiled.duration_ns * rounds }, plan, faultRates)

/** The same for another duration: the pulses are those of so many rounds. */
export function waitingProgram(
  qubit: number,
  state: CardinalState,
  { rounds, duration_ns }: { readonly rounds: number; readonly duration_ns: number },
  { decoupling, rates }: RunPlan,
  faultRates: FaultRates,
): SignedProgram {
  const pulse_ns = rates.sites[qubit]?.pulse_ns
  const dd =
    decoupling && pulse_ns !== undefined ? { sequence: decoupling.effect.sequence, rounds, pulse_ns } : undefined
  const program = baselineProgram(qubit, state, duration_ns, faultRates, dd, rounds)
  return { program, signs: baselineSigns(state) }
}
