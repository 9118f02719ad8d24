import { routes } from '../../contract/routes'
import type { QueryOf } from '../../contract/routes/definition'
import type { Jobs } from '../../jobs/jobs'
import type { Submission } from '../../jobs/model/job'
import type { WorkContext } from '../../worker/runner'
import { type CallContext, handle, handleLarge, handleStream, workContextOf } from '../request/call'
import type { RawRequest } from '../request/raw-request'

/** Reads a submit with a large body on a thread; left out: every body is parsed on the main thread. */
export type ReadSubmission = (request: RawRequest, owner: WorkContext) => Promise<Submission>

export const jobHandlers = (jobs: Jobs, read?: ReadSubmission) => [
  handleLarge(
    // Without a signal: a small body is accepted before its client can disconnect, and making a signal costs more.
    handle(routes.submitJob, ({ body }, { caller, idempotency_key }) =>
      jobs.submit(body, { caller: caller!, key: idempotency_key }),
    ),
    read &&
      (async (raw, context) => {
        const { caller, idempotency_key, signal } = context
        return jobs.submit(await read(raw, workContextOf(context)), { caller: caller!, key: idempotency_key, signal })
      }),
  ),
  handleLarge(
    handle(routes.estimateJob, ({ body }, { caller, signal }) => jobs.estimate(body, caller!, signal)),
    read &&
      (async (raw, context) => jobs.estimate(await read(raw, workContextOf(context)), context.caller!, context.signal)),
  ),
  handle(routes.listJobs, ({ query }, { caller }) => jobs.list(query, caller!)),
  handle(routes.getJob, ({ params, query }, context) =>
    jobs.get(params.job_uuid, context.caller!, { query, signal: leavingOf(query, context) }),
  ),
  handle(routes.getJobResult, ({ params, query }, context) =>
    jobs.result(params.job_uuid, context.caller!, {
      query: { ...query, format: formatOf(query, context) },
      signal: context.signal,
    }),
  ),
  handle(routes.getPartialResult, ({ params, query }, { caller, signal }) =>
    jobs.partial(params.job_uuid, caller!, { ...query, signal }),
  ),
  handle(routes.getJobShots, ({ params, query }, { caller, signal }) =>
    jobs.shots(params.job_uuid, caller!, { query, signal }),
  ),
  handle(routes.listResultRows, ({ params, query }, { caller, signal }) =>
    jobs.rows(params.job_uuid, caller!, { query, signal }),
  ),
  handle(routes.getResultSeries, ({ params, query }, { caller, signal }) =>
    jobs.series(params.job_uuid, caller!, { query, signal }),
  ),
  handle(routes.getResultValues, ({ params, query }, context) => {
    const format = query.format ?? (prefersCsv(context) ? 'csv' : 'json')
    return jobs.values(params.job_uuid, context.caller!, { query: { ...query, format }, signal: context.signal })
  }),
  handle(routes.listBatches, ({ query }, { caller }) => jobs.batches.list(query, caller!)),
  handle(routes.getBatch, ({ params, query }, context) =>
    jobs.batches.get(params.batch_id, context.caller!, { query, signal: leavingOf(query, context) }),
  ),
  handle(routes.getBatchResults, ({ params, query }, { caller, signal }) =>
    jobs.batches.results(params.batch_id, { query, caller: caller!, signal }),
  ),
  handle(routes.abortBatch, ({ params }, { caller }) => jobs.batches.abort(params.batch_id, caller!)),
  handle(routes.abortJob, ({ params }, { caller }) => jobs.abort(params.job_uuid, caller!)),
  handle(routes.deleteJob, ({ params }, { caller }) => jobs.remove(params.job_uuid, caller!)),
  handleStream(routes.jobEvents),
]

/** Signal for a call that waits; a call answered at once does not need it, and making one costs more than the call. */
const leavingOf = ({ wait }: { readonly wait: number }, context: CallContext): AbortSignal | undefined =>
  wait > 0 ? context.signal : undefined

const formatOf = ({ format }: QueryOf<typeof routes.getJobResult>, context: CallContext) =>
  format ?? (prefersCsv(context) ? 'csv' : 'counts')

const prefersCsv = (context: CallContext): boolean => context.preferred(['application/json', 'text/csv']) === 'text/csv'
