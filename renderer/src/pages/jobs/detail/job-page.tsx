/** One job: its results or its outcome, what was requested, its timeline. */
import { Tag } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import { JobId } from '../../../../../main/contract/jobs/submit'
import { routes } from '../../../../../main/contract/routes'
import { usePolled } from '../../../api/use-fetch'
import { useJobEvents } from '../../../api/use-stream'
import { CopyButton } from '../../../components/controls/copy-download'
import { PageLayout, Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { ModeTag, SimulatedTag, StatusTag, UtcTimestamp } from '../../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../../draw/format/job-and-run-text'
import { count } from '../../../draw/format/quantity'
import { duration } from '../../../draw/format/time'
import { JobActions } from './job-actions'
import { JobCircuit } from './job-circuit'
import { chargeText, newestProgress, noiseText, placementText, type StreamedProgress } from './job-text'
import { JobOutcome } from './result'
import { SavedCircuitOfJob } from './saved-circuit'
import { JobTimeline } from './timeline'

const EVERY_MS = 2_000
/** The stream announces changes; polling only catches those that it lost. */
const EVERY_MS_LIVE = 10_000

interface Props {
  readonly job_uuid: string
  /** Address of the list, with its filter. */
  readonly back: string
  readonly deleted: (job_uuid: string) => void
}

export function JobDetailPage({ job_uuid, back, deleted }: Props) {
  const [, navigate] = useLocation()
  const known = JobId.safeParse({ job_uuid }).success
  const { job, streamed } = useJob(known ? job_uuid : null)
  const leave = () => {
    deleted(job_uuid)
    navigate(back)
  }
  return (
    <PageLayout
      title={`Job ${shortId(job_uuid)}`}
      about={
        <>
          <Link href={back}>
            <ArrowLeft size={12} aria-hidden /> All jobs
          </Link>{' '}
          · <code>{job_uuid}</code>{' '}
          <CopyButton iconOnly label="Copy the job id" text={job_uuid} size="small" variant="minimal" />
        </>
      }
      tags={job.data && <JobTags job={job.data} />}
      actions={job.data && <JobActions job={job.data} changed={job.reload} deleted={leave} />}
    >
      {known ? (
        <Answer of={job} what="the job">
          {data => <JobPanels job={data} progress={newestProgress(data, streamed)} />}
        </Answer>
      ) : (
        <Empty title="This is not a job id">A job id is a UUID, as the jobs list shows it.</Empty>
      )}
    </PageLayout>
  )
}

/** Follows the job until it is final; `streamed` is the progress that the stream reported last. */
function useJob(job_uuid: string | null) {
  const [streamed, setStreamed] = useState<StreamedProgress | null>(null)
  const [wanted, setWanted] = useState(true)
  const live = useJobEvents(wanted && job_uuid !== null, event => {
    if (event.type === 'reset') job.reload()
    if (!('job_uuid' in event) || event.job_uuid !== job_uuid) return
    if (event.type === 'progress') setStreamed({ fraction: event.fraction, reply: job.data })
    else job.reload()
  })
  const head = job_uuid === null ? null : { params: { job_uuid }, query: { circuit: 'false' as const } }
  const job = usePolled(routes.getJob, head, {
    until: isTerminal,
    every_ms: live ? EVERY_MS_LIVE : EVERY_MS,
  })
  const open = job.data === undefined || !isTerminal(job.data)
  if (wanted !== open) setWanted(open)
  return { job, streamed }
}

const JobTags = ({ job }: { readonly job: JobDetail }) => (
  <>
    <StatusTag status={job.status} live={!isTerminal(job)} />
    <ModeTag mode={job.mode} />
    {job.simulated && <SimulatedTag />}
  </>
)

const JobPanels = ({ job, progress }: { readonly job: JobDetail; readonly progress: number | null }) => (
  <div className="pentad-job">
    <div className="pentad-stack">
      <JobOutcome job={job} progress={progress} />
      <JobCircuit job={job} />
    </div>
    <div className="pentad-stack">
      <Panel title="Job">
        <JobSheet job={job} />
      </Panel>
      <Panel title="Timeline">
        <JobTimeline job={job} />
      </Panel>
    </div>
  </div>
)

const JobSheet = ({ job }: { readonly job: JobDetail }) => (
  <Sheet
    entries={[
      ['Name', job.name],
      [
        'Tags',
        job.tags.length === 0 ? null : (
          <span key="tags" className="pentad-row">
            {job.tags.map(tag => (
              <Tag minimal key={tag}>
                {tag}
              </Tag>
            ))}
          </span>
        ),
      ],
      [
        'Backend',
        <Link key="backend" href={`/backends/${job.backend}`}>
          {job.backend}
        </Link>,
      ],
      [
        'Batch',
        job.batch_id && (
          <Link key="batch" href={`/jobs/batches/${job.batch_id}`} title={job.batch_id} className="pentad-mono">
            {shortId(job.batch_id)}
          </Link>
        ),
      ],
      ['From', job.saved_circuit && <SavedCircuitOfJob key="from" saved={job.saved_circuit} />],
      ['Rows', job.rows === null ? null : count(job.rows)],
      [job.rows === null ? 'Shots' : 'Shots a row', count(job.shots)],
      ['Qubits', count(job.num_qubits)],
      ['Created', <UtcTimestamp key="created" at={job.created_at} />],
      ['Completed', <UtcTimestamp key="completed" at={job.completed_at} />],
      ['Runtime', duration(job.runtime_ms)],
      ['Noise', noiseText(job)],
      ['Placement', placementText(job)],
      ['Engine', job.engine],
      ['Seed', <code key="seed">{job.seed}</code>],
      ['Tokens', chargeText(job)],
    ]}
  />
)
