import { labelled, labelledPair, type QubitLabels } from '../../../../main/contract/model/qubit-labels'
import type { DisqualifiedLayout, ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { Veto } from '../../../../main/contract/modules/diagnostics'
import { faults, microseconds, percent } from '../format/quantity'

const FIGURES: Record<string, { name: string; write: (value: number | null) => string }> = {
  t1_us: { name: 'T1', write: microseconds },
  t2_us: { name: 'T2', write: microseconds },
}

/** `edge:4-5` as `edge 4–5 (QB5–QB6)`. */
export function placeText(site: string, labels?: QubitLabels): string {
  const [kind, at = ''] = site.split(':')
  const [a = 0, b] = at.split('-').map(Number)
  return `${kind} ${b === undefined ? labelled(a, labels) : labelledPair(a, b, { labels, dash: '–' })}`
}

/** A veto in one sentence; the service's own message comes first when it has one. */
export function vetoText(veto: Veto): string {
  if (veto.message) return veto.message
  const [kind, at] = veto.site.split(':')
  const { name, write } = FIGURES[veto.figure] ?? { name: veto.figure.replaceAll('_', ' '), write: percent }
  const place = `${kind} ${at?.replace('-', '–')}`
  if (veto.value === null) return `${place}: ${name} is not published`
  return `${place}: ${name} ${write(veto.value)} is below ${write(veto.threshold)}`
}

/** What has to become of the part before its veto falls. */
export function needText({ site, figure, threshold }: Veto, labels?: QubitLabels): string {
  const place = placeText(site, labels)
  if (figure === 'out_of_service') return `${place}: back in service`
  if (figure === 'excluded') return `${place}: no longer excluded by the request`
  if (figure === 'calibration') return `${place}: in the calibration`
  const { name, write } = FIGURES[figure] ?? { name: figure.replaceAll('_', ' '), write: percent }
  return threshold === null ? `${place}: a published ${name}` : `${place}: ${name} of ${write(threshold)} or more`
}

/** Δ_round of a layout that is ruled out, with `at least` where parts without figures count as faultless. */
export const ruledOutScore = ({ score, score_is_bound }: Pick<DisqualifiedLayout, 'score' | 'score_is_bound'>) =>
  score_is_bound ? `at least ${faults(score)}` : faults(score)

/** The device's thresholds, below which one part vetoes a layout. */
export const thresholdText = (thresholds: NonNullable<ResolvedModule['thresholds']>) =>
  Object.entries(thresholds)
    .map(
      ([figure, value]) =>
        `${FIGURES[figure]?.name ?? figure.replaceAll('_', ' ')} ${(FIGURES[figure]?.write ?? percent)(value)}`,
    )
    .join(', ')
