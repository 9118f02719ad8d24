import { routes } from '../contract/routes'
import type { Jobs } from '../jobs/jobs'
import { handle } from './handle'

export const jobRoutes = (jobs: Jobs) => [
  handle(routes.submitJob, ({ body }, { caller }) => jobs.submit(body, caller!)),
  handle(routes.listJobs, ({ query }, { caller }) => jobs.list(query, caller!)),
  handle(routes.getJob, ({ params }, { caller }) => jobs.get(params.job_uuid, caller!)),
  handle(routes.getJobResult, ({ params }, { caller }) => jobs.result(params.job_uuid, caller!)),
  handle(routes.abortJob, ({ params }, { caller }) => jobs.abort(params.job_uuid, caller!)),
]
