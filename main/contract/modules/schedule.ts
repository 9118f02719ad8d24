/** The compiled round of a module on its clock: every operation and every idle window, by site. */
import { z } from 'zod'
import { Name, QubitIndex } from '../model/primitives'
import { LogicalName } from './layout-demands'

/** Fields of every shape of one operation. */
export const OPERATION = {
  gate: z.enum(['R', 'H', 'CZ', 'M']),
  sites: z.array(QubitIndex),
  /** e.g. `couple D2`, `flag`, `swap 4-5 1/3`. */
  purpose: z.string(),
  start_ns: z.number(),
  duration_ns: z.number(),
  /** Name of the bit that a measurement writes. */
  bit: z.string().nullable(),
}

export const ScheduleSegment = z.object({
  /** Flagged extractions share the round's clock; the repeat that a trigger sets off has its own. */
  segment: z.enum(['flagged', 'repeat']),
  /** Generator of a flagged segment, 0 in the repeat. */
  index: z.int(),
  start_ns: z.number(),
  duration_ns: z.number(),
  /** In an order that respects time; the position is the `op` of a fault. */
  ops: z.array(
    z.object({
      ...OPERATION,
      /** An H that has become part of the CZs beside it, where these are made of other gates: no time, no error. */
      merged: z.literal(true).optional(),
      /** For a compound CZ: sites with a one-qubit gate of its own before or after it; a site may occur twice. */
      pulses: z.array(QubitIndex).optional(),
    }),
  ),
  /** Sites that wait while they hold something; the position is the `op` of an idle fault. */
  idles: z.array(
    z.object({
      site: QubitIndex,
      start_ns: z.number(),
      duration_ns: z.number(),
      /** The site waits for a decision by the segment's outcomes. */
      decision: z.literal(true).optional(),
    }),
  ),
})
export type ScheduleSegment = z.infer<typeof ScheduleSegment>

export const RoundSchedule = z.object({
  logical_qubit: LogicalName,
  calibration_id: Name,
  schedule_hash: z.string(),
  /** Duration of one flagged round. */
  duration_ns: z.number(),
  /** The four flagged extractions in order, then the repeat. */
  segments: z.array(ScheduleSegment),
})
export type RoundSchedule = z.infer<typeof RoundSchedule>
