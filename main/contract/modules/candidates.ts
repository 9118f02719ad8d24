/** The module that a chiplet resolves to, the layouts beside it, and what would let them in. */
import { z } from 'zod'
import { Thresholds } from '../calibration/device-profile'
import { Name, QubitIndex, Timestamp, Warning } from '../model/primitives'
import { PROTOCOLS } from '../model/protocols'
import { QubitLabels } from '../model/qubit-labels'
import { DeltaTerms, ModuleDiagnostics, Search, Stability, Veto } from './diagnostics'
import { FeasibilityGate, FeasibilityVerdict } from './feasibility-gate'
import { DataQubits, LAYOUT_FIELDS, ModuleSchedule } from './layout'
import { LogicalName } from './layout-demands'

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
  ...LAYOUT_FIELDS,
  score: z.number(),
  round_duration_ns: z.number(),
  swap_count: z.int(),
  ft_preserved: z.boolean(),
  coherence_ratio: z.number().optional(),
  gate_passed: z.boolean().optional(),
  gate_verdict: FeasibilityVerdict.optional(),
  stability_30d: Stability.optional(),
  /**
   * Whether no other candidate is at least as good in Δ_round, duration, SWAPs and stability (the spread over 30 days, and the
   * snapshots that veto a part of it), and better in one of them.
   */
  pareto: z.boolean().optional(),
  /** Terms of Δ_round compared with the best candidate's: why this one is not first. */
  versus_best: DeltaTerms.optional(),
  /** Change of one figure that would rank it first; null where no single figure could. */
  fix: Fix.nullable().optional(),
})
export type Candidate = z.infer<typeof Candidate>

/** The spec's resolved module, then what the product adds to it. */
export const ResolvedModule = z.object({
  chiplet: Name,
  logical_qubit: LogicalName,
  ft_scheme: z.literal('flag'),
  ...LAYOUT_FIELDS,
  schedule: ModuleSchedule,
  predicted_round_faults: z.number(),
  predicted_round_duration_ns: z.number(),
  /** A lower bound where `gate.ratio_is_bound`. */
  coherence_ratio: z.number(),
  calibration_id: Name,
  score: z.number(),
  warnings: z.array(Warning),

  backend_id: Name,
  /** The vendor's names of the chiplet's qubits, by index, where they differ from the indices; absent where none does. */
  qubit_labels: QubitLabels.optional(),
  calibrated_at: Timestamp.nullable(),
  noise_model_version: z.string(),
  /** Protocols that the device offers; the gate's verdict is for the first, which requests that name none use too. */
  protocols: z.array(z.enum(PROTOCOLS)).optional(),
  gate: FeasibilityGate,
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
  /** Thresholds of the device, which the vetoes were decided by. */
  thresholds: Thresholds.optional(),
  search: Search,
  /** Changes that would make a failed gate pass; empty where it passes. */
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
  /**
   * True where some part has no trustworthy figures and counts as faultless: `score` is then a lower bound for the repaired
   * layout.
   */
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
