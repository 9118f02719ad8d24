/** Batches: the jobs of one submit, watched, read and aborted together. */
import { z } from 'zod'
import { BackendMode } from '../backends/catalogue'
import { Name, PageQuery, page, Timestamp } from '../model/primitives'
import { Wait } from './circuit-job'
import { JobResult } from './result'
import { JobStatus, StatusReason } from './status'

export const BatchId = z.object({ batch_id: z.uuid() })

export const JobBatch = BatchId.extend({
  name: z.string().nullable(),
  backend: Name,
  mode: BackendMode,
  created_at: Timestamp,
  /** When the last job ended; null while one is open. */
  completed_at: Timestamp.nullable(),
  /** Number of jobs, without deleted ones. */
  jobs: z.int(),
  /** How many are in each state. */
  by_status: z.record(JobStatus, z.int()),
  /** 0..1: the mean over the jobs; one that has ended counts as 1, however it ended. */
  progress: z.number(),
  /** Shots of all jobs, with every row of sweeps. */
  shots: z.int(),
  /** Compute tokens: held for open jobs, charged for those that ended. */
  tokens: z.object({ reserved: z.number(), charged: z.number() }),
})
export type JobBatch = z.infer<typeof JobBatch>

export const BatchList = page(JobBatch)

/** Waits until all jobs are over. */
export const BatchQuery = z.object({ wait: Wait })
export type BatchQuery = z.output<typeof BatchQuery>

/** State of one job of a batch, with its result once COMPLETED. */
export const BatchJobResult = z.object({
  job_uuid: z.uuid(),
  name: z.string().nullable(),
  status: JobStatus,
  status_reason: StatusReason.nullable(),
  /** Number of rows of a sweep, whose results are at `…/jobs/<job_uuid>/result/rows`; null for one circuit. */
  rows: z.int().nullable(),
  /** null unless COMPLETED, and for sweeps. */
  result: JobResult.nullable(),
})
export type BatchJobResult = z.infer<typeof BatchJobResult>

/** Jobs in the order of their circuits; all in one call unless the results are large. */
export const BatchResultsQuery = BatchQuery.extend({
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  cursor: PageQuery.cursor,
})
export type BatchResultsQuery = z.output<typeof BatchResultsQuery>
export const BatchResults = page(BatchJobResult)

export const BatchListQuery = z.object(PageQuery)
export type BatchListQuery = z.output<typeof BatchListQuery>
