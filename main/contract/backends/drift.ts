/** How a module changes over imported calibration snapshots. */
import { z } from 'zod'
import { Name, QubitIndex, Timestamp } from '../model/primitives'
import { DeltaTerms, Veto } from '../modules/diagnostics'
import { FeasibilityVerdict } from '../modules/feasibility-gate'
import { LAYOUT_FIELDS } from '../modules/layout'
import { LogicalName } from '../modules/layout-demands'
import { ModuleStatus } from '../modules/logical-qubits'

/** A copy without a name, so that the OpenAPI document writes the terms inline. */
const Terms = z.object(DeltaTerms.shape)

export const DriftLayout = z.object(LAYOUT_FIELDS)
export type DriftLayout = z.infer<typeof DriftLayout>

/** One snapshot: what the chiplet resolves to under it. */
export const DriftPoint = z.object({
  calibration_id: Name,
  calibrated_at: Timestamp.nullable(),
  imported_at: Timestamp.nullable(),
  /** Whether modules are resolved from it now. */
  current: z.boolean().optional(),
  status: ModuleStatus,
  reason: z.string().nullable(),
  layout: DriftLayout.nullable(),
  /** Δ_round of that layout by term. */
  terms: Terms.nullable(),
  coherence_ratio: z.number().nullable(),
  gate_passed: z.boolean().nullable(),
  gate_verdict: FeasibilityVerdict.nullable().optional(),
  /** Δ_round that the current best layout has under this snapshot; null where a part of it is vetoed. */
  current_layout_score: z.number().nullable(),
  vetoes: z.array(Veto),
})
export type DriftPoint = z.infer<typeof DriftPoint>

/** From one snapshot to the next. */
export const DriftChange = z.object({
  from: Name,
  to: Name,
  layout_changed: z.boolean(),
  /** Roles whose qubit changed; `from` is null where there was no layout, `to` where there is none. */
  moved: z.array(z.object({ role: z.string(), from: QubitIndex.nullable(), to: QubitIndex.nullable() })),
  /** Terms under `to` minus terms under `from`; null where either is missing. */
  difference: Terms.nullable(),
  /** Score of the previous layout under the new snapshot minus that of the new layout; null where the previous one cannot be used. */
  gain_by_moving: z.number().nullable(),
  /** In plain words. */
  text: z.string(),
})
export type DriftChange = z.infer<typeof DriftChange>

export const Drift = z.object({
  backend_id: Name,
  logical_qubit: LogicalName,
  chiplet: Name,
  noise_model_version: z.string(),
  /** Oldest first. */
  points: z.array(DriftPoint),
  changes: z.array(DriftChange),
})
export type Drift = z.infer<typeof Drift>

export const DriftQuery = z.object({
  /** The newest snapshots, at most this many. */
  limit: z.coerce.number().int().min(1).max(200).default(30),
})
export type DriftQuery = z.output<typeof DriftQuery>
