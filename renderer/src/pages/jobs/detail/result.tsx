/** Result of a job: its counts, or the reason why there are none. */
import { Callout, NonIdealState, ProgressBar, Spinner } from '@blueprintjs/core'
import { Error as ErrorIcon, Stop } from '@blueprintjs/icons'
import { useMemo } from 'react'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { RawText } from '../../../components/tables/sheet'
import { endedText } from '../../../draw/format/job-and-run-text'
import { count, percent } from '../../../draw/format/quantity'
import { Counts } from './counts'
import { ExpectationPanels, MitigatedCountsPanel } from './expectations'
import { queueText } from './job-text'
import { MeasuredSoFar } from './measured-so-far'
import { SweepPanel } from './sweep-panel'

interface OutcomeProps {
  readonly job: JobDetail
  /** 0..1 while it runs, null where that is not known. */
  readonly progress: number | null
}

export function JobOutcome({ job, progress }: OutcomeProps) {
  switch (job.status) {
    case 'COMPLETED':
      return job.rows === null ? (
        <Results job_uuid={job.job_uuid} />
      ) : (
        <SweepPanel job={job} rows={job.rows} found={result => <Found result={result} />} />
      )
    case 'FAILED':
    case 'ABORTED':
      return (
        <>
          <NoResults job={job} />
          <MeasuredSoFar job={job} />
        </>
      )
    default:
      return (
        <>
          <OnItsWay job={job} progress={progress} />
          <MeasuredSoFar job={job} />
        </>
      )
  }
}

function NoResults({ job }: { readonly job: JobDetail }) {
  const failed = job.status === 'FAILED'
  return (
    <Panel title="Outcome">
      <Callout intent={failed ? 'danger' : 'warning'} icon={failed ? <ErrorIcon /> : <Stop />}>
        <h3>{endedText('job', { status: failed ? 'FAILED' : 'ABORTED', code: job.status_reason?.code ?? null })}</h3>
        <p>{job.status_reason?.message ?? 'No reason was recorded.'}</p>
      </Callout>
      <p className="pentad-quiet">There is no whole result. Submit the circuit again if it is still wanted.</p>
    </Panel>
  )
}

const WORDS: Partial<Record<JobDetail['status'], string>> = {
  PENDING: 'It was accepted and waits to be queued.',
  WAITING: 'It waits for its turn on the backend.',
  PROCESSING: 'It is running now.',
}

const OnItsWay = ({ job, progress }: OutcomeProps) => (
  <Panel title="Results">
    <NonIdealState icon={<Spinner size={32} aria-label="Waiting for results" />} title="Not finished yet">
      {WORDS[job.status]} Results appear here by themselves.
    </NonIdealState>
    {job.queue !== null && (
      <p role="status">
        Place {count(job.queue.position)} in the queue: {queueText(job.queue)}.{' '}
        <span className="pentad-quiet">Reckoned relative to {job.queue.basis}.</span>
      </p>
    )}
    {job.status === 'PROCESSING' && progress !== null && (
      <div className="pentad-progress">
        <ProgressBar value={progress} intent="primary" stripes={false} aria-label="Progress of the job" />
        <span>{percent(progress)}</span>
      </div>
    )}
  </Panel>
)

function Results({ job_uuid }: { readonly job_uuid: string }) {
  const result = useFetched(routes.getJobResult, { params: { job_uuid }, query: { format: 'counts' } })
  return (
    <Answer of={result} what="the results">
      {data => <Found result={data} />}
    </Answer>
  )
}

function Found({ result }: { readonly result: JobResult }) {
  const values = result.expectation_values
  return (
    <>
      {values ? <ExpectationPanels result={result} values={values} /> : <Counts result={result} />}
      <MitigatedCountsPanel result={result} />
      <RawJson result={result} />
    </>
  )
}

function RawJson({ result }: { readonly result: JobResult }) {
  const json = useMemo(() => JSON.stringify(result, null, 2), [result])
  return (
    <Panel
      title="Raw JSON"
      actions={
        <>
          <CopyButton label="Copy JSON" size="small" text={json} />
          <DownloadButton
            label="Download JSON"
            size="small"
            fileName={`job-${result.job_uuid}.json`}
            content={() => json}
          />
        </>
      }
    >
      <RawText label="Raw JSON" text={json} />
    </Panel>
  )
}
