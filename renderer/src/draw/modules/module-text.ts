/** What a module's status, gate, proof, search and schedule say, in plain words. */
import type { Candidate, ResolvedModule } from '../../../../main/contract/modules/candidates'
import { feasibilityOf } from '../../../../main/contract/modules/feasibility-gate'
import { type LogicalQubit, MAX_COHERENCE_RATIO } from '../../../../main/contract/modules/logical-qubits'
import { fixed, significant } from '../../../../main/contract/numbers/number-text'
import { count, faults, microseconds, NO_VALUE, nanoseconds } from '../format/quantity'

export const STATUS_TEXT: Record<LogicalQubit['status'], string> = {
  ready: 'Ready',
  gate_failed: 'Gate failed',
  gate_unknown: 'Gate unknown',
  disqualified: 'Disqualified',
  no_embedding: 'No embedding',
}

/** Four decimals below 1, so that a ratio just above the limit of 0.20 does not look like the limit. */
export const ratio = (value: number) => fixed(value, value < 1 ? 4 : 2)

type Gated = Pick<ResolvedModule, 'coherence_ratio' | 'gate'>

/** `≥ 0.1411` where a T2 is not known and the ratio is a lower bound. */
export const ratioText = ({ coherence_ratio, gate }: Gated) =>
  `${gate.ratio_is_bound ? '≥ ' : ''}${ratio(coherence_ratio)}`

/** Ratio and limit side by side: `0.1411 ≤ 0.20`. */
export function ratioAgainstGate(module: Gated): string {
  const limit = fixed(module.gate.limit, 2)
  const verdict = feasibilityOf(module.gate)
  if (verdict === 'unknown') return `${ratioText(module)}, unknown against ${limit}`
  return `${ratioText(module)} ${verdict === 'passed' ? '≤' : '>'} ${limit}`
}

export function gateWords(module: Gated): string {
  const limit = fixed(module.gate.limit, 2)
  const verdict = feasibilityOf(module.gate)
  if (verdict === 'passed') return `Passed: coherence ratio ${ratio(module.coherence_ratio)} is at most ${limit}`
  const least = module.gate.ratio_is_bound ? 'of at least ' : ''
  if (verdict === 'failed') return `Failed: coherence ratio ${least}${ratio(module.coherence_ratio)} exceeds ${limit}`
  return `Unknown: coherence ratio is at least ${ratio(module.coherence_ratio)}; a T2 that is not known decides whether it is at most ${limit}`
}

/** Intent of each verdict, which decides its colour. */
export const GATE_INTENT = { passed: 'success', failed: 'warning', unknown: 'warning' } as const

/** Codes of warnings that are shown beside the gate. */
const GATE_WARNINGS: readonly string[] = ['round_duration_exceeds_gate', 't2_unknown']

export const isGateWarning = ({ code }: { readonly code: string }) => GATE_WARNINGS.includes(code)

/** The assumed figures that the verdict rests on, each with the value at which it turns; empty where all are published. */
export const gateRestsOn = ({ gate }: Pick<ResolvedModule, 'gate'>): string[] =>
  (gate.rests_on ?? []).map(({ text, message }) => `Rests on an assumption: ${text}. ${message}`)

export function faultToleranceText(ft: ResolvedModule['diagnostics']['ft']): string {
  if (ft.failures === 0)
    return `Fault tolerant: all ${count(ft.cases)} single faults were enumerated, none leads to a logical error.`
  return `Not fault tolerant: ${count(ft.failures)} of ${count(ft.cases)} single faults lead to a logical error.`
}

/** The terms behind the difference, the largest first: ` (idle +0.03, reset +0.004)`; empty where the service gives none. */
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
  if (one.rank === first.rank) return 'the best one'
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
export function candidateGateText(candidate: Candidate, limit: number): string {
  const { coherence_ratio, gate_passed, gate_verdict } = candidate
  if (coherence_ratio === undefined) return NO_VALUE
  if (gate_passed === undefined) return ratio(coherence_ratio)
  if (gate_verdict === 'unknown') return `≥ ${ratio(coherence_ratio)}, limit ${fixed(limit, 2)}: unknown`
  return `${ratio(coherence_ratio)} ${gate_passed ? '≤' : '>'} ${fixed(limit, 2)}: ${gate_passed ? 'passed' : 'failed'}`
}

export function searchText(search: ResolvedModule['search']): string {
  const branches = search.branches === undefined ? '' : `, ${count(search.branches)} partial choices looked at`
  const compiled =
    search.extractions_compiled === undefined ? '' : `, ${count(search.extractions_compiled)} extractions compiled`
  const scope = `${count(search.layouts_considered)} placements considered, ${count(search.layouts_scored)} layouts compiled and scored${compiled}${branches}`
  const space = search.space ? ` Searched: ${search.space}` : ''
  if (search.optimal) return `Least Δ_round of the declared schedules, proved (${scope}).${space}`
  const bound = search.bound === null ? 'no lower bound is known' : `nothing below ${faults(search.bound)} can exist`
  return `Best found, not proved optimal: ${bound} (${scope}).${space}`
}

/** One step of an extraction: `X on D2 (14–5)`, `flag 14–15`, `move A 14 → 15`. */
export function stepText(step: ResolvedModule['extractions'][number]['steps'][number]): string {
  if (step.kind === 'move') return `move A ${step.from} → ${step.to}`
  if (step.kind === 'flag') return `flag ${step.from}–${step.to}`
  return `${step.pauli ?? ''} on ${step.data ?? ''} (${step.from}–${step.to})`
}

/** Where the coherence bar ends: the limit stands at the middle unless the ratio needs more room. */
export const coherenceBarEnd = (value: number, limit = MAX_COHERENCE_RATIO) => Math.max(2 * limit, value * 1.1)

/** Both durations behind the coherence ratio. */
export const durationText = (module: ResolvedModule) =>
  `${nanoseconds(module.predicted_round_duration_ns)} of min T2 ${shortestT2Text(module.diagnostics)}`

/** `≤ 93.2 µs (2·T1; not published)` where T2 of some qubit is not known. */
export const shortestT2Text = ({ t2_min_us, t2_min_at_most_us }: ResolvedModule['diagnostics']): string =>
  t2_min_at_most_us === undefined
    ? microseconds(t2_min_us)
    : `≤ ${microseconds(t2_min_at_most_us)} (2·T1; not published)`

/** The CZs of a flagged round and the native gates that make them; null where all of these are CZ. */
export function nativeText({ schedule, diagnostics }: ResolvedModule): string | null {
  const { cz_count, native_two_qubit_count } = schedule
  const gates = [...new Set(diagnostics.delta_round.edges.flatMap(({ native_gate }) => native_gate ?? []))]
  if (gates.length === 0 || native_two_qubit_count === undefined) return null
  const some = diagnostics.delta_round.edges.some(({ native_gate }) => native_gate === undefined) ? ['cz'] : []
  return `${count(cz_count)} CZ made of ${count(native_two_qubit_count)} native ${[...gates, ...some].join(', ')}`
}
