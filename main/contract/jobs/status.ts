/** States of a circuit job, and the legal moves between them. */
import { z } from 'zod'
import { createStateMachine } from '../model/state-machine'

export const JobStatus = z.enum(['PENDING', 'WAITING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED'])
export type JobStatus = z.infer<typeof JobStatus>

/**
 * The legal moves. PENDING: accepted, tokens reserved. WAITING: behind others, may be skipped. PROCESSING: executing.
 * PROCESSING → PENDING is the restart of a mock job after a crash; it runs again from its seed.
 */
export const jobStates = createStateMachine<JobStatus>({
  PENDING: ['WAITING', 'PROCESSING', 'FAILED', 'ABORTED'],
  WAITING: ['PROCESSING', 'FAILED', 'ABORTED'],
  PROCESSING: ['COMPLETED', 'FAILED', 'ABORTED', 'PENDING'],
  COMPLETED: [],
  FAILED: [],
  ABORTED: [],
})

/** Why a job ended otherwise than COMPLETED. */
export const REASONS = [
  'user_cancelled',
  'max_runtime',
  'service_restart',
  'engine_error',
  /** The measured readout confusion has too little contrast to be inverted. */
  'readout_ill_conditioned',
  /** On devices: an external cause ended the job. */
  'instrument_lost',
  'safe_state',
  'limit_breached',
  'sensor_invalid',
  'storage_full',
  'yielded',
  /** Nothing was measured. */
  'instrument_missing',
  'precondition_failed',
  /** The measured data cannot be trusted. */
  'device_error',
  'device_timeout',
  'link_failed',
  'upload_mismatch',
  'timing_mismatch',
  'program_refused',
] as const

export const StatusReason = z.object({ code: z.enum(REASONS), message: z.string() })
export type StatusReason = z.infer<typeof StatusReason>

/** Position in the queue of a job that has not started. */
export const QueuePlace = z.object({
  /** 1 starts next. Keys take turns, so another key's later job may start before. */
  position: z.int().min(1),
  /** Time until it starts; null where there is no basis for an estimate. */
  estimated_wait_ms: z.number().nullable(),
  /** Basis of the estimate, in words. */
  basis: z.string(),
  /** Which queue the position counts in. device: all runs and jobs that wait for the sequencer. Left out: the jobs of the backend. */
  line: z.enum(['jobs', 'device']).optional(),
})
export type QueuePlace = z.infer<typeof QueuePlace>
