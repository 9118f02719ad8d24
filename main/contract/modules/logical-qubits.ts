/** Logical-qubit modules: one chiplet that should carry one [[5,1,3]] logical qubit. Field names are the spec's. */
import { z } from 'zod'
import { Name, QubitIndex, Timestamp, Warning } from '../model/primitives'
import { DisqualifiedLayout, ResolvedModule } from './candidates'
import { Veto } from './diagnostics'
import { LogicalName } from './layout-demands'

export const MAX_COHERENCE_RATIO = 0.2

/** ready: gate passed. gate_failed, gate_unknown: runnable with an override. disqualified: vetoes leave no layout. no_embedding: the topology allows none. */
export const ModuleStatus = z.enum(['ready', 'gate_failed', 'gate_unknown', 'disqualified', 'no_embedding'])

export const LogicalQubit = z.object({
  logical_id: LogicalName,
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
  /** The snapshot and the noise model behind all of this; only where one module is asked for: a list states them once. */
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

export const LogicalParam = z.object({ backend_id: Name, logical_id: LogicalName })
