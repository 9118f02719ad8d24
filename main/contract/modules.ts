/** Logical-qubit modules: one chiplet that should carry one [[5,1,3]] logical qubit. Field names are the spec's. */
import { z } from 'zod'
import { Thresholds } from './calibration/snapshot'
import { Name, QubitIndex, Timestamp, Warning } from './model/primitives'

export const GATE_COHERENCE_RATIO = 0.2

export const SelectionProfile = z.strictObject({
  workload: z.literal('logical_qubit_513'),
  chiplet: Name,
  code: z.literal('[[5,1,3]]'),
  ft_scheme: z.literal('flag'),
  syndrome_strategy: z.literal('flag_sequential'),
})
export type SelectionProfile = z.infer<typeof SelectionProfile>

export const DataQubits = z.object({ D0: QubitIndex, D1: QubitIndex, D2: QubitIndex, D3: QubitIndex, D4: QubitIndex })
export type DataQubits = z.infer<typeof DataQubits>

/** Fields of every shape that names a layout. */
export const SITES = {
  data_qubits: DataQubits,
  syndrome_ancilla: QubitIndex,
  flag_qubit: QubitIndex,
  routing_qubits: z.array(QubitIndex),
}

export const ModuleSchedule = z.object({
  /** CZ gates of one flagged round: three per SWAP, two per reset-assisted move. */
  cz_count: z.int(),
  /** Moves of A in one flagged round: logical SWAPs, reset-assisted ones included. */
  swap_count: z.int(),
  /** Those of them that reset the site A enters and take two CZs. */
  reset_move_count: z.int().optional(),
  measurement_cycles: z.int(),
  ft_preserved: z.boolean(),
  /** CZ gates of the unflagged repeat that a trigger sets off. */
  conditional_cz_count: z.int(),
  conditional_swap_count: z.int(),
  single_qubit_gate_count: z.int(),
  /** Layers of gates, measurements and resets that can run side by side. */
  depth: z.int(),
  conditional_duration_ns: z.number(),
})

/** Expected faults of one kind; `parts` names where they come from. Sums to Δ_round with the other terms. */
const Term = z.object({ total: z.number(), two_qubit: z.number(), single_qubit: z.number() })
export const DeltaRound = z.object({
  total: z.number(),
  gate: Term,
  measurement: z.number(),
  idle: z.number(),
  reset: z.number(),
  /** uses = ∂Δ/∂ε of that part. */
  edges: z.array(
    z.object({ a: QubitIndex, b: QubitIndex, uses: z.int(), error: z.number(), contribution: z.number() }),
  ),
  sites: z.array(
    z.object({
      qubit: QubitIndex,
      role: z.string(),
      single_qubit_uses: z.int(),
      single_qubit: z.number(),
      measurements: z.int(),
      measurement: z.number(),
      resets: z.int(),
      reset: z.number(),
      idle: z.number(),
      total: z.number(),
    }),
  ),
})
export type DeltaRound = z.infer<typeof DeltaRound>

export const FidelityRange = z.object({
  mean: z.number().nullable(),
  min: z.number().nullable(),
  min_at: z.string().nullable(),
})

/** Δ_round of one layout and schedule over the snapshots of the last 30 days. */
export const Stability = z.object({
  snapshots: z.int(),
  /** Further snapshots that veto a part of the layout: they have no Δ_round, and no average hides them. */
  unusable: z.int().optional(),
  mean: z.number().nullable(),
  spread: z.number().nullable(),
  worst: z.number().nullable(),
  /** Change of Δ_round a day; null with fewer than two snapshots. */
  slope_per_day: z.number().nullable(),
})

export const ModuleDiagnostics = z.object({
  noise_model_version: z.string(),
  delta_round: DeltaRound,
  /** The same sum in Pauli probabilities (3/2 and 5/4 of the average infidelities). */
  delta_pauli: z.number(),
  /** The idle term charged over idle gaps only, without in-gate decoherence. */
  idle_gaps_only: z.number(),
  fidelity_1q: FidelityRange,
  readout_fidelity: FidelityRange,
  two_qubit_fidelity: FidelityRange,
  reset_fidelity: FidelityRange,
  t1_min_us: z.number().nullable(),
  t2_min_us: z.number().nullable(),
  round_duration_ns: z.number(),
  coherence_ratio: z.number(),
  stability_30d: Stability,
  routing_cost: z.object({ cz_count: z.int(), swap_count: z.int(), depth: z.int() }),
  predicted_detection_acceptance_per_round: z.number(),
  ft_preserved: z.boolean(),
  ft: z.object({
    protocol: z.string(),
    cases: z.int(),
    failures: z.int(),
    schedule_hash: z.string(),
    /** The first fault that breaks the schedule, null when none does. */
    counterexample: z.object({ fault: z.string(), effect: z.string() }).nullable(),
  }),
})
export type ModuleDiagnostics = z.infer<typeof ModuleDiagnostics>

export const Veto = z.object({
  /** `qubit:17` or `edge:8-17`. */
  site: z.string(),
  figure: z.string(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  message: z.string(),
})
export type Veto = z.infer<typeof Veto>

export const Search = z.object({
  /** True when no round of `space` has a lower Δ_round; else `bound` is what none goes below, null if unknown. */
  optimal: z.boolean(),
  bound: z.number().nullable(),
  /** Homes with a flag and five data sites that no bound left out. */
  layouts_considered: z.int(),
  /** Rounds scored exactly: labelled layouts with their orders and moves. */
  layouts_scored: z.int(),
  /** Extractions compiled for them, four to a round and shared between rounds. */
  extractions_compiled: z.int().optional(),
  /** Partial choices of data sites looked at. */
  branches: z.int().optional(),
  /** What was searched and where it stopped, in words. */
  space: z.string().optional(),
})

/** Expected faults by the terms of Δ_round; as a difference, positive where the candidate is worse than the best. */
export const DeltaTerms = z.object({
  total: z.number(),
  two_qubit: z.number(),
  single_qubit: z.number(),
  measurement: z.number(),
  idle: z.number(),
  reset: z.number(),
})
export type DeltaTerms = z.infer<typeof DeltaTerms>

/** The smallest improvement of one figure that reaches an aim; gates, readout and resets in fidelity, lifetimes in microseconds. */
export const Fix = z.object({
  aim: z.enum(['pass_gate', 'become_first']),
  /** `qubit:17`, `edge:8-17` or `round`. */
  site: z.string(),
  figure: z.string(),
  value: z.number(),
  needed: z.number(),
  message: z.string(),
})
export type Fix = z.infer<typeof Fix>

export const Candidate = z.object({
  rank: z.int(),
  ...SITES,
  score: z.number(),
  round_duration_ns: z.number(),
  swap_count: z.int(),
  ft_preserved: z.boolean(),
  coherence_ratio: z.number().optional(),
  gate_passed: z.boolean().optional(),
  stability_30d: Stability.optional(),
  /**
   * Whether no other candidate is at least as good in Δ_round, duration, SWAPs and stability (the spread over 30 days, and the
   * snapshots that veto a part of it), and better in one of them.
   */
  pareto: z.boolean().optional(),
  /** Why it is not first. */
  versus_best: DeltaTerms.optional(),
  /** What would make it first; null where no single figure could. */
  fix: Fix.nullable().optional(),
})
export type Candidate = z.infer<typeof Candidate>

/** The spec's resolved module, then what the product adds to it. */
export const ResolvedModule = z.object({
  chiplet: Name,
  logical_qubit: Name,
  ft_scheme: z.literal('flag'),
  ...SITES,
  schedule: ModuleSchedule,
  predicted_round_faults: z.number(),
  predicted_round_duration_ns: z.number(),
  coherence_ratio: z.number(),
  calibration_id: Name,
  score: z.number(),
  warnings: z.array(Warning),

  backend_id: Name,
  calibrated_at: Timestamp.nullable(),
  noise_model_version: z.string(),
  gate: z.object({ limit: z.number(), passed: z.boolean() }),
  diagnostics: ModuleDiagnostics,
  /** The data couplings and moves of each flagged extraction, in order. */
  extractions: z.array(
    z.object({
      generator: z.string(),
      steps: z.array(
        z.object({
          kind: z.enum(['couple', 'flag', 'move']),
          data: z.string().nullable(),
          pauli: z.enum(['X', 'Z']).nullable(),
          from: QubitIndex,
          to: QubitIndex,
        }),
      ),
    }),
  ),
  candidates: z.array(Candidate),
  vetoes: z.array(Veto),
  /** The device's own limits, which the vetoes were judged by. */
  thresholds: Thresholds.optional(),
  search: Search,
  /** What would make a failed gate pass; empty where it passes. */
  fixes: z.array(Fix).optional(),
})
export type ResolvedModule = z.infer<typeof ResolvedModule>

/** A layout that cannot be chosen, for it uses vetoed parts. */
export const DisqualifiedLayout = z.object({
  data_qubits: DataQubits,
  syndrome_ancilla: QubitIndex,
  flag_qubit: QubitIndex,
  routing_qubits: z.array(QubitIndex),
  /** Δ_round with the figures as they are. */
  score: z.number(),
  /** Some part has no figures to be trusted and counts as faultless: `score` is then what a repaired layout is not below. */
  score_is_bound: z.boolean(),
  round_duration_ns: z.number(),
  swap_count: z.int(),
  ft_preserved: z.boolean(),
  /** Vetoes of the parts that it uses: all of them would have to be lifted. */
  vetoes: z.array(Veto),
  /** Why it is out, and what would let it in. */
  reason: z.string(),
})
export type DisqualifiedLayout = z.infer<typeof DisqualifiedLayout>

/** ready: gate passed. gate_failed: runnable with an override. disqualified: vetoes leave no layout. no_embedding: the topology allows none. */
export const ModuleStatus = z.enum(['ready', 'gate_failed', 'disqualified', 'no_embedding'])

export const LogicalQubit = z.object({
  logical_id: Name,
  chiplet: Name,
  status: ModuleStatus,
  /** Plain words for disqualified and no_embedding, null otherwise. */
  reason: z.string().nullable(),
  /** 1 is the lowest Δ_round of the backend; null when there is no module. */
  rank: z.int().nullable(),
  qubits: z.array(QubitIndex),
  vetoes: z.array(Veto),
  /** Layouts that use vetoed parts, ten at most, least Δ_round first; only where one module is asked for. */
  disqualified: z.array(DisqualifiedLayout).optional(),
  /** The snapshot all of it was found from, and what made rates of it; likewise. A list says them once. */
  calibration_id: Name.optional(),
  calibrated_at: Timestamp.nullable().optional(),
  noise_model_version: z.string().optional(),
  module: ResolvedModule.nullable(),
})
export type LogicalQubit = z.infer<typeof LogicalQubit>

export const LogicalQubitList = z.object({
  backend_id: Name,
  calibration_id: Name,
  calibrated_at: Timestamp.nullable(),
  noise_model_version: z.string(),
  /** By rank; chiplets without a module last. */
  logical_qubits: z.array(LogicalQubit),
})
export type LogicalQubitList = z.infer<typeof LogicalQubitList>

export const Role = z.enum(['D0', 'D1', 'D2', 'D3', 'D4', 'ancilla', 'flag', 'routing', 'unused'])
export type Role = z.infer<typeof Role>

export const LogicalTopology = z.object({
  backend_id: Name,
  calibration_id: Name,
  noise_model_version: z.string(),
  chiplets: z.array(
    z.object({
      chiplet: Name,
      logical_qubit: Name,
      status: ModuleStatus,
      reason: z.string().nullable(),
      rank: z.int().nullable(),
      score: z.number().nullable(),
      coherence_ratio: z.number().nullable(),
      ft_preserved: z.boolean().nullable(),
      sites: z.array(z.object({ qubit: QubitIndex, role: Role, vetoed: z.boolean() })),
      edges: z.array(z.object({ a: QubitIndex, b: QubitIndex, uses: z.int(), vetoed: z.boolean() })),
      warnings: z.array(Warning),
    }),
  ),
  /** Couplings between sites of different chiplets. */
  links: z.array(z.object({ a: QubitIndex, b: QubitIndex, from: Name, to: Name })),
})
export type LogicalTopology = z.infer<typeof LogicalTopology>

export const LogicalParam = z.object({ backend_id: Name, logical_id: Name })
