import { figureName } from '../../../../main/contract/calibration/figure-names'
import { labelled, labelledPair, type QubitLabels } from '../../../../main/contract/model/qubit-labels'
import type { DisqualifiedLayout, ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { Veto } from '../../../../main/contract/modules/diagnostics'
import { faults, microseconds, percent } from '../format/quantity'

const writerOf = (figure: string): ((value: number | null) => string) =>
  figure === 't1_us' || figure === 't2_us' ? microseconds : percent

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
  const [name, write] = [figureName(veto.figure), writerOf(veto.figure)]
  const place = `${kind} ${at?.replace('-', '–')}`
  if (veto.value === null) return `${place}: ${name} is not published`
  return `${place}: ${name} ${write(veto.value)} is below ${write(veto.threshold)}`
}

/** Change of the part that would lift its veto. */
export function needText({ site, figure, threshold }: Veto, labels?: QubitLabels): string {
  const place = placeText(site, labels)
  if (figure === 'out_of_service') return `${place}: back in service`
  if (figure === 'excluded') return `${place}: no longer excluded by the request`
  if (figure === 'calibration') return `${place}: in the calibration`
  const [name, write] = [figureName(figure), writerOf(figure)]
  return threshold === null ? `${place}: a published ${name}` : `${place}: ${name} of ${write(threshold)} or more`
}

/** Δ_round of a layout that is ruled out, with `at least` where parts without figures count as faultless. */
export const ruledOutScore = ({ score, score_is_bound }: Pick<DisqualifiedLayout, 'score' | 'score_is_bound'>) =>
  score_is_bound ? `at least ${faults(score)}` : faults(score)

/** The device's thresholds, below which one part vetoes a layout. */
export const thresholdText = (thresholds: NonNullable<ResolvedModule['thresholds']>) =>
  Object.entries(thresholds)
    .map(([figure, value]) => `${figureName(figure)} ${writerOf(figure)(value)}`)
    .join(', ')
