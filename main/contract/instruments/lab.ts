/** The lab profile as it is used, its changes, and its sequencers. */
import { z } from 'zod'
import { Name, Timestamp } from '../model/primitives'
import { InstrumentProblem, InstrumentSummary } from './instrument'
import { FluxCrosstalk, LabChannel } from './lab-profile'
import { InstrumentId } from './reading'

/** A change of the lab profile that was made here. */
const LabChange = z.object({
  at: Timestamp,
  actor: z.string(),
  /** Such as `added Flux bias (dac)`. */
  text: z.string(),
})

export const LabState = z.object({
  name: z.string(),
  description: z.string(),
  /** The file that the service was started with. */
  file: z.string(),
  /** File that holds the changes; null until the first change. */
  changed_file: z.string().nullable(),
  channels: z.array(LabChannel),
  crosstalk: FluxCrosstalk.nullable(),
  /** Newest first; undo takes the first back. */
  changes: z.array(LabChange),
  problems: z.array(InstrumentProblem),
})
export type LabState = z.infer<typeof LabState>

export const UndoReply = z.object({ undone: LabChange, lab: LabState })
export type UndoReply = z.infer<typeof UndoReply>

/** What a sequencer can hold and do, from its profile. */
export const Sequencer = InstrumentSummary.extend({
  device_id: Name,
  /** Live backends that run on it. */
  backend_ids: z.array(Name),
  profile: z.object({
    profile_id: z.string(),
    description: z.string(),
    grid_ns: z.number(),
    instructions: z.number(),
    readout_instructions: z.number(),
    bins: z.number(),
    registers: z.number(),
    feedforward_latency_ns: z.number().nullable(),
    timestamps: z.enum(['marks', 'none']),
    program_bytes: z.number(),
    link_bytes_per_s: z.number(),
  }),
})
export type Sequencer = z.infer<typeof Sequencer>

/** What an instrument does for a run or job right now. */
export const MachineProgress = z.object({
  /** The run or job. */
  work: z.string(),
  kind: z.enum(['run', 'job', 'entropy']),
  instrument_id: InstrumentId,
  simulated: z.boolean(),
  /**
   * `held`: its settings cannot be changed by others meanwhile. All other phases except `waiting`, `checking` and `done` are of
   * sequencers only.
   */
  phase: z.enum(['waiting', 'checking', 'held', 'uploading', 'armed', 'running', 'fetching', 'idle', 'done', 'failed']),
  /** Number of the batch within the whole run or job, from 1; null before the first, and for work without batches. */
  batch: z.int().nullable(),
  batches: z.int().nullable(),
  /** Bytes sent and received for this work. */
  bytes: z.int(),
  /** Entries of its error queue. */
  errors: z.array(z.string()),
  at: Timestamp,
})
export type MachineProgress = z.infer<typeof MachineProgress>

export const MachineQuery = z.object({ work: z.string().min(1).max(100).optional() })
