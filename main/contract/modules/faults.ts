/** Single faults of a compiled round: the enumeration's verdict, and any fault followed step by step. */
import { z } from 'zod'
import { Name, QubitIndex } from '../model/primitives'
import { LogicalName } from './layout-demands'
import { OPERATION } from './schedule'

export const FAULT_PROTOCOLS = ['adaptive', 'cyclic-window', 'single-pass', 'detection'] as const
export const FaultProtocol = z.enum(FAULT_PROTOCOLS)
export type FaultProtocol = z.infer<typeof FaultProtocol>

/** Treatment of a window still open after the last pass, cyclic-window only: one more extraction, or the shot is discarded. */
export const CLOSINGS = ['extraction', 'erasure'] as const
export const Closing = z.enum(CLOSINGS)

const FaultKind = z.enum(['gate', 'idle', 'reset', 'measure', 'input'])
const Segment = z.enum(['flagged', 'repeat', 'input'])
/** cyclic-window only: which of three passes in a row, 0 the first. */
const Pass = z.int().min(0).max(2)
const PauliLetters = z.string().regex(/^([IXYZ]{1,2}|flip)$/, 'one letter of I, X, Y, Z for each site, or flip')

/** Where a fault is injected and which Pauli it is; `op` counts operations of the segment, or its idle windows, or the sites that bring an error: D0..D4, then routing sites. */
export const FaultAt = z.object({
  segment: Segment,
  index: z.int(),
  op: z.int(),
  kind: FaultKind,
  pauli: PauliLetters,
  sites: z.array(QubitIndex),
  pass: Pass.optional(),
  /** In plain words. */
  text: z.string(),
})
export type FaultAt = z.infer<typeof FaultAt>

/** The circuit after one operation, relative to the same circuit without the fault. */
export const ReplayStep = z.object({
  segment: z.enum(['flagged', 'repeat']),
  /** Generator of a flagged segment, 0 in the repeat. */
  index: z.int(),
  pass: Pass.optional(),
  op: z.int(),
  ...OPERATION,
  paulis: z.array(z.object({ site: QubitIndex, pauli: z.enum(['X', 'Y', 'Z']) })),
  /** Names of the measured bits that have flipped so far; with several passes `p1.a0` is a0 of the first of them. */
  flipped: z.array(z.string()),
})
export type ReplayStep = z.infer<typeof ReplayStep>

export const FaultReplay = z.object({
  protocol: FaultProtocol,
  fault: FaultAt,
  /** From the beginning of the round to its end, through the repeat where it was triggered. */
  steps: z.array(ReplayStep),
  /**
   * The fault is injected before the step with this position; 0 for input errors, the number of steps where it comes last. For a
   * wrong outcome, it is the outcome of that step.
   */
  strikes_before: z.int(),
  trigger: z.int().nullable(),
  flagged: z.boolean(),
  /** Four characters of 0 and 1, generator 0 left-most; null when the repeat was not run. */
  syndrome: z.string().nullable(),
  /** cyclic-window only: every trigger in turn, and what answered it. */
  windows: z
    .array(
      z.object({
        pass: Pass,
        trigger: z.int(),
        flagged: z.boolean(),
        syndrome: z.string(),
        closed_by: z.enum(['window', 'extraction']),
      }),
    )
    .optional(),
  /** Five letters, D0 left-most: `error` is left on the data, `correction` is applied by the decoder (null: shot discarded). */
  error: z.string(),
  correction: z.string().nullable(),
  /** Logical class of what remains; I is harmless. */
  remains: z.enum(['I', 'X', 'Y', 'Z']).nullable(),
  fails: z.boolean(),
  why: z.string(),
})
export type FaultReplay = z.infer<typeof FaultReplay>

export const FaultsQuery = z.object({
  protocol: FaultProtocol.optional(),
  /** extraction unless given. */
  closing: Closing.optional(),
  /** Failing faults to list. */
  limit: z.coerce.number().int().min(0).max(1000).default(50),
})
export type FaultsQuery = z.output<typeof FaultsQuery>

export const FaultsReport = z.object({
  logical_qubit: LogicalName,
  calibration_id: Name,
  schedule_hash: z.string(),
  protocol: FaultProtocol,
  decoder: z.string(),
  ft_preserved: z.boolean(),
  cases: z.int(),
  failures: z.int(),
  by_kind: z.array(z.object({ kind: FaultKind, cases: z.int(), failures: z.int() })),
  failing: z.array(z.object({ fault: FaultAt, effect: z.string() })),
  /** Replay of the first failing fault; null when none fails. */
  counterexample: FaultReplay.nullable(),
  /** Entries of T_k: the errors that single faults leave behind a flag at generator k. */
  tables: z.array(
    z.object({
      generator: z.int(),
      syndrome: z.string(),
      candidates: z.array(z.object({ error: z.string(), remains: z.enum(['I', 'X', 'Y', 'Z']), faults: z.int() })),
    }),
  ),
})
export type FaultsReport = z.infer<typeof FaultsReport>

export const FaultReplayQuery = z.object({
  protocol: FaultProtocol.optional(),
  /** extraction unless given. */
  closing: Closing.optional(),
  segment: Segment,
  index: z.coerce.number().int().min(0).max(3).default(0),
  pass: z.coerce.number().int().min(0).max(2).optional(),
  op: z.coerce.number().int().min(0).max(1_000_000),
  kind: FaultKind,
  pauli: PauliLetters,
})
export type FaultReplayQuery = z.output<typeof FaultReplayQuery>
