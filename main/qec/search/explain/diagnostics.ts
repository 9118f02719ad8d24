/**
 * Diagnostics of a candidate besides its score: every mean with its minimum and the location of that, so that weak parts stay
 * visible.
 */
import type { ModuleDiagnostics } from '../../../contract/modules/diagnostics'
import { sum } from '../../../contract/numbers/arithmetic'
import { describeFault } from '../../code/fault-text'
import type { FaultVerdict } from '../../model/fault'
import type { NoiseModel } from '../../model/noise-model'
import type { CompiledRound, Layout } from '../../model/round'
import { MAX_SITES } from '../../model/round'
import { coherenceRatio, deltaPauli, idleGapsOnly, scoreRound, shortestT2, sitesOf } from '../../noise/score'
import { edgeName, qubitName } from '../../noise/vetoes'
import { sitesWithoutT2 } from './feasibility-gate'
import type { StabilityDiagnostics } from './stability'

type FigureRange = ModuleDiagnostics['fidelity_1q']

const US_PER_NS = 1e-3

/** `faults` and `stability` belong to the same round. */
export function diagnosticsOf(
  round: CompiledRound,
  {
    noise,
    faults,
    stability,
  }: { readonly noise: NoiseModel; readonly faults: FaultVerdict; readonly stability: StabilityDiagnostics },
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
    ...shortest(layout, noise),
    round_duration_ns: round.duration_ns,
    coherence_ratio: coherenceRatio(round, noise),
    stability_30d: stability,
    routing_cost: { cz_count: round.cz_count, swap_count: round.swap_count, depth: round.depth },
    predicted_detection_acceptance_per_round: Math.exp(-delta_pauli),
    ft_preserved: faults.ft_preserved,
    ft: faultToleranceOf(round, faults),
  }
}

function shortest(layout: Layout, noise: NoiseModel): Pick<ModuleDiagnostics, 't2_min_us' | 't2_min_at_most_us'> {
  const least_us = shortestT2(layout, noise) * US_PER_NS
  return sitesWithoutT2(layout, noise).length > 0
    ? { t2_min_us: null, t2_min_at_most_us: least_us }
    : { t2_min_us: least_us }
}

const siteRange = (sites: readonly number[], figure: (site: number) => number): FigureRange =>
  rangeOf(sites.map(site => ({ name: qubitName(site), value: figure(site) })))

function rangeOf(parts: readonly { readonly name: string; readonly value: number }[]): FigureRange {
  if (parts.length === 0) return { mean: null, min: null, min_at: null }
  const least = parts.reduce((low, part) => (part.value < low.value ? part : low))
  return {
    mean: sum(parts.map(({ value }) => value)) / parts.length,
    min: least.value,
    min_at: least.name,
  }
}

const faultToleranceOf = (round: CompiledRound, faults: FaultVerdict): ModuleDiagnostics['ft'] => ({
  protocol: faults.protocol,
  cases: faults.cases,
  failures: faults.failures,
  schedule_hash: round.schedule_hash,
  counterexample: faults.counterexample && {
    fault: describeFault(faults.counterexample.effect.fault, round),
    effect: faults.counterexample.why,
  },
})

/** Objectives to minimize, in the same order for all. */
export type Objectives = readonly number[]

/** For each, whether no other is at least as good in every objective and better in one. */
export const paretoFront = (all: readonly Objectives[]): boolean[] =>
  all.map(one => !all.some(other => dominates(other, one)))

const dominates = (a: Objectives, b: Objectives): boolean =>
  a.every((value, i) => value <= b[i]!) && a.some((value, i) => value < b[i]!)

/** Description of the space that the search for the best round covers, for readers of its result. */
export const SEARCH_SPACE =
  'Every home of A, every flag beside it, every five data sites and all 120 labellings of them; every order of the data couplings, ' +
  'every place beside a data site to meet it from, and every walk of A between stops that visits no site twice, over all sites ' +
  'that hold neither data nor flag; every walk by full SWAPs (three CZs, four Hs between them) or by reset-assisted moves (a ' +
  'reset, two CZs, three Hs), each made whole. Each extraction begins and ends with A at home, where the flag is met after the ' +
  'first and after the third data coupling. Each such sequence has one schedule: the H that a walk by SWAPs leaves on A, if any, ' +
  'stands on that site of the walk whose H errs least; pairs of Hs cancel, those on empty sites and before resets are left out, ' +
  'and nothing merges across the end of an extraction; every operation starts as soon as its sites are free, preparations as late ' +
  'as they may. Only schedules that keep fault tolerance count. What lies outside, such as a walk that mixes both kinds of moves ' +
  `or a SWAP cut short, is not judged. A layout uses at most ${MAX_SITES} sites. Protocol: adaptive.`
