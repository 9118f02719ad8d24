import type { CardinalState } from '../contract/model/protocols'
import { baselineProgram } from '../qec/experiment/baseline'
import { baselineSigns, type SignedProgram } from '../qec/experiment/reference-signs'
import type { FaultRates } from '../qec/noise/rates'
import type { RunPlan } from './planning/plan'

/** The physical baseline of a qubit for so many rounds, decoupled as the encoded run is. */
export function idleProgram(
  qubit: number,
  state: CardinalState,
  rounds: number,
  { compiled, decoupling, rates }: RunPlan,
  faultRates: FaultRates,
): SignedProgram {
  const pulse_ns = rates.sites[qubit]?.pulse_ns
  const dd =
    decoupling && pulse_ns !== undefined ? { sequence: decoupling.effect.sequence, rounds, pulse_ns } : undefined
  const program = baselineProgram(qubit, state, compiled.duration_ns * rounds, faultRates, dd)
  return { program, signs: baselineSigns(state) }
}
