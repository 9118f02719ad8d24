/** The stream that announces calibrations, moves of modules, and the progress of runs and studies. */
import { z } from 'zod'
import { Name, Timestamp } from '../model/primitives'
import { LogicalName } from '../modules/layout-demands'
import { CountedProgress } from '../runs/partial-counts'
import { RunStatus } from '../runs/run'
import { DriftChange } from './drift'

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
  /**
   * A calibration was imported, chosen from the history, or brought back, and took the place of the previous one as the current
   * one. `previous_calibration_id` is null where it was imported into the history only.
   */
  z.object({
    type: z.literal('snapshot'),
    ...event,
    calibration_id: Name,
    previous_calibration_id: Name.nullable(),
    cause: z.enum(['imported', 'chosen', 'reverted']).optional(),
  }),
  /** A new snapshot moved the layout of a chiplet, or added or removed its module. */
  z.object({ type: z.literal('moved'), ...event, logical_id: LogicalName, change: DriftChange }),
  z.object({
    type: z.literal('run'),
    ...event,
    logical_id: LogicalName,
    run_id: z.uuid(),
    status: RunStatus,
    progress: CountedProgress,
  }),
  z.object({
    type: z.literal('study'),
    ...event,
    logical_id: LogicalName,
    study_id: z.uuid(),
    status: RunStatus,
    progress: z.object({ fraction: z.number(), stage: z.string() }),
  }),
  z.object({ type: z.literal('reset'), sequence: z.int() }),
  z.object({ type: z.literal('heartbeat'), sequence: z.int(), at: Timestamp }),
  z.object({ type: z.literal('error'), error: z.string(), detail: z.string() }),
])
export type LabEvent = z.infer<typeof LabEvent>
