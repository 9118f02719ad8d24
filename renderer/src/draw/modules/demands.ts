/** Demands on a layout: in words, added and removed, and what they cost. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { labelled, labelledPair, type QubitLabels } from '../../../../main/contract/model/qubit-labels'
import type { Candidate } from '../../../../main/contract/modules/candidates'
import type { LayoutDemands } from '../../../../main/contract/modules/layout-demands'

export type DemandKind = 'excluded' | 'pinned'

export interface Demand {
  readonly kind: DemandKind | 'layout'
  /** One qubit, or two that are coupled. */
  readonly sites: readonly number[]
}

export const demandsOf = (demands: LayoutDemands): Demand[] => [
  ...demands.excluded_qubits.map(site => ({ kind: 'excluded' as const, sites: [site] })),
  ...demands.excluded_couplings.map(sites => ({ kind: 'excluded' as const, sites })),
  ...demands.pinned_qubits.map(site => ({ kind: 'pinned' as const, sites: [site] })),
  ...demands.pinned_couplings.map(sites => ({ kind: 'pinned' as const, sites })),
  ...(demands.layout === null ? [] : [{ kind: 'layout' as const, sites: demands.layout }]),
]

export function demandText({ kind, sites }: Demand, labels: QubitLabels | undefined): string {
  if (kind === 'layout') return 'this candidate'
  const [a, b] = sites as [number, number?]
  const what = b === undefined ? `qubit ${labelled(a, labels)}` : `coupling ${labelledPair(a, b, { labels })}`
  return kind === 'excluded' ? `without ${what}` : `with ${what}`
}

const same = (a: readonly number[], b: readonly number[]) => a.join() === b.join()

/** The demands without one of them. */
export function withoutDemand(demands: LayoutDemands, { kind, sites }: Demand): LayoutDemands {
  if (kind === 'layout') return { ...demands, layout: null }
  const [qubits, couplings] = [`${kind}_qubits`, `${kind}_couplings`] as const
  return {
    ...demands,
    [qubits]: demands[qubits].filter(site => !same([site], sites)),
    [couplings]: demands[couplings].filter(pair => !same(pair, sites)),
  }
}

/** The demands with one more, and without its opposite; a chosen candidate is dropped, as it may not meet the new demand. */
export function withDemand(
  demands: LayoutDemands,
  { kind, sites }: Demand & { readonly kind: DemandKind },
): LayoutDemands {
  const opposite = { kind: kind === 'excluded' ? ('pinned' as const) : ('excluded' as const), sites }
  const rest = { ...withoutDemand(withoutDemand(demands, opposite), { kind, sites }), layout: null }
  const [a, b] = sites as [number, number?]
  return b === undefined
    ? { ...rest, [`${kind}_qubits`]: [...rest[`${kind}_qubits`], a] }
    : { ...rest, [`${kind}_couplings`]: [...rest[`${kind}_couplings`], [Math.min(a, b), Math.max(a, b)]] }
}

/** D0 to D4, ancilla, flag, routing. */
export const sitesOfCandidate = (candidate: Candidate): number[] => [
  ...Object.values(candidate.data_qubits),
  candidate.syndrome_ancilla,
  candidate.flag_qubit,
  ...candidate.routing_qubits,
]

/**
 * The difference of two independent estimates, its interval from the ends of theirs by the method of variance estimates recovery
 * (Zou and Donner 2008); null where either has no figure or an open end.
 */
export function independentDifference(a: Estimate, b: Estimate): Estimate | null {
  if (a.value === null || b.value === null) return null
  if (a.low === null || a.high === null || b.low === null || b.high === null) return null
  const value = a.value - b.value
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
    confidence: Math.min(a.confidence, b.confidence),
    method: 'difference of two predictions, by recovered variance estimates',
  }
}
