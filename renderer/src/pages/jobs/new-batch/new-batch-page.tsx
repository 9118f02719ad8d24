/** Writes several circuits and submits them together. */
import { ArrowLeft } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { routes } from '../../../../../main/contract/routes'
import { usePolled } from '../../../api/use-fetch'
import { PageLayout } from '../../../components/layout/page'
import { Answer, Empty, Loading, ProblemMessage } from '../../../components/messages/answer'
import { BatchForm } from './batch-form'
import { useClonedBatch } from './use-cloned-batch'

const QUEUES_CHANGE_EVERY_MS = 15_000

export function NewBatchPage() {
  const { awaited, problem, retry } = useClonedBatch()
  const backends = usePolled(routes.listBackends, {}, { every_ms: QUEUES_CHANGE_EVERY_MS })
  return (
    <PageLayout
      title="New batch"
      about={
        <>
          <Link href="/jobs/batches">
            <ArrowLeft size={12} aria-hidden /> All batches
          </Link>{' '}
          · Circuits that are accepted together or not at all; each becomes a job of its own.
        </>
      }
    >
      {problem && <ProblemMessage problem={problem} retry={retry} />}
      {awaited === null ? (
        <Answer of={backends} what="the backends">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No backend">The lab profile names no device.</Empty>
            ) : (
              <BatchForm backends={items} />
            )
          }
        </Answer>
      ) : (
        <Loading what={awaited} />
      )}
    </PageLayout>
  )
}
