import { type Ledger, wholeOf } from '../../account/ledger'
import type { QueuePlace } from '../../contract/jobs/status'
import type { JobEstimate } from '../../contract/jobs/submit'
import type { BackendQueues } from '../queue/backend-queues'
import type { WaitEstimates } from '../queue/wait-estimate'
import { type Admitted, priceOf } from './new-jobs'

interface EstimateOptions {
  readonly ledger: Pick<Ledger, 'balance'>
  readonly queue: Pick<BackendQueues, 'positionOfNext'>
  readonly runtime: WaitEstimates['runtime']
  readonly placeOf: (backend: string, position: number) => QueuePlace
}

/** What an admitted submit would cost now, and when its first job would start. Reserves and stores nothing. */
export function estimateOf(
  { submission, backend }: Admitted,
  owner: string | null,
  options: EstimateOptions,
): JobEstimate {
  const { ledger, queue, runtime, placeOf } = options
  const { backend_id } = backend
  const jobs = submission.circuits.length
  const price_per_shot = wholeOf(priceOf(backend))
  const required = wholeOf(priceOf(backend) * submission.request.shots * jobs)
  const { available } = ledger.balance('compute_token')
  return {
    jobs,
    tokens: { price_per_shot, required, available, sufficient: required <= available },
    queue: placeOf(backend_id, queue.positionOfNext(backend_id, owner)),
    ...runtime(backend_id),
  }
}
