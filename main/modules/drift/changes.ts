/** From one snapshot to the next: which roles moved, what each term did, what moving is worth, and all of it in plain words. */
import type { DriftChange, DriftLayout, DriftPoint } from '../../contract/backends/drift'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { labelled, labelsOf, type QubitLabels } from '../../contract/model/qubit-labels'
import type { FeasibilityVerdict } from '../../contract/modules/feasibility-gate'
import { significant } from '../../contract/numbers/number-text'
import type { CompiledRound } from '../../qec/model/round'
import { vetoesOf } from '../../qec/search/explain/stability'

export type Terms = NonNullable<DriftPoint['terms']>
type Moved = DriftChange['moved'][number]

/** Resolution of a chiplet under one snapshot. */
export interface ChipletUnderSnapshot {
  readonly snapshot: CalibrationSnapshot
  readonly status: DriftPoint['status']
  readonly reason: string | null
  readonly layout: DriftLayout | null
  readonly terms: Terms | null
  readonly coherence_ratio: number | null
  readonly gate_passed: boolean | null
  readonly gate_verdict: FeasibilityVerdict | null
  readonly vetoes: DriftPoint['vetoes']
  readonly compiled: CompiledRound | null
}

/** Δ_round of a round under a snapshot; null where the snapshot vetoes a part of the round. */
export type Scoring = (round: CompiledRound, profile: DeviceProfile, snapshot: CalibrationSnapshot) => number | null

export function changeBetween(
  profile: DeviceProfile,
  {
    before,
    after,
    score,
  }: { readonly before: ChipletUnderSnapshot; readonly after: ChipletUnderSnapshot; readonly score: Scoring },
): DriftChange {
  const moved = movedRoles(before.layout, after.layout)
  const stay = before.compiled && score(before.compiled, profile, after.snapshot)
  return {
    from: before.snapshot.calibration_id,
    to: after.snapshot.calibration_id,
    layout_changed: moved.length > 0,
    moved,
    difference: before.terms && after.terms && differenceOf(before.terms, after.terms),
    gain_by_moving: stay === null || after.terms === null ? null : stay - after.terms.total,
    text: textOf(profile, { before, after, moved, stay }),
  }
}

const rolesIn = ({ data_qubits, syndrome_ancilla, flag_qubit }: DriftLayout): [string, number][] => [
  ...Object.entries(data_qubits),
  ['ancilla', syndrome_ancilla],
  ['flag', flag_qubit],
]

function movedRoles(before: DriftLayout | null, after: DriftLayout | null): Moved[] {
  const [then, now] = [new Map(before ? rolesIn(before) : []), new Map(after ? rolesIn(after) : [])]
  const roles = [...new Set([...then.keys(), ...now.keys()])]
  const single = roles.map(role => ({ role, from: then.get(role) ?? null, to: now.get(role) ?? null }))
  return [...single.filter(({ from, to }) => from !== to), ...movedRouting(before, after)]
}

/** Routing sites have no names of their own: those given up stand beside those taken. */
function movedRouting(before: DriftLayout | null, after: DriftLayout | null): Moved[] {
  const [then, now] = [before?.routing_qubits ?? [], after?.routing_qubits ?? []]
  const left = then.filter(site => !now.includes(site))
  const taken = now.filter(site => !then.includes(site))
  return Array.from({ length: Math.max(left.length, taken.length) }, (_, i) => ({
    role: 'routing',
    from: left[i] ?? null,
    to: taken[i] ?? null,
  }))
}

const differenceOf = (before: Terms, after: Terms): Terms => ({
  total: after.total - before.total,
  two_qubit: after.two_qubit - before.two_qubit,
  single_qubit: after.single_qubit - before.single_qubit,
  measurement: after.measurement - before.measurement,
  idle: after.idle - before.idle,
  reset: after.reset - before.reset,
})

interface LayoutMove {
  readonly before: ChipletUnderSnapshot
  readonly after: ChipletUnderSnapshot
  readonly moved: readonly Moved[]
  readonly stay: number | null
}

function textOf(profile: DeviceProfile, { before, after, moved, stay }: LayoutMove): string {
  if (after.terms === null)
    return before.terms === null ? `There is still no layout. ${after.reason}` : `The layout is gone. ${after.reason}`
  if (before.terms === null) return `There is a layout again, of Δ_round ${significant(after.terms.total)}.`
  const score = scoreText(before.terms, after.terms)
  if (moved.length === 0) return `The layout stays. ${score}`
  return `${movesText(moved, labelsOf(profile.qubits))} ${score} ${stayText({ compiled: before.compiled!, score: stay }, after, profile)}`
}

const TERMS = {
  two_qubit: 'two-qubit gates',
  single_qubit: 'single-qubit gates',
  measurement: 'measurements',
  idle: 'idling',
  reset: 'resets',
} as const

/** Names the term that changed most. */
function scoreText(before: Terms, after: Terms): string {
  const difference = differenceOf(before, after)
  if (difference.total === 0) return `Δ_round stays at ${significant(after.total)}.`
  const names = Object.keys(TERMS) as (keyof typeof TERMS)[]
  const most = names.reduce((a, b) => (Math.abs(difference[b]) > Math.abs(difference[a]) ? b : a))
  const sign = difference[most] < 0 ? '−' : '+'
  const goes = difference.total < 0 ? 'falls' : 'rises'
  return `Δ_round ${goes} from ${significant(before.total)} to ${significant(after.total)}, mostly by ${TERMS[most]} (${sign}${significant(Math.abs(difference[most]))}).`
}

function movesText(moved: readonly Moved[], labels: QubitLabels): string {
  const one = ({ role, from, to }: Moved) => {
    if (from === null) return `routing takes qubit ${labelled(to!, labels)}`
    if (to === null) return `routing leaves qubit ${labelled(from, labels)}`
    return `${role} from qubit ${labelled(from, labels)} to ${labelled(to, labels)}`
  }
  return `The layout moves: ${moved.map(one).join(', ')}.`
}

/** What the old layout would be worth; `score`: its Δ_round under the new calibration, null where it cannot be used. */
function stayText(
  { compiled, score }: { readonly compiled: CompiledRound; readonly score: number | null },
  after: ChipletUnderSnapshot,
  profile: DeviceProfile,
): string {
  if (score !== null)
    return `Staying would have Δ_round ${significant(score)}: moving gains ${significant(score - after.terms!.total)}.`
  const why = vetoesOf(compiled, profile, after.snapshot).map(({ message }) => message)
  return `The old layout cannot be used under the new calibration. ${why.slice(0, 3).join(' ')}${why.length > 3 ? ` And ${why.length - 3} more.` : ''}`
}
