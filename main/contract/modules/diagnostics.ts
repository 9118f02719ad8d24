/** The figures of a module: expected faults of a round, fidelities, coherence, vetoes. */
import { z } from 'zod'
import { QubitIndex } from '../model/primitives'

/** Expected faults of one kind; `parts` names where they come from. Sums to Δ_round with the other terms. */
const Term = z.object({ total: z.number(), two_qubit: z.number(), single_qubit: z.number() })

export const DeltaRound = z.object({
  total: z.number(),
  gate: Term,
  measurement: z.number(),
  idle: z.number(),
  reset: z.number(),
  /**
   * uses = ∂Δ/∂ε of that part. `error` of an edge is that of its CZ: of the native gates that make it and the one-qubit gates
   * between them.
   */
  edges: z.array(
    z.object({
      a: QubitIndex,
      b: QubitIndex,
      uses: z.int(),
      error: z.number(),
      contribution: z.number(),
      /** Native gate of this pair's CZ, and the number of its uses; left out where CZ is native. */
      native_gate: z.string().optional(),
      native_uses: z.int().optional(),
    }),
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
  /** null where the T2 of some qubit of the module is not known. */
  t2_min_us: z.number().nullable(),
  /** Where t2_min_us is null: upper bound of the shortest T2, by T2 <= 2·T1. */
  t2_min_at_most_us: z.number().optional(),
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
  /**
   * True when no schedule of `space` has a lower Δ_round; schedules outside of it are not judged. Else `bound` is a lower bound
   * of them all, null if unknown.
   */
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
