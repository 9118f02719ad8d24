/** What a candidate shows beside its score: every mean with its minimum and where that is, so that weak parts stay visible. */
import type { ModuleDiagnostics } from '../../../contract/modules'
import { describeFault } from '../../code/fault-text'
import type { CompiledRound, FaultVerdict, NoiseModel } from '../../model/round'
import { coherenceRatio, deltaPauli, idleGapsOnly, scoreRound, shortestT2, sitesOf } from '../../noise/score'
import { edgeName, qubitName } from '../../noise/vetoes'
import type { Stability } from './stability'

type Range = ModuleDiagnostics['fidelity_1q']

const US_PER_NS = 1e-3

/** `faults` and `stability` belong to the same round. */
export function diagnosticsOf(
  round: CompiledRound,
  noise: NoiseModel,
  faults: FaultVerdict,
  stability: Stability,
): ModuleDiagnostics {
  const { layout } = round
  const delta = scoreRound(round, noise)
  const delta_pauli = deltaPauli(delta)
  const helpers = [layout.ancilla, layout.flag]
  const edges = delta.edges.map(({ a, b }) => ({ name: edgeName(a, b), value: noise.fidelityCz(a, b) }))
  return {
    noise_model_version: noise.version,
    delta_round: delta,
    delta_pauli,
    idle_gaps_only: idleGapsOnly(round, noise),
    fidelity_1q: siteRange(sitesOf(layout), noise.fidelitySingle),
    readout_fidelity: siteRange([...layout.data, ...helpers], noise.fidelityReadout),
    two_qubit_fidelity: rangeOf(edges),
    reset_fidelity: siteRange(helpers, noise.fidelityReset),
    t1_min_us: Math.min(...sitesOf(layout).map(noise.t1)) * US_PER_NS,
    t2_min_us: shortestT2(layout, noise) * US_PER_NS,
    round_duration_ns: round.duration_ns,
    coherence_ratio: coherenceRatio(round, noise),
    stability_30d: stability,
    routing_cost: { cz_count: round.cz_count, swap_count: round.swap_count, depth: round.depth },
    predicted_detection_acceptance_per_round: Math.exp(-delta_pauli),
    ft_preserved: faults.ft_preserved,
    ft: verdictOf(round, faults),
  }
}

const siteRange = (sites: readonly number[], figure: (site: number) => number): Range =>
  rangeOf(sites.map(site => ({ name: qubitName(site), value: figure(site) })))

function rangeOf(parts: readonly { readonly name: string; readonly value: number }[]): Range {
  if (parts.length === 0) return { mean: null, min: null, min_at: null }
  const least = parts.reduce((low, part) => (part.value < low.value ? part : low))
  return {
    mean: parts.reduce((sum, { value }) => sum + value, 0) / parts.length,
    min: least.value,
    min_at: least.name,
  }
}

const verdictOf = (round: CompiledRound, faults: FaultVerdict): ModuleDiagnostics['ft'] => ({
  protocol: faults.protocol,
  cases: faults.cases,
  failures: faults.failures,
  schedule_hash: round.schedule_hash,
  counterexample: faults.counterexample && {
    fault: describeFault(faults.counterexample.effect.fault, round),
    effect: faults.counterexample.why,
  },
})
