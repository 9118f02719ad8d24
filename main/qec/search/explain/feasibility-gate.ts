/** The feasibility gate: passed, failed, or unknown where an unknown T2 would decide. */
import type { GateVerdict } from '../../../contract/modules/feasibility-gate'
import { GATE_COHERENCE_RATIO } from '../../../contract/modules/logical-qubits'
import type { Layout, NoiseModel } from '../../model/round'
import { sitesOf } from '../../noise/score'

/** Exactly the limit passes; the ratio is compared unrounded. */
export const passesGate = (ratio: number): boolean => ratio <= GATE_COHERENCE_RATIO

/** Sites without a T2: `noise.t2` has the limit 2·T1 there, and the coherence ratio is then a lower bound. */
export const sitesWithoutT2 = (layout: Layout, noise: NoiseModel): number[] =>
  sitesOf(layout).filter(site => noise.t2Unknown?.(site) ?? false)

/** A lower bound above the limit fails the gate as the ratio itself would; below it says nothing. */
export function gateVerdict(ratio: number, layout: Layout, noise: NoiseModel): GateVerdict {
  if (!passesGate(ratio)) return 'failed'
  return sitesWithoutT2(layout, noise).length > 0 ? 'unknown' : 'passed'
}
