import { AppError } from '../contract/errors'
import { routes } from '../contract/routes'
import type { Jobs } from '../jobs/jobs'
import { handle } from './handle'

export const jobRoutes = (jobs: Jobs) => [
  handle(routes.submitJob, ({ body }, { caller, idempotency_key }) => jobs.submit(body, caller!, idempotency_key)),
  handle(routes.estimateJob, ({ body }, { caller }) => jobs.estimate(body, caller!)),
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
