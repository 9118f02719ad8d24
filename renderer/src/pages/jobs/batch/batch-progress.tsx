/** How far a batch is: its jobs by state, and the mean of their progress. */
import { ProgressBar } from '@blueprintjs/core'
import type { JobBatch } from '../../../../../main/contract/jobs/batches'
import { jobStates } from '../../../../../main/contract/jobs/status'
import { StatusTag } from '../../../components/values/tags-and-times'
import { count, percent } from '../../../draw/format/quantity'
import { statusCounts } from '../../../draw/jobs/batches'

interface Props {
  readonly batch: JobBatch
}

export const BatchStates = ({ batch }: Props) => (
  <span className="pentad-row">
    {statusCounts(batch).map(([status, jobs]) => (
      <span key={status}>
        {count(jobs)} <StatusTag status={status} live={!jobStates.isTerminal(status)} />
      </span>
    ))}
  </span>
)

export const BatchProgress = ({ batch }: Props) => (
  <div className="pentad-progress">
    <ProgressBar value={batch.progress} intent="primary" stripes={false} aria-label="Progress of the batch" />
    <span>{percent(batch.progress)}</span>
  </div>
)
