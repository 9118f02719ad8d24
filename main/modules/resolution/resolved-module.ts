/** A resolution in the spec's shape. */

import type { DeviceState } from '../../backends/backends'
import { protocolsOf } from '../../contract/calibration/feedforward'
import { labelsAmong, labelsOf } from '../../contract/model/qubit-labels'
import type { Candidate, DisqualifiedLayout, ResolvedModule } from '../../contract/modules/candidates'
import type { DataQubits } from '../../contract/modules/layout'
import { GATE_COHERENCE_RATIO } from '../../contract/modules/logical-qubits'
import { GENERATORS } from '../../qec/code/five-qubit'
import type { CompiledRound, Extraction, Layout, RoundPlan, Step } from '../../qec/model/round'
import { coherenceRatio, shortestT2 } from '../../qec/noise/score'
import { swapsOf } from '../../qec/schedule/route'
import type { SearchResult } from '../../qec/search/enumerate/branch-and-bound'
import type { Round } from '../../qec/search/enumerate/placement-task'
import { diagnosticsOf, type Objectives, paretoFront, SEARCH_SPACE } from '../../qec/search/explain/diagnostics'
import type { Disqualified } from '../../qec/search/explain/disqualified'
import { gateVerdict, sitesWithoutT2 } from '../../qec/search/explain/feasibility-gate'
import { fixFor, gateFixes, versusBest } from '../../qec/search/explain/fixes'
import { assumedInGate } from '../../qec/search/explain/gate-sensitivity'
import { moduleWarnings, staleWarning } from '../../qec/search/explain/module-warnings'
import type { UndatedModule } from '../model/module'
import type { SearchedChiplet } from './resolve'

export const logicalId = (chiplet_id: string): string => `${chiplet_id}.L0`

/** `now` in milliseconds since 1970, for the age of the calibration. */
export function datedModule(
  module: UndatedModule,
  backend_id: string,
  { profile, current }: DeviceState,
  now: number,
): ResolvedModule {
  const stale = staleWarning(profile, current, now)
  return { ...module, backend_id, warnings: [...module.warnings, ...(stale ? [stale] : [])] }
}

export function resolvedModule({ profile, current }: DeviceState, found: SearchedChiplet): UndatedModule {
  const { chiplet, compiled, noise, verdict, stability, selection, vetoes } = found
  const diagnostics = diagnosticsOf(compiled, noise, verdict, stability)
  const ratio = coherenceRatio(compiled, noise)
  const score = diagnostics.delta_round.total
  const verdict_of_gate = gateVerdict(ratio, compiled.layout, noise)
  const rests_on = assumedInGate(compiled, profile, current, noise)
  return {
    chiplet: chiplet.chiplet_id,
    logical_qubit: logicalId(chiplet.chiplet_id),
    ft_scheme: 'flag',
    ...rolesOf(compiled.layout),
    schedule: scheduleOf(compiled, verdict.ft_preserved),
    predicted_round_faults: score,
    predicted_round_duration_ns: compiled.duration_ns,
    coherence_ratio: ratio,
    calibration_id: current.calibration_id,
    score,
    warnings: moduleWarnings(compiled, noise, profile, current, rests_on),
    ...labelsIn(profile, chiplet.qubits),
    calibrated_at: current.calibrated_at,
    noise_model_version: noise.version,
    protocols: [...protocolsOf(profile)],
    gate: {
      limit: GATE_COHERENCE_RATIO,
      passed: verdict_of_gate === 'passed',
      verdict: verdict_of_gate,
      ratio_is_bound: sitesWithoutT2(compiled.layout, noise).length > 0,
      rests_on,
    },
    diagnostics,
    extractions: compiled.plan.flagged.map(extraction => extractionOf(extraction, compiled.layout)),
    candidates: candidatesOf(found),
    vetoes: [...vetoes],
    thresholds: { ...profile.thresholds },
    search: searchOf(selection.outcome, score),
    fixes: gateFixes(compiled, noise),
  }
}

function labelsIn({ qubits }: DeviceState['profile'], some: readonly number[]) {
  const qubit_labels = labelsAmong(labelsOf(qubits), some)
  return qubit_labels === undefined ? {} : { qubit_labels }
}

/** Rounding between sums over a schedule and over its parts. */
const ROUNDING = 1e-9

function searchOf(
  { bound, complete, placements, compiled, scored, branches }: SearchResult,
  score: number,
): ResolvedModule['search'] {
  return {
    optimal: complete,
    bound: complete ? score : Math.min(bound, score * (1 - ROUNDING)),
    layouts_considered: placements,
    layouts_scored: scored,
    extractions_compiled: compiled,
    branches,
    space: SEARCH_SPACE,
  }
}

interface Roles {
  data_qubits: DataQubits
  syndrome_ancilla: number
  flag_qubit: number
  routing_qubits: number[]
}

function rolesOf({ data: [D0, D1, D2, D3, D4], ancilla, flag, routing }: Layout): Roles {
  return {
    data_qubits: { D0, D1, D2, D3, D4 },
    syndrome_ancilla: ancilla,
    flag_qubit: flag,
    routing_qubits: [...routing],
  }
}

const MEASUREMENT_CYCLES = GENERATORS.length

const scheduleOf = (round: CompiledRound, ft_preserved: boolean): ResolvedModule['schedule'] => ({
  cz_count: round.cz_count,
  native_two_qubit_count: round.native_two_qubit_count,
  swap_count: round.swap_count,
  reset_move_count: round.reset_move_count,
  measurement_cycles: MEASUREMENT_CYCLES,
  ft_preserved,
  conditional_cz_count: round.conditional_cz_count,
  conditional_native_two_qubit_count: round.conditional_native_two_qubit_count,
  conditional_swap_count: round.conditional_swap_count,
  single_qubit_gate_count: round.single_qubit_gate_count,
  depth: round.depth,
  conditional_duration_ns: round.repeat.duration_ns,
})

const extractionOf = ({ generator, steps }: Extraction, layout: Layout): ResolvedModule['extractions'][number] => ({
  generator: GENERATORS[generator]!,
  steps: steps.map(step => shownStep(step, layout)),
})

function shownStep(step: Step, layout: Layout): ResolvedModule['extractions'][number]['steps'][number] {
  if (step.kind === 'move') return { kind: 'move', data: null, pauli: null, from: step.from, to: step.to }
  if (step.kind === 'flag') return { kind: 'flag', data: null, pauli: null, from: layout.ancilla, to: layout.flag }
  return { kind: 'couple', data: `D${step.data}`, pauli: step.pauli, from: step.at, to: layout.data[step.data]! }
}

const shownRound = (layout: Layout, round: Round, plan: RoundPlan) => ({
  ...rolesOf(layout),
  score: round.delta,
  round_duration_ns: round.ns,
  swap_count: plan.flagged.reduce((sum, extraction) => sum + swapsOf(extraction), 0),
})

function candidatesOf({ selection, noise, candidate_stability }: SearchedChiplet): Candidate[] {
  const { candidates, outcome } = selection
  const shown = candidates.map(({ layout, round, plan, ft_preserved }, place) => {
    const coherence_ratio = round.ns / shortestT2(layout, noise)
    const gate_verdict = gateVerdict(coherence_ratio, layout, noise)
    return {
      rank: place + 1,
      ...shownRound(layout, round, plan),
      ft_preserved,
      coherence_ratio,
      gate_passed: gate_verdict === 'passed',
      gate_verdict,
      stability_30d: candidate_stability[place]!,
      versus_best: versusBest(round, candidates[0]!.round, outcome.figures),
      fix: place > 0 ? fixFor(round, candidates[0]!.round, outcome.figures, noise.labels) : null,
    }
  })
  const front = paretoFront(shown.map(aimsOf))
  return shown.map((candidate, i) => ({ ...candidate, pareto: front[i]! }))
}

/** Where there is one snapshot, stability tells no candidates apart; one that few snapshots allow has no spread. */
function aimsOf({ score, round_duration_ns, swap_count, stability_30d }: Omit<Candidate, 'pareto'>): Objectives {
  const { spread, unusable = 0 } = stability_30d!
  return [score, round_duration_ns, swap_count, unusable, spread ?? (unusable > 0 ? Number.POSITIVE_INFINITY : 0)]
}

export const disqualifiedLayout = (one: Disqualified): DisqualifiedLayout => ({
  ...shownRound(one.layout, one.round, one.plan),
  score_is_bound: !one.known,
  ft_preserved: one.ft_preserved,
  vetoes: [...one.vetoes],
  reason: one.reason,
})
