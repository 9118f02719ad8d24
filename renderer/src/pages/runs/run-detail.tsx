/** One run: its progress while it is executed, then its results. */
import { Button } from '@blueprintjs/core'
import { Repeat, Stop } from '@blueprintjs/icons'
import { Link, useLocation } from 'wouter'
import { modeOf } from '../../../../main/contract/backends/catalogue'
import { routes } from '../../../../main/contract/routes'
import { isWholeRecord } from '../../../../main/contract/runs/record'
import type { Run } from '../../../../main/contract/runs/run'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { useFetched } from '../../api/use-fetch'
import { ActionButton } from '../../components/controls/action-button'
import { Stepper } from '../../components/controls/stepper'
import { PageLayout } from '../../components/layout/page'
import { type PageSection, SectionList } from '../../components/layout/section-list'
import { Answer, Empty, ProblemMessage } from '../../components/messages/answer'
import { SimulatedTag, StatusTag } from '../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../draw/format/job-and-run-text'
import { experimentSteps } from '../../draw/runs/experiment-steps'
import { InstrumentPanels, InstrumentRoles } from './instruments/instrument-panels'
import { PartialData } from './instruments/partial-data'
import { ReplayButton, ReplayVerdict } from './replay'
import { ComparisonPanels } from './results/comparison'
import { RequestPanel } from './results/request-panel'
import { RunVerdict } from './results/verdict'
import { RunProgress } from './run-progress'
import { useProgress, useRun } from './use-run'

export function RunDetail({ run_id }: { readonly run_id: string }) {
  const { run, unknown, live } = useRun(run_id)
  const known = run.data
  return (
    <PageLayout
      title={known?.name ?? `Run ${shortId(run_id)}`}
      about={<Link href="/runs">All runs</Link>}
      tags={known && <Tags run={known} />}
      actions={known && <Actions run={known} changed={run.reload} />}
      steps={known && <Steps run={known} />}
    >
      {unknown ? (
        <Empty title="No such run">The newest 500 runs do not include {run_id}.</Empty>
      ) : (
        <Answer of={run} what="the run">
          {found => (
            <>
              <ReplayVerdict run={found} />
              {found.status === 'COMPLETED' ? <Completed run={found} /> : <WithoutRecord run={found} live={live} />}
            </>
          )}
        </Answer>
      )}
    </PageLayout>
  )
}

/** Progress of a run; on a device, beside it what each instrument does. */
const Going = ({ run, live }: { readonly run: Run; readonly live: boolean }) =>
  modeOf(run.backend_id) === 'live' ? (
    <div className="runs-going">
      <RunProgress run={run} live={live} />
      <InstrumentRoles work={run.run_id} />
    </div>
  ) : (
    <RunProgress run={run} live={live} />
  )

function Steps({ run: answered }: { readonly run: Run }) {
  const run = useProgress(answered)
  const { backend_id, logical_id } = run
  return (
    <Stepper
      steps={experimentSteps({ backend_id, logical_id, run }, Date.now())}
      current={run.summary ? 'verdict' : 'run'}
    />
  )
}

/** Detail of a run that is executing, or that ended without a record. */
function WithoutRecord({ run, live }: { readonly run: Run; readonly live: boolean }) {
  const onDevice = modeOf(run.backend_id) === 'live'
  const going = !isTerminal(run)
  const sections: PageSection[] = [
    going
      ? { id: 'progress', title: 'Progress', content: <Going run={run} live={live} /> }
      : { id: 'verdict', title: 'Outcome', content: <RunVerdict run={run} /> },
    ...(run.partial_record ? [{ id: 'partial', title: 'Measured before', content: <PartialData run={run} /> }] : []),
    ...(onDevice ? [{ id: 'machine', title: 'Readings and log', content: <InstrumentPanels run={run} /> }] : []),
    { id: 'request', title: 'Request', content: <RequestPanel run={run} /> },
  ]
  return <SectionList label="Sections of the run" sections={sections} />
}

function Completed({ run }: { readonly run: Run }) {
  const { run_id, backend_id, logical_id } = run
  const record = useFetched(routes.getRunRecord, { params: { run_id, backend_id, logical_id } })
  if (record.data && isWholeRecord(record.data)) return <ComparisonPanels record={record.data} run={run} />
  return (
    <>
      <RunVerdict run={run} />
      <Answer of={record} what="the run record">
        {() => null}
      </Answer>
    </>
  )
}

const Tags = ({ run }: { readonly run: Run }) => (
  <>
    <StatusTag status={run.status} live={!isTerminal(run)} />
    {run.simulated && <SimulatedTag />}
  </>
)

function Actions({ run, changed }: { readonly run: Run; readonly changed: () => void }) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const { run_id, backend_id, logical_id } = run
  const abort = useAction(async () => {
    await call(routes.abortRun, { params: { run_id, backend_id, logical_id } })
    changed()
  })
  if (isTerminal(run)) {
    const again = `/runs/new?backend=${backend_id}&module=${logical_id}&like=${run_id}`
    return (
      <>
        {run.status === 'COMPLETED' && modeOf(run.backend_id) === 'mock' && <ReplayButton run={run} />}
        <Button icon={<Repeat />} text="Set up one like it" onClick={() => navigate(again)} />
      </>
    )
  }
  return (
    <>
      <ActionButton
        intent="danger"
        icon={<Stop />}
        text="Abort"
        loading={abort.running}
        onClick={() => void abort.run()}
      />
      {abort.error && <ProblemMessage problem={abort.error} />}
    </>
  )
}
