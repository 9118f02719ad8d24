/** One job: its results or its outcome, what was asked, how it went. */
import { Button } from '@blueprintjs/core'
import { ArrowLeft, Stop } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { type Job, JobId } from '../../../../main/contract/jobs'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { usePolled } from '../../api/use-fetch'
import { count } from '../../draw/quantity'
import { duration, shortId } from '../../draw/time'
import { CircuitDrawing } from '../../show/circuit-drawing'
import { CopyButton } from '../../show/hand-over'
import { Moment } from '../../show/moment'
import { Page, Panel } from '../../show/page'
import { Sheet } from '../../show/sheet'
import { Answer, Empty, Problem } from '../../show/states'
import { ModeTag, SimulatedTag, StatusTag } from '../../show/tags'
import { isTerminal } from './job-pages'
import { Outcome } from './outcome'
import { Timeline } from './timeline'

const EVERY_MS = 2_000

export function JobDetail({ job_uuid }: { readonly job_uuid: string }) {
  const known = JobId.safeParse({ job_uuid }).success
  const job = usePolled(routes.getJob, known ? { params: { job_uuid } } : null, {
    until: isTerminal,
    every_ms: EVERY_MS,
  })
  return (
    <Page
      title={`Job ${shortId(job_uuid)}`}
      about={
        <>
          <Link href="/jobs">
            <ArrowLeft size={12} aria-hidden /> All jobs
          </Link>{' '}
          · <code>{job_uuid}</code>{' '}
          <CopyButton iconOnly label="Copy the job id" text={job_uuid} size="small" variant="minimal" />
        </>
      }
      tags={job.data && <JobTags job={job.data} />}
      actions={job.data && !isTerminal(job.data) && <AbortButton job_uuid={job_uuid} done={job.reload} />}
    >
      {known ? (
        <Answer of={job} what="the job">
          {data => <JobPanels job={data} />}
        </Answer>
      ) : (
        <Empty title="This is not a job id">A job id is a UUID, as the jobs list shows it.</Empty>
      )}
    </Page>
  )
}

const JobTags = ({ job }: { readonly job: Job }) => (
  <>
    <StatusTag status={job.status} live={!isTerminal(job)} />
    <ModeTag mode={job.mode} />
    {job.simulated && <SimulatedTag />}
  </>
)

const JobPanels = ({ job }: { readonly job: Job }) => (
  <div className="pentad-job">
    <div className="pentad-stack">
      <Outcome job={job} />
    </div>
    <div className="pentad-stack">
      <Panel title="Job">
        <Sheet
          entries={[
            [
              'Backend',
              <Link key="backend" href={`/backends/${job.backend}`}>
                {job.backend}
              </Link>,
            ],
            ['Shots', count(job.shots)],
            ['Qubits', job.num_qubits],
            ['Created', <Moment key="created" at={job.created_at} />],
            ['Completed', <Moment key="completed" at={job.completed_at} />],
            ['Runtime', duration(job.runtime_ms)],
            ['Engine', job.engine],
            ['Seed', <code key="seed">{job.seed}</code>],
          ]}
        />
      </Panel>
      <Panel title="Timeline">
        <Timeline job={job} />
      </Panel>
      <Panel title="Circuit" actions={<CopyButton label="Copy JSON" size="small" text={JSON.stringify(job.circuit)} />}>
        <CircuitDrawing circuit={job.circuit} />
      </Panel>
    </div>
  </div>
)

function AbortButton({ job_uuid, done }: { readonly job_uuid: string; readonly done: () => void }) {
  const { call } = useApi()
  const abort = useAction(() => call(routes.abortJob, { params: { job_uuid } }).finally(done))
  return (
    <>
      {abort.error && <Problem problem={abort.error} />}
      <Button intent="danger" icon={<Stop />} text="Abort" loading={abort.running} onClick={() => void abort.run()} />
    </>
  )
}
