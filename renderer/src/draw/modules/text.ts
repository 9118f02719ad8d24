/** What a module's status, gate, proof, search and schedule say, in plain words. */
import {
  type Candidate,
  type DisqualifiedLayout,
  GATE_COHERENCE_RATIO,
  type LogicalQubit,
  type ResolvedModule,
  type Veto,
} from '../../../../main/contract/modules'
import { ABSENT, count, counted, faults, microseconds, nanoseconds, percent, significant } from '../format/quantity'

export const STATUS_WORDS: Record<LogicalQubit['status'], string> = {
  ready: 'Ready',
  gate_failed: 'Gate failed',
  disqualified: 'Disqualified',
  no_embedding: 'No embedding',
}

/** Four decimals, so that a ratio just above the limit does not look like the limit. */
export const ratio = (value: number) => value.toFixed(4)

/** Ratio and limit side by side: `0.1411 ≤ 0.20`. */
export const ratioAgainstGate = (module: Pick<ResolvedModule, 'coherence_ratio' | 'gate'>) =>
  `${ratio(module.coherence_ratio)} ${module.gate.passed ? '≤' : '>'} ${module.gate.limit.toFixed(2)}`

export const gateWords = (module: Pick<ResolvedModule, 'coherence_ratio' | 'gate'>) =>
  module.gate.passed
    ? `Passed: coherence ratio ${ratio(module.coherence_ratio)} is at most ${module.gate.limit.toFixed(2)}`
    : `Failed: coherence ratio ${ratio(module.coherence_ratio)} exceeds ${module.gate.limit.toFixed(2)}`

export function faultToleranceWords(ft: ResolvedModule['diagnostics']['ft']): string {
  if (ft.failures === 0)
    return `Fault tolerant: all ${count(ft.cases)} single faults were enumerated, none leads to a logical error.`
  return `Not fault tolerant: ${count(ft.failures)} of ${count(ft.cases)} single faults lead to a logical error.`
}

/** The terms behind the difference, the largest first: ` (idle +0.03, reset +0.004)`; empty where the service tells none. */
function byTerm({ versus_best }: Candidate): string {
  if (!versus_best) return ''
  const { total: _, ...terms } = versus_best
  const parts = Object.entries(terms)
    .filter(([, by]) => Math.abs(by) > 1e-6)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([term, by]) => `${term.replaceAll('_', '-')} ${by > 0 ? '+' : ''}${significant(by, 2)}`)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** What a candidate costs more (or less) than the first one. */
export function candidateAgainstFirst(one: Candidate, first: Candidate): string {
  if (one.rank === first.rank) return 'it is the first'
  const signed = (by: number, write: (value: number) => string) => `${by < 0 ? '−' : '+'}${write(Math.abs(by))}`
  const longer = one.round_duration_ns - first.round_duration_ns
  const swaps = one.swap_count - first.swap_count
  return [
    `Δ_round ${signed(one.score - first.score, faults)}${byTerm(one)}`,
    ...(longer === 0 ? [] : [`round ${signed(longer, nanoseconds)}`]),
    ...(swaps === 0 ? [] : [`SWAPs ${signed(swaps, String)}`]),
  ].join(', ')
}

/** `0.1411 ≤ 0.20: passed`, against the limit of the gate. */
export function candidateGateWords({ coherence_ratio, gate_passed }: Candidate, limit: number): string {
  if (coherence_ratio === undefined) return ABSENT
  if (gate_passed === undefined) return ratio(coherence_ratio)
  return `${ratio(coherence_ratio)} ${gate_passed ? '≤' : '>'} ${limit.toFixed(2)}: ${gate_passed ? 'passed' : 'failed'}`
}

export function searchWords(search: ResolvedModule['search']): string {
  const branches = search.branches === undefined ? '' : `, ${count(search.branches)} partial choices looked at`
  const compiled =
    search.extractions_compiled === undefined ? '' : `, ${count(search.extractions_compiled)} extractions compiled`
  const scope = `${count(search.layouts_considered)} placements considered, ${count(search.layouts_scored)} layouts compiled and scored${compiled}${branches}`
  const space = search.space ? ` Searched: ${search.space}` : ''
  if (search.optimal) return `Optimum of the declared search space, proved (${scope}).${space}`
  const bound = search.bound === null ? 'no lower bound is known' : `nothing below ${faults(search.bound)} can exist`
  return `Best found, not proved optimal: ${bound} (${scope}).${space}`
}

/** One step of an extraction: `couple X to D2 from 14`, `flag 14–15`, `move A 14 → 15`. */
export function stepWords(step: ResolvedModule['extractions'][number]['steps'][number]): string {
  if (step.kind === 'move') return `move A ${step.from} → ${step.to}`
  if (step.kind === 'flag') return `flag ${step.from}–${step.to}`
  return `${step.pauli ?? ''} on ${step.data ?? ''} (${step.from}–${step.to})`
}

/** Where the coherence bar ends: the limit stands at the middle unless the ratio needs more room. */
export const coherenceBarEnd = (value: number, limit = GATE_COHERENCE_RATIO) => Math.max(2 * limit, value * 1.1)

const FIGURES: Record<string, { name: string; write: (value: number | null) => string }> = {
  t1_us: { name: 'T1', write: microseconds },
  t2_us: { name: 'T2', write: microseconds },
}

/** A veto in one sentence; the service's own message comes first when it has one. */
export function vetoWords(veto: Veto): string {
  if (veto.message) return veto.message
  const [kind, at] = veto.site.split(':')
  const { name, write } = FIGURES[veto.figure] ?? { name: veto.figure.replaceAll('_', ' '), write: percent }
  const place = `${kind} ${at?.replace('-', '–')}`
  if (veto.value === null) return `${place}: ${name} is not published`
  return `${place}: ${name} ${write(veto.value)} is below ${write(veto.threshold)}`
}

/** What has to become of the part before its veto falls. */
export function needWords({ site, figure, threshold }: Veto): string {
  const [kind, at] = site.split(':')
  const place = `${kind} ${at?.replace('-', '–')}`
  if (figure === 'out_of_service') return `${place}: back in service`
  if (figure === 'calibration') return `${place}: in the calibration`
  const { name, write } = FIGURES[figure] ?? { name: figure.replaceAll('_', ' '), write: percent }
  return threshold === null ? `${place}: a published ${name}` : `${place}: ${name} of ${write(threshold)} or more`
}

/** Δ_round of a layout that is ruled out, with `at least` where parts without figures count as faultless. */
export const ruledOutScore = ({ score, score_is_bound }: Pick<DisqualifiedLayout, 'score' | 'score_is_bound'>) =>
  score_is_bound ? `at least ${faults(score)}` : faults(score)

/** The device's thresholds, below which one part vetoes a layout. */
export const thresholdWords = (thresholds: NonNullable<ResolvedModule['thresholds']>) =>
  Object.entries(thresholds)
    .map(
      ([figure, value]) =>
        `${FIGURES[figure]?.name ?? figure.replaceAll('_', ' ')} ${(FIGURES[figure]?.write ?? percent)(value)}`,
    )
    .join(', ')

type Stability = ResolvedModule['diagnostics']['stability_30d']

export function stabilityWords(stability: Stability): string {
  const { snapshots, unusable = 0, mean, spread, worst, slope_per_day } = stability
  if (snapshots + unusable === 0) return 'no snapshot in the last 30 days'
  const vetoing =
    unusable === 0
      ? ''
      : `; ${counted(unusable, 'further snapshot')} ${unusable === 1 ? 'vetoes' : 'veto'} a part of it`
  if (slope_per_day === null) return `${counted(snapshots, 'snapshot')}: too few for a trend${vetoing}`
  return `${counted(snapshots, 'snapshot')}: mean ${faults(mean)}, spread ${faults(spread)}, worst ${faults(worst)}, ${significant(slope_per_day)} a day${vetoing}`
}

/** The spread with the snapshots behind it, and those that veto a part: `0.012 over 5 snapshots, 2 more veto a part`. */
export function spreadWords(stability: Stability | undefined): string {
  if (!stability) return ABSENT
  const { snapshots, unusable = 0, spread } = stability
  const known =
    spread === null
      ? `none from ${counted(snapshots, 'snapshot')}`
      : `${faults(spread)} over ${counted(snapshots, 'snapshot')}`
  return unusable === 0 ? known : `${known}, ${unusable} more ${unusable === 1 ? 'vetoes' : 'veto'} a part`
}

/** Both durations behind the coherence ratio. */
export const durationWords = (module: ResolvedModule) =>
  `${nanoseconds(module.predicted_round_duration_ns)} of min T2 ${microseconds(module.diagnostics.t2_min_us)}`
