/** Δ_round as a stacked bar: the same four terms, order and colours wherever it is shown. */
import type { DeltaRound } from '../../../../main/contract/modules/diagnostics'
import { significant } from '../../../../main/contract/numbers/number-text'
import { faults, percent } from '../format/quantity'

export const DELTA_TERMS = ['gate', 'measurement', 'idle', 'reset'] as const
export type DeltaTerm = (typeof DELTA_TERMS)[number]

/** Expected faults of each term; they sum to `delta.total`. */
export const deltaTermsOf = (delta: DeltaRound): Record<DeltaTerm, number> => ({
  gate: delta.gate.total,
  measurement: delta.measurement,
  idle: delta.idle,
  reset: delta.reset,
})

export interface BarSegment {
  readonly term: DeltaTerm
  readonly value: number
  /** Left edge and width as parts of the full bar, 0..1. */
  readonly from: number
  readonly width: number
}

/** The bar of one module; `full` is the Δ_round that fills the whole width, the same for every row of a table. */
export function deltaSegments(delta: DeltaRound, full: number): BarSegment[] {
  let from = 0
  return DELTA_TERMS.map(term => {
    const value = deltaTermsOf(delta)[term]
    const width = full > 0 ? Math.max(0, value / full) : 0
    const segment = { term, value, from, width }
    from += width
    return segment
  })
}

/** The bar in words, for readers who do not see it. */
export const deltaText = (delta: DeltaRound) =>
  `Δ_round ${faults(delta.total)}: ${DELTA_TERMS.map(term => `${term} ${faults(deltaTermsOf(delta)[term])}`).join(', ')}`

/** The site or edge that adds most to Δ_round, in words; null when there is none. */
export function worstPart(delta: DeltaRound): { where: string; what: string; value: number } | null {
  const sites = delta.sites.map(site => ({
    where: `qubit ${site.qubit} (${site.role})`,
    what: largestOf({ idle: site.idle, readout: site.measurement, reset: site.reset, '1q gates': site.single_qubit }),
    value: site.total,
  }))
  const edges = delta.edges.map(edge => ({
    where: `edge ${edge.a}–${edge.b}`,
    what: `${edge.uses} CZ at ${percent(edge.error)}`,
    value: edge.contribution,
  }))
  return [...sites, ...edges].sort((a, b) => b.value - a.value)[0] ?? null
}

const largestOf = (parts: Record<string, number>) =>
  `mostly ${Object.entries(parts).sort(([, a], [, b]) => b - a)[0]![0]}`

/** Why a module is not first: how much more (or less) each term costs than in the first-ranked module. */
export function againstFirst(delta: DeltaRound, first: DeltaRound): string {
  const differences = DELTA_TERMS.map(term => ({ term, by: deltaTermsOf(delta)[term] - deltaTermsOf(first)[term] }))
    .filter(({ by }) => Math.abs(by) > 1e-6)
    .sort((a, b) => b.by - a.by)
  return differences.map(({ term, by }) => `${term} ${by > 0 ? '+' : ''}${significant(by, 2)}`).join(', ')
}
