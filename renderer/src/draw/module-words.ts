/** What a module's status, gate, proof, search and schedule say, in plain words. */
import { GATE_COHERENCE_RATIO, type LogicalQubit, type ResolvedModule, type Veto } from '../../../main/contract/modules'
import { count, faults, microseconds, nanoseconds, percent, significant } from './quantity'

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

export function searchWords(search: ResolvedModule['search']): string {
  const scope = `${count(search.layouts_considered)} placements considered, ${count(search.layouts_scored)} layouts compiled and scored`
  if (search.optimal) return `Optimum of the declared search space (${scope}).`
  const bound = search.bound === null ? 'no lower bound is known' : `nothing below ${faults(search.bound)} can exist`
  return `Best found, not proved optimal: ${bound} (${scope}).`
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

export function stabilityWords(stability: ResolvedModule['diagnostics']['stability_30d']): string {
  if (stability.snapshots === 0) return 'no snapshot in the last 30 days'
  const snapshots = `${stability.snapshots} snapshot${stability.snapshots === 1 ? '' : 's'}`
  if (stability.slope_per_day === null) return `${snapshots}: too few for a trend`
  return `${snapshots}: mean ${faults(stability.mean)}, spread ${faults(stability.spread)}, worst ${faults(stability.worst)}, ${significant(stability.slope_per_day)} a day`
}

/** Both durations behind the coherence ratio. */
export const durationWords = (module: ResolvedModule) =>
  `${nanoseconds(module.predicted_round_duration_ns)} of min T2 ${microseconds(module.diagnostics.t2_min_us)}`
