import { AppError } from '../contract/model/errors'
import { routes } from '../contract/routes'
import type { Jobs } from '../jobs/jobs'
import type { Submission } from '../jobs/submission'
import { handle, handleLarge } from './request/handler'
import type { RawRequest } from './request/raw-request'

/** Reads a submit whose body is large; left out: every body is read whole. */
export type ReadSubmission = (request: RawRequest, signal: AbortSignal) => Promise<Submission>

export const jobRoutes = (jobs: Jobs, read?: ReadSubmission) => [
  handleLarge(
    handle(routes.submitJob, ({ body }, { caller, idempotency_key }) => jobs.submit(body, caller!, idempotency_key)),
    read &&
      (async (raw, { caller, idempotency_key, signal }) =>
        jobs.submit(await read(raw, signal), caller!, idempotency_key)),
  ),
  handleLarge(
    handle(routes.estimateJob, ({ body }, { caller }) => jobs.estimate(body, caller!)),
    read && (async (raw, { caller, signal }) => jobs.estimate(await read(raw, signal), caller!)),
  ),
  handle(routes.listJobs, ({ query }, { caller }) => jobs.list(query, caller!)),
  handle(routes.getJob, ({ params }, { caller }) => jobs.get(params.job_uuid, caller!)),
  handle(routes.getJobResult, ({ params, query }, { caller }) => jobs.result(params.job_uuid, caller!, query)),
  handle(routes.abortJob, ({ params }, { caller }) => jobs.abort(params.job_uuid, caller!)),
  handle(routes.deleteJob, ({ params }, { caller }) => jobs.remove(params.job_uuid, caller!)),
  // The upgrade itself is answered by events.ts.
  handle(routes.jobEvents, () => {
    throw new AppError('upgrade_required', 'Events come over a WebSocket; this was a plain GET')
  }),
]
