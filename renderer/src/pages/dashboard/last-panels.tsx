/** The newest runs with their gain, and the newest jobs with their runtime. */
import { Chart, DataConnection } from '@blueprintjs/icons'
import { Link } from 'wouter'
import type { JobSummary } from '../../../../main/contract/jobs/circuit-job'
import { utc } from '../../../../main/contract/model/iso-time'
import { RATIO } from '../../../../main/contract/numbers/interval-text'
import type { Run } from '../../../../main/contract/runs/run'
import type { Fetched } from '../../api/use-fetch'
import { Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { EstimateText } from '../../components/values/key-figure'
import { ModeTag, SimulatedTag, StatusTag } from '../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../draw/format/job-and-run-text'
import { age, duration } from '../../draw/format/time'
import { addressOfRun, gainFigure } from '../../draw/runs/run-text'
import { survivalShortText } from '../../draw/runs/survival-text'

interface List<T> {
  readonly items: readonly T[]
}

const VERDICTS = { gain: 'encoding helps', no_gain: 'encoding loses', inconclusive: 'inconclusive' } as const

export const LastRuns = ({ runs }: { readonly runs: Fetched<List<Run>> }) => (
  <Panel
    title="Last runs"
    tags={runs.data?.items.some(run => run.simulated) && <SimulatedTag />}
    actions={<Link href="/runs">All runs</Link>}
  >
    <Answer of={runs} what="the runs">
      {({ items }) => (items.length === 0 ? <NoRuns /> : <RunTable runs={items} />)}
    </Answer>
  </Panel>
)

const NoRuns = () => (
  <Empty title="No runs yet" icon={<Chart />}>
    Resolve a logical qubit on <Link href="/modules">Modules</Link>, then start a run from{' '}
    <Link href="/runs">Runs</Link>.
  </Empty>
)

const RUN_COLUMNS = ['Run', 'Module', 'Status', 'Gain against best', 'Survival against best']

const RunTable = ({ runs }: { readonly runs: readonly Run[] }) => (
  <ScrollRegion label="Last runs, table">
    <HeadedTable columns={RUN_COLUMNS}>
      {runs.map(run => (
        <tr key={run.run_id}>
          <td>
            <Link
              href={addressOfRun(run)}
              className="dashboard-name"
              title={[run.name, run.run_id, `created ${utc(run.created_at)}`].filter(Boolean).join(', ')}
            >
              {run.name ?? shortId(run.run_id)}
            </Link>
            <span className="pentad-quiet">{age(run.created_at, Date.now())}</span>
          </td>
          <td title={run.backend_id}>{run.logical_id}</td>
          <td>
            <StatusTag status={run.status} live={run.status === 'PENDING' || run.status === 'PROCESSING'} />
          </td>
          <td>{run.summary ? <RunGain gain={run.summary.gain_best} /> : <span className="pentad-quiet">—</span>}</td>
          <td title={run.summary?.survival_verdict?.text}>{survivalShortText(run.summary?.survival_verdict)}</td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

const RunGain = ({ gain }: { readonly gain: NonNullable<Run['summary']>['gain_best'] }) => (
  <>
    {gain.estimate.value === null ? gainFigure(gain) : <EstimateText figure={gain.estimate} unit={RATIO} />}
    <br />
    <span className="pentad-quiet">{VERDICTS[gain.verdict]}</span>
  </>
)

export const LastJobs = ({ jobs }: { readonly jobs: Fetched<List<JobSummary>> }) => (
  <Panel title="Last jobs" actions={<Link href="/jobs">All jobs</Link>}>
    <Answer of={jobs} what="the jobs">
      {({ items }) => (items.length === 0 ? <NoJobs /> : <JobTable jobs={items} />)}
    </Answer>
  </Panel>
)

const NoJobs = () => (
  <Empty title="No jobs yet" icon={<DataConnection />}>
    Submit a circuit with the form on this page.
  </Empty>
)

const JOB_COLUMNS = ['Job', 'Backend', 'Status', 'Runtime', 'Mode']

const JobTable = ({ jobs }: { readonly jobs: readonly JobSummary[] }) => (
  <ScrollRegion label="Last jobs, table">
    <HeadedTable columns={JOB_COLUMNS} numeric={['Runtime']}>
      {jobs.map(job => (
        <tr key={job.job_uuid}>
          <td>
            <Link href={`/jobs/${job.job_uuid}`} title={job.job_uuid} className="pentad-mono">
              {shortId(job.job_uuid)}
            </Link>
          </td>
          <td>{job.backend}</td>
          <td>
            <StatusTag status={job.status} live={!isTerminal(job)} />
          </td>
          <td className="pentad-number">{duration(job.runtime_ms)}</td>
          <td className="pentad-tags">
            <ModeTag mode={job.mode} /> {job.simulated && <SimulatedTag />}
          </td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)
