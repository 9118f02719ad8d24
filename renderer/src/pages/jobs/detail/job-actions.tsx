/** What can be done with a job: clone it, and abort or delete it. */
import { Button } from '@blueprintjs/core'
import { Duplicate, Stop, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Confirm } from '../../../components/controls/confirm'
import { ProblemMessage } from '../../../components/messages/answer'
import { isTerminal, shortId } from '../../../draw/format/job-and-run-text'
import { lossOf } from './job-text'

interface Props {
  readonly job: JobDetail
  readonly changed: () => void
  readonly deleted: () => void
}

export function JobActions({ job, changed, deleted }: Props) {
  const [, navigate] = useLocation()
  return (
    <>
      <Button icon={<Duplicate />} text="Clone" onClick={() => navigate(`/circuits?job=${job.job_uuid}`)} />
      {isTerminal(job) ? <DeleteButton job={job} deleted={deleted} /> : <AbortButton job={job} changed={changed} />}
    </>
  )
}

function AbortButton({ job, changed }: Pick<Props, 'job' | 'changed'>) {
  const { call } = useApi()
  const [asked, setAsked] = useState(false)
  const abort = useAction(() => call(routes.abortJob, { params: { job_uuid: job.job_uuid } }).finally(changed))
  const confirm = async () => {
    await abort.run()
    setAsked(false)
  }
  const press = () => (lossOf(job, Date.now()) === null ? void abort.run() : setAsked(true))
  return (
    <>
      {abort.error && <ProblemMessage problem={abort.error} />}
      <ActionButton intent="danger" icon={<Stop />} text="Abort" loading={abort.running} onClick={press} />
      <Confirm
        isOpen={asked}
        title={`Abort job ${shortId(job.job_uuid)}?`}
        verb="Abort the job"
        running={abort.running}
        cancel={() => setAsked(false)}
        confirm={() => void confirm()}
      >
        <p>{lossOf(job, Date.now())}</p>
      </Confirm>
    </>
  )
}

function DeleteButton({ job: { job_uuid }, deleted }: Pick<Props, 'job' | 'deleted'>) {
  const { call } = useApi()
  const [asked, setAsked] = useState(false)
  const remove = useAction(() => call(routes.deleteJob, { params: { job_uuid } }))
  const confirm = async () => {
    const done = await remove.run()
    setAsked(false)
    if (done) deleted()
  }
  return (
    <>
      {remove.error && <ProblemMessage problem={remove.error} />}
      <Button intent="danger" variant="outlined" icon={<Trash />} text="Delete" onClick={() => setAsked(true)} />
      <Confirm
        isOpen={asked}
        title={`Delete job ${shortId(job_uuid)}?`}
        verb="Delete"
        running={remove.running}
        cancel={() => setAsked(false)}
        confirm={() => void confirm()}
      >
        <p>The job and its results are removed for good. The ledger keeps what it cost.</p>
      </Confirm>
    </>
  )
}
