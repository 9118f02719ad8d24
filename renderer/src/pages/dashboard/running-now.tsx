import { ProgressBar } from '@blueprintjs/core'
import { Link } from 'wouter'
import type { JobSummary } from '../../../../main/contract/jobs/circuit-job'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Run } from '../../../../main/contract/runs/run'
import type { Health } from '../../../../main/contract/service/health'
import { useServiceStatus } from '../../api/use-health'
import { Panel } from '../../components/layout/page'
import { KeyFigure, KeyFigureList } from '../../components/values/key-figure'
import { SimulatedTag, StatusTag } from '../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../draw/format/job-and-run-text'
import { count, percent } from '../../draw/format/quantity'
import { duration } from '../../draw/format/time'
import { addressOfRun } from '../../draw/runs/run-text'

interface RunningNowProps {
  readonly health: Health
  readonly jobs: readonly JobSummary[]
  readonly runs: readonly Run[]
}

/** Limit of the event loop's delay while a simulation runs. */
const DELAY_LIMIT_MS = 20

const SERVICE_STATUS = {
  ok: { value: 'OK', intent: 'ok' },
  degraded: { value: 'Degraded', intent: 'warn' },
  offline: { value: 'Offline', intent: 'bad' },
} as const

export function RunningNow({ health, jobs, runs }: RunningNowProps) {
  const status = useServiceStatus()
  const openRuns = runs.filter(run => run.status === 'PENDING' || run.status === 'PROCESSING')
  const openJobs = jobs.filter(job => !isTerminal(job))
  const delay = health.event_loop_delay_ms.p99
  return (
    <Panel title="Running now" className="pentad-running">
      <KeyFigureList>
        <KeyFigure label="Runs" value={count(health.running.runs)} />
        <KeyFigure label="Jobs" value={count(health.running.jobs)} />
        <KeyFigure
          label="Service"
          {...SERVICE_STATUS[status]}
          note={status === 'offline' ? 'does not answer' : `up ${duration(Date.now() - Date.parse(health.started_at))}`}
        />
        <KeyFigure
          label="Engine"
          value={health.engine.kind === 'native' ? 'Native' : 'Reference'}
          intent={health.engine.kind === 'native' ? 'ok' : 'warn'}
          note={health.engine.detail}
        />
        <KeyFigure
          label="Event loop delay, 99th percentile"
          value={`${significant(delay)} ms`}
          intent={delay < DELAY_LIMIT_MS ? 'ok' : 'warn'}
          note={`median ${significant(health.event_loop_delay_ms.p50)} ms`}
        />
      </KeyFigureList>
      {openRuns.length + openJobs.length === 0 ? (
        <p className="pentad-quiet">Nothing is running.</p>
      ) : (
        <ul className="pentad-open">
          {openRuns.map(run => (
            <OpenRun key={run.run_id} run={run} />
          ))}
          {openJobs.map(job => (
            <OpenJob key={job.job_uuid} job={job} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const OpenRun = ({ run }: { readonly run: Run }) => (
  <li>
    <Link href={addressOfRun(run)}>Run {run.name ?? shortId(run.run_id)}</Link>
    <span>{run.chiplet}</span>
    <StatusTag status={run.status} live />
    <ProgressBar
      value={run.progress.fraction}
      intent="primary"
      stripes={false}
      aria-label={`Progress of run ${run.name ?? shortId(run.run_id)}`}
    />
    <span>{percent(run.progress.fraction)}</span>
    <span className="pentad-quiet">{run.progress.stage}</span>
    {run.simulated && <SimulatedTag />}
  </li>
)

const OpenJob = ({ job }: { readonly job: JobSummary }) => (
  <li>
    <Link href={`/jobs/${job.job_uuid}`}>Job {shortId(job.job_uuid)}</Link>
    <span>{job.backend}</span>
    <StatusTag status={job.status} live />
    <span className="pentad-quiet">{count(job.shots)} shots</span>
    {job.simulated && <SimulatedTag />}
  </li>
)
