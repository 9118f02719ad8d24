/** Every batch, newest first. */
import { Button } from '@blueprintjs/core'
import { ArrowLeft, Refresh } from '@blueprintjs/icons'
import { Link, useLocation } from 'wouter'
import type { JobBatch } from '../../../../../main/contract/jobs/batches'
import { ActionButton } from '../../../components/controls/action-button'
import { MoreButton } from '../../../components/controls/more-button'
import { PageLayout } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { ModeTag, UtcTimestamp } from '../../../components/values/tags-and-times'
import { shortId } from '../../../draw/format/job-and-run-text'
import { count, percent } from '../../../draw/format/quantity'
import { BatchStates } from './batch-progress'
import { useBatches } from './use-batch'

const COLUMNS = ['Batch', 'Name', 'Created', 'Backend', 'Mode', 'Jobs', 'States', 'Progress']
const NUMERIC = ['Jobs', 'Progress']

export function BatchListPage() {
  const batches = useBatches()
  return (
    <PageLayout
      title="Batches"
      about={
        <>
          <Link href="/jobs">
            <ArrowLeft size={12} aria-hidden /> All jobs
          </Link>{' '}
          · Circuits that were submitted together, newest first.
        </>
      }
      actions={
        <>
          <ActionButton icon={<Refresh />} text="Reload" loading={batches.loading} onClick={batches.reload} />
          <NewBatchLink />
        </>
      }
    >
      <Answer of={batches} what="the batches">
        {items => (items.length === 0 ? <NoBatches /> : <BatchTable batches={items} />)}
      </Answer>
      <MoreButton text="Load older batches" loading={batches.loading} more={batches.more} />
    </PageLayout>
  )
}

const NoBatches = () => (
  <Empty title="No batches yet" action={<NewBatchLink />}>
    Write several circuits on the form, or send them as circuits to POST /api/svc/quantum/submit.
  </Empty>
)

function NewBatchLink() {
  const [, navigate] = useLocation()
  return <Button intent="primary" text="Submit a batch" onClick={() => navigate('/jobs/batches/new')} />
}

const BatchTable = ({ batches }: { readonly batches: readonly JobBatch[] }) => (
  <ScrollRegion label="Batches" className="pentad-batches">
    <HeadedTable caption="Batches" columns={COLUMNS} numeric={NUMERIC}>
      {batches.map(batch => (
        <tr key={batch.batch_id}>
          <td>
            <Link href={`/jobs/batches/${batch.batch_id}`} title={batch.batch_id} className="pentad-mono">
              {shortId(batch.batch_id)}
            </Link>
          </td>
          <td>{batch.name}</td>
          <td>
            <UtcTimestamp at={batch.created_at} />
          </td>
          <td>{batch.backend}</td>
          <td>
            <ModeTag mode={batch.mode} />
          </td>
          <td className="pentad-number">{count(batch.jobs)}</td>
          <td>
            <BatchStates batch={batch} />
          </td>
          <td className="pentad-number">{percent(batch.progress)}</td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)
