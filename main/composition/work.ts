/** Work that users submit: circuit jobs, runs and studies, and the record of what is running. */
import type { Run } from '../contract/runs/run'
import { createExecutors } from '../jobs/execution/executors'
import { createJobs, type Jobs } from '../jobs/jobs'
import { createRuns, type Runs } from '../runs/runs'
import { createStudies, type Studies } from '../studies/studies'
import { type ActivityRecorder, createActivity } from './activity'
import type { LabCatalogue } from './catalogue'
import type { Foundation } from './foundation'
import type { Machine } from './machine'

export interface WorkQueues {
  readonly jobs: Jobs
  readonly runs: Runs
  readonly studies: Studies
  readonly activity: ActivityRecorder
}

export function openWork(foundation: Foundation, catalogue: LabCatalogue, { devices, records }: Machine): WorkQueues {
  const { config, store, engines, pools, account, log, now, shutdown } = foundation
  const { backends, modules, labEvents } = catalogue
  const { ledger } = account
  const jobs = openJobs(foundation, catalogue, devices)
  const activity = createActivity(jobs.running)
  records.alarms.onChange(activity.alarm)
  const shared = { store, modules, backends, engines, computing: pools.computing, log, now }
  const runs = createRuns({
    ...shared,
    version: config.version,
    deviceOf: devices.deviceOf,
    pricing: { ledger, priceOf: backend_id => backends.get(backend_id).token_price_per_shot },
    publish(run: Run) {
      labEvents.run(run)
      activity.run(run)
    },
  })
  shutdown.add(runs.stop)
  const studies = createStudies({ ...shared, publish: labEvents.study })
  shutdown.add(studies.stop)
  return { jobs, runs, studies, activity }
}

function openJobs(
  { store, simulators, pools, account, log, now, shutdown }: Foundation,
  { backends }: LabCatalogue,
  devices: Machine['devices'],
): Jobs {
  const threads = { background: pools.working, interactive: pools.reading }
  const executors = createExecutors({ engines: simulators, deviceOf: backends.device, devices, ...threads })
  const jobs = createJobs({ store, ledger: account.ledger, backends, executors, log, now, ...threads })
  backends.showQueueLengths(jobs.queueLength)
  shutdown.add(jobs.stop)
  return jobs
}
