/** Improvements of a module: the parts with the largest effect, and the requirement of the gate. */
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { DeltaRound } from '../../../../main/contract/modules/diagnostics'
import { feasibilityOf } from '../../../../main/contract/modules/feasibility-gate'
import { faults, microseconds, nanoseconds, percent } from '../format/quantity'

export interface Improvement {
  readonly where: string
  readonly what: string
  /** Expected faults a round that it saves. */
  readonly saves: number
}

interface UsedError {
  readonly error: number
  /** ∂Δ/∂ε of the figure. */
  readonly uses: number
}

/** Parts of Δ_round that depend on one figure of one place. */
function parts({ edges, sites }: DeltaRound): Improvement[] {
  const half = (where: string, figure: string, { error, uses }: UsedError): Improvement => ({
    where,
    what: `${figure} from ${percent(error)} to ${percent(error / 2)} (${uses} ${uses === 1 ? 'use' : 'uses'} a round)`,
    saves: (error * uses) / 2,
  })
  return [
    ...edges
      .filter(({ uses }) => uses > 0)
      .map(({ a, b, error, uses }) => half(`edge ${a}–${b}`, 'CZ error', { error, uses })),
    ...sites.flatMap(
      ({ qubit, role, measurements, measurement, resets, reset, idle, single_qubit, single_qubit_uses }) => {
        const where = `qubit ${qubit} (${role})`
        const each = (figure: string, total: number, uses: number) =>
          uses > 0 ? [half(where, figure, { error: total / uses, uses })] : []
        return [
          ...each('readout error', measurement, measurements),
          ...each('reset error', reset, resets),
          ...each('one-qubit gate error', single_qubit, single_qubit_uses),
          ...(idle > 0 ? [{ where, what: 'idle error halved (about twice its T1 and T2)', saves: idle / 2 }] : []),
        ]
      },
    ),
  ]
}

/** The improvements that save most, each a halving of one error; the greatest first. */
export const bestImprovements = (delta: DeltaRound, most = 5): Improvement[] =>
  parts(delta)
    .sort((a, b) => b.saves - a.saves)
    .slice(0, most)

/** Requirement of the feasibility gate on a module that fails it; null when it passes. */
export function gateImprovement({ gate, predicted_round_duration_ns, diagnostics }: ResolvedModule): string | null {
  if (feasibilityOf(gate) !== 'failed' || gate.ratio_is_bound) return null
  const needed_us = predicted_round_duration_ns / gate.limit / 1_000
  const allowed_ns = (diagnostics.t2_min_us ?? 0) * 1_000 * gate.limit
  return `The gate passes with a shortest T2 of ${microseconds(needed_us)} instead of ${microseconds(diagnostics.t2_min_us)}, or a round of ${nanoseconds(allowed_ns)} instead of ${nanoseconds(predicted_round_duration_ns)}.`
}

/** The fewest halvings, the greatest first, that bring a module below the first one; null when even all of them do not. */
export function fixesToBeFirst(delta: DeltaRound, first: DeltaRound): Improvement[] | null {
  let gap = delta.total - first.total
  const taken: Improvement[] = []
  for (const fix of bestImprovements(delta, Number.POSITIVE_INFINITY)) {
    if (gap < 0) break
    taken.push(fix)
    gap -= fix.saves
  }
  return gap < 0 ? taken : null
}

/** The best improvement in short, for a row of the ranking. */
export function improvementText({ diagnostics }: ResolvedModule, first: DeltaRound | null): string {
  const delta = diagnostics.delta_round
  const [fix] = bestImprovements(delta, 1)
  const best = fix ? `${fix.where}: ${fix.what} saves ${faults(fix.saves)}` : ''
  if (first === null || first === delta) return best
  const needed = fixesToBeFirst(delta, first)
  const gap = faults(delta.total - first.total)
  if (needed === null) return `${best}. Halving all of its errors would not make up the ${gap} to the first.`
  return `${best}. ${needed.length === 1 ? 'That alone' : `${needed.length} such halvings`} would make up the ${gap} to the first.`
}
