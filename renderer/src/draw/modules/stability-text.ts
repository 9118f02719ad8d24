import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { significant } from '../../../../main/contract/numbers/number-text'
import { countWithNoun, faults, NO_VALUE } from '../format/quantity'

type StabilityFigures = ResolvedModule['diagnostics']['stability_30d']

export function stabilityText(stability: StabilityFigures): string {
  const { snapshots, unusable = 0, mean, spread, worst, slope_per_day } = stability
  if (snapshots + unusable === 0) return 'no snapshot in the last 30 days'
  const vetoing =
    unusable === 0
      ? ''
      : `; ${countWithNoun(unusable, 'further snapshot')} ${unusable === 1 ? 'vetoes' : 'veto'} a part of it`
  if (slope_per_day === null) return `${countWithNoun(snapshots, 'snapshot')}: too few for a trend${vetoing}`
  return `${countWithNoun(snapshots, 'snapshot')}: mean ${faults(mean)}, spread ${faults(spread)}, worst ${faults(worst)}, ${significant(slope_per_day)} a day${vetoing}`
}

/** The spread with the snapshots behind it, and those that veto a part: `0.012 over 5 snapshots, 2 more veto a part`. */
export function spreadText(stability: StabilityFigures | undefined): string {
  if (!stability) return NO_VALUE
  const { snapshots, unusable = 0, spread } = stability
  const known =
    spread === null
      ? `none from ${countWithNoun(snapshots, 'snapshot')}`
      : `${faults(spread)} over ${countWithNoun(snapshots, 'snapshot')}`
  return unusable === 0 ? known : `${known}, ${unusable} more ${unusable === 1 ? 'vetoes' : 'veto'} a part`
}
