/** How a module changes over imported calibration snapshots, and the stream that announces it. */
import { z } from 'zod'
import { DeltaTerms, ModuleStatus, SITES, Veto } from '../modules'
import { Name, QubitIndex, Timestamp } from '../model/primitives'
import { RunStatus } from '../runs/run'

/** A copy: the published document has it in place, without a name. */
const Terms = z.object(DeltaTerms.shape)

export const DriftLayout = z.object(SITES)
export type DriftLayout = z.infer<typeof DriftLayout>

/** One snapshot: what the chiplet resolves to under it. */
export const DriftPoint = z.object({
  calibration_id: Name,
  calibrated_at: Timestamp.nullable(),
  imported_at: Timestamp.nullable(),
  status: ModuleStatus,
  reason: z.string().nullable(),
  layout: DriftLayout.nullable(),
  /** Δ_round of that layout by term. */
  terms: Terms.nullable(),
  coherence_ratio: z.number().nullable(),
  gate_passed: z.boolean().nullable(),
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
  /** Roles that moved; null where there was or is no layout. */
  moved: z.array(z.object({ role: z.string(), from: QubitIndex.nullable(), to: QubitIndex.nullable() })),
  /** Terms after less terms before; null where one is missing. */
  difference: Terms.nullable(),
  /** What staying with the layout before would cost now, less what the new one costs; null where it cannot stay. */
  gain_by_moving: z.number().nullable(),
  /** In plain words. */
  text: z.string(),
})
export type DriftChange = z.infer<typeof DriftChange>

export const Drift = z.object({
  backend_id: Name,
  logical_qubit: Name,
  chiplet: Name,
  noise_model_version: z.string(),
  /** Oldest first. */
  points: z.array(DriftPoint),
  changes: z.array(DriftChange),
})
export type Drift = z.infer<typeof Drift>

export const DriftQuery = z.object({
  /** At most so many snapshots, the newest. */
  limit: z.coerce.number().int().min(1).max(200).default(30),
})
export type DriftQuery = z.output<typeof DriftQuery>

/** `after`: as in the job events. Left out: only what comes from now on. */
export const LabEventsQuery = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  backend_id: Name.optional(),
  run_id: z.uuid().optional(),
})
export type LabEventsQuery = z.output<typeof LabEventsQuery>

const event = { sequence: z.int(), at: Timestamp, backend_id: Name }

/** Frames of the stream of modules, runs and studies; WebSocket text messages of one JSON object each. */
export const LabEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), sequence: z.int(), heartbeat_s: z.number() }),
  /** A calibration was imported, and took the place of the previous one; null where it is older than the current one. */
  z.object({ type: z.literal('snapshot'), ...event, calibration_id: Name, previous_calibration_id: Name.nullable() }),
  /** A new snapshot moved the layout of a chiplet, or gave or took its module. */
  z.object({ type: z.literal('moved'), ...event, logical_id: Name, change: DriftChange }),
  z.object({
    type: z.literal('run'),
    ...event,
    logical_id: Name,
    run_id: z.uuid(),
    status: RunStatus,
    progress: z.object({ fraction: z.number(), stage: z.string() }),
  }),
  z.object({
    type: z.literal('study'),
    ...event,
    logical_id: Name,
    study_id: z.uuid(),
    status: RunStatus,
    progress: z.object({ fraction: z.number(), stage: z.string() }),
  }),
  z.object({ type: z.literal('reset'), sequence: z.int() }),
  z.object({ type: z.literal('heartbeat'), sequence: z.int(), at: Timestamp }),
  z.object({ type: z.literal('error'), error: z.string(), detail: z.string() }),
])
export type LabEvent = z.infer<typeof LabEvent>
