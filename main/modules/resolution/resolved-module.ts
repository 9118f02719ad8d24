/** The selected module in the spec's shape: roles, schedule, score, diagnostics, candidates and warnings. */
import type { DeviceState } from '../../backends/backends'
import { protocolsOf } from '../../contract/calibration/feedforward'
import type { Protocol } from '../../contract/model/protocols'
import { labelsAmong, labelsOf } from '../../contract/model/qubit-labels'
import type { Candidate, DisqualifiedLayout, ResolvedModule } from '../../contract/modules/candidates'
import type { Veto } from '../../contract/modules/diagnostics'
import type { DataQubits } from '../../contract/modules/layout'
import { MAX_COHERENCE_RATIO } from '../../contract/modules/logical-qubits'
import { sum } from '../../contract/numbers/arithmetic'
import { GENERATORS } from '../../qec/code/five-qubit'
import type { FaultVerdict } from '../../qec/model/fault'
import type { NoiseModel } from '../../qec/model/noise-model'
import type { CompiledRound, Extraction, Layout, RoundPlan, Step } from '../../qec/model/round'
import { coherenceRatio, shortestT2 } from '../../qec/noise/score'
import type { Chiplet } from '../../qec/noise/vetoes'
import { faultCount } from '../../qec/proof/fault-locations'
import { swapsOf } from '../../qec/schedule/route'
import type { SearchResult } from '../../qec/search/enumerate/branch-and-bound'
import type { PlacedRound } from '../../qec/search/enumerate/placement-task'
import type { ModuleSelection } from '../../qec/search/enumerate/select'
import { diagnosticsOf, type Objectives, paretoFront, SEARCH_SPACE } from '../../qec/search/explain/diagnostics'
import type { Disqualified } from '../../qec/search/explain/disqualified'
import { assumedInFeasibility, feasibilityVerdict, sitesWithoutT2 } from '../../qec/search/explain/feasibility-gate'
import { feasibilityFixes, fixFor, versusBest } from '../../qec/search/explain/fixes'
import { moduleWarnings, staleWarning } from '../../qec/search/explain/module-warnings'
import {
  type PastFigures,
  pastFigures,
  recentSnapshots,
  roundStability,
  stabilityOf,
} from '../../qec/search/explain/stability'
import type { ResolvedChiplet } from '../model/module'
import { logicalId } from './chiplets'

/** A backend and its device at one moment. */
export interface BackendState {
  readonly backend_id: string
  readonly device: DeviceState
  /** Milliseconds since 1970, for the age of the calibration. */
  readonly now: number
}

export function moduleOnBackend(
  module: ResolvedChiplet['module'],
  { backend_id, device: { profile, current }, now }: BackendState,
): ResolvedModule {
  const stale = staleWarning(profile, current, now)
  return { ...module, backend_id, warnings: [...module.warnings, ...(stale ? [stale] : [])] }
}

interface SelectedChiplet {
  readonly device: DeviceState
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
  readonly noise: NoiseModel
  readonly protocol: Protocol
  readonly selection: ModuleSelection
  /** Best round of the selection. */
  readonly best: CompiledRound
}

export function resolvedModule(selected: SelectedChiplet, checkpoint: () => void): ResolvedChiplet['module'] {
  const { device, chiplet, vetoes, noise, protocol, selection, best } = selected
  const { profile, current, snapshots } = device
  const recent = recentSnapshots(snapshots, current)
  const stability = stabilityOf(best, profile, recent)
  checkpoint()
  const diagnostics = diagnosticsOf(best, { noise, faults: passedVerdict(best, protocol), stability })
  const ratio = coherenceRatio(best, noise)
  const score = diagnostics.delta_round.total
  const verdict = feasibilityVerdict(ratio, best.layout, noise)
  const rests_on = assumedInFeasibility(best, { profile, snapshot: current, noise })
  return {
    chiplet: chiplet.chiplet_id,
    logical_qubit: logicalId(chiplet),
    ft_scheme: 'flag',
    ...rolesOf(best.layout),
    schedule: scheduleOf(best),
    predicted_round_faults: score,
    predicted_round_duration_ns: best.duration_ns,
    coherence_ratio: ratio,
    calibration_id: current.calibration_id,
    score,
    warnings: moduleWarnings(best, { noise, profile, snapshot: current, rests_on }),
    ...labelsIn(profile, chiplet.qubits),
    calibrated_at: current.calibrated_at,
    noise_model_version: noise.version,
    protocols: [...protocolsOf(profile)],
    gate: {
      limit: MAX_COHERENCE_RATIO,
      passed: verdict === 'passed',
      verdict,
      ratio_is_bound: sitesWithoutT2(best.layout, noise).length > 0,
      rests_on,
    },
    diagnostics,
    extractions: best.plan.flagged.map(extraction => extractionOf(extraction, best.layout)),
    candidates: candidatesOf(selection, noise, pastFigures(profile, chiplet, recent)),
    vetoes: [...vetoes],
    thresholds: { ...profile.thresholds },
    search: searchOf(selection.outcome, chiplet.demands?.layout ? selection.candidates[0]!.round.delta : score),
    fixes: feasibilityFixes(best, noise),
  }
}

/** Fault enumeration has passed every selected round; its cases are counted, and enumerated again only where the tables are needed. */
const passedVerdict = (round: CompiledRound, protocol: Protocol): FaultVerdict => ({
  protocol,
  ft_preserved: true,
  cases: faultCount(round, protocol),
  failures: 0,
  counterexample: null,
})

function labelsIn({ qubits }: DeviceState['profile'], some: readonly number[]) {
  const qubit_labels = labelsAmong(labelsOf(qubits), some)
  return qubit_labels === undefined ? {} : { qubit_labels }
}

/** Relative rounding error between the sum over a schedule and the sum over its parts. */
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

const scheduleOf = (round: CompiledRound): ResolvedModule['schedule'] => ({
  cz_count: round.cz_count,
  native_two_qubit_count: round.native_two_qubit_count,
  swap_count: round.swap_count,
  reset_move_count: round.reset_move_count,
  measurement_cycles: MEASUREMENT_CYCLES,
  ft_preserved: true,
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

const shownRound = (layout: Layout, round: PlacedRound, plan: RoundPlan) => ({
  ...rolesOf(layout),
  score: round.delta,
  round_duration_ns: round.ns,
  swap_count: sum(plan.flagged.map(swapsOf)),
})

function candidatesOf(
  { candidates, outcome }: ModuleSelection,
  noise: NoiseModel,
  past: readonly PastFigures[],
): Candidate[] {
  const { sites } = outcome.figures
  const shown = candidates.map(({ layout, round, plan, ft_preserved }, index) => {
    const coherence_ratio = round.ns / shortestT2(layout, noise)
    const gate_verdict = feasibilityVerdict(coherence_ratio, layout, noise)
    return {
      rank: index + 1,
      ...shownRound(layout, round, plan),
      ft_preserved,
      coherence_ratio,
      gate_passed: gate_verdict === 'passed',
      gate_verdict,
      stability_30d: roundStability(round, sites, past),
      versus_best: versusBest(round, candidates[0]!.round, outcome.figures),
      fix:
        index > 0
          ? fixFor(round, { best: candidates[0]!.round, figures: outcome.figures, labels: noise.labels })
          : null,
    }
  })
  const front = paretoFront(shown.map(aimsOf))
  return shown.map((candidate, i) => ({ ...candidate, pareto: front[i]! }))
}

/** With one snapshot, stability does not separate candidates; too few usable snapshots count as an infinite spread. */
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
