/** One batch: the states of its jobs, its cost and its results. */
import { Button } from '@blueprintjs/core'
import { ArrowLeft, Duplicate } from '@blueprintjs/icons'
import { Link, useLocation } from 'wouter'
import { BatchId, type JobBatch } from '../../../../../main/contract/jobs/batches'
import { CopyButton } from '../../../components/controls/copy-download'
import { PageLayout, Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { ModeTag, UtcTimestamp } from '../../../components/values/tags-and-times'
import { shortId } from '../../../draw/format/job-and-run-text'
import { count } from '../../../draw/format/quantity'
import { batchChargeText } from '../../../draw/jobs/batches'
import { AbortBatch } from './abort-batch'
import { BatchProgress, BatchStates } from './batch-progress'
import { BatchResultsPanel } from './batch-results'
import { BatchMembers } from './members'
import { useBatch } from './use-batch'

export function BatchPage({ batch_id }: { readonly batch_id: string }) {
  const known = BatchId.safeParse({ batch_id }).success
  const batch = useBatch(known ? batch_id : null)
  const [, navigate] = useLocation()
  return (
    <PageLayout
      title={`Batch ${shortId(batch_id)}`}
      about={
        <>
          <Link href="/jobs/batches">
            <ArrowLeft size={12} aria-hidden /> All batches
          </Link>{' '}
          · <code>{batch_id}</code>{' '}
          <CopyButton iconOnly label="Copy the batch id" text={batch_id} size="small" variant="minimal" />
        </>
      }
      tags={batch.data && <ModeTag mode={batch.data.mode} />}
      actions={
        batch.data && (
          <>
            <Button icon={<Duplicate />} text="Clone" onClick={() => navigate(`/jobs/batches/new?batch=${batch_id}`)} />
            <AbortBatch batch={batch.data} changed={batch.reload} />
          </>
        )
      }
    >
      {known ? (
        <Answer of={batch} what="the batch">
          {data => <BatchPanels batch={data} />}
        </Answer>
      ) : (
        <Empty title="This is not a batch id">A batch id is a UUID, as the reply to its submission gives it.</Empty>
      )}
    </PageLayout>
  )
}

const BatchPanels = ({ batch }: { readonly batch: JobBatch }) => (
  <>
    <Panel title="Batch">
      <BatchProgress batch={batch} />
      <Sheet
        entries={[
          ['Name', batch.name],
          ['Jobs', count(batch.jobs)],
          ['States', <BatchStates key="states" batch={batch} />],
          [
            'Backend',
            <Link key="backend" href={`/backends/${batch.backend}`}>
              {batch.backend}
            </Link>,
          ],
          ['Shots', count(batch.shots)],
          ['Created', <UtcTimestamp key="created" at={batch.created_at} />],
          ['Completed', <UtcTimestamp key="completed" at={batch.completed_at} />],
          ['Tokens', batchChargeText(batch)],
        ]}
      />
    </Panel>
    <BatchMembers batch={batch} />
    <BatchResultsPanel batch={batch} />
  </>
)
