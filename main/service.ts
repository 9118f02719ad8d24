import { createAccount } from './account/account'
import { createSignInLinks } from './account/sign-in-links'
import { createBackends } from './backends/backends'
import { moduleReadout } from './circuit-templates/module-readout'
import { circuitTemplates, templateText } from './circuit-templates/templates'
import { type Activity, createActivity } from './composition/activity'
import { createHealth } from './composition/health'
import { openIssuing } from './composition/issuing'
import { circuitTexts, readLargeBodies } from './composition/large-bodies'
import { openChanges, openLab, openMachine } from './composition/machine'
import { openRandomBytes } from './composition/random-bytes'
import { createShutdown, type Shutdown } from './composition/shutdown'
import { openThreadPools } from './composition/thread-pools'
import type { Config } from './config/config'
import { isDiskFull } from './contract/model/disk-full'
import { AppError } from './contract/model/errors'
import { isoTime } from './contract/model/iso-time'
import { createKeyChanges } from './entropy/issuing/operator/key-changes'
import { createVerification } from './entropy/issuing/operator/verification'
import { createLabEvents } from './events/lab-events'
import { entropyChannel, instrumentFeed, jobFeed, labFeed } from './http/events/feeds'
import { beaconChannel } from './http/events/pulse-stream'
import { eventStreams } from './http/events/websockets'
import { RATE_LIMITS } from './http/request/caller'
import { accountHandlers } from './http/routes/account'
import { backendRoutes } from './http/routes/backends'
import { circuitRoutes, savedCircuitRoutes, templateRoutes } from './http/routes/circuits'
import { entropyHandlers } from './http/routes/entropy'
import { evidenceHandlers } from './http/routes/evidence'
import { instrumentHandlers } from './http/routes/instruments'
import { jobRoutes } from './http/routes/jobs'
import { labHandlers } from './http/routes/lab'
import { labRecordHandlers } from './http/routes/lab-records'
import { driftRoutes, faultRoutes, moduleRoutes } from './http/routes/modules'
import { runRoutes } from './http/routes/runs'
import { healthRoutes, sessionRoutes } from './http/routes/service'
import { studyRoutes } from './http/routes/studies'
import { createApp } from './http/server/app'
import { listen } from './http/server/listen'
import { createExecutors } from './jobs/execution/executors'
import { createJobs } from './jobs/jobs'
import { attachedTo } from './lab/view/attached'
import { createLog } from './log/log'
import { createDrifts } from './modules/drift/history'
import { createCurrentChanges } from './modules/drift/snapshot-changes'
import { createDriftWatch } from './modules/drift/watch'
import { createModules } from './modules/modules'
import { createRuns } from './runs/runs'
import { runEngines } from './runs/sampling/engines'
import { createSavedCircuits } from './saved-circuits/saved-circuits'
import { loadEngines, type SimulationEngines } from './simulation/engines'
import { publishEndpoint } from './store/endpoint'
import { openStore } from './store/store'
import { createStudies } from './studies/studies'

export interface Service {
  /** `http://127.0.0.1:7513` */
  readonly url: string
  /** A fresh link that signs one browser in, once. */
  signInUrl(): string
  /** What goes on, and what ends. */
  readonly activity: Activity
  /** Lets running calls finish for a moment, leaves running work to the next start, closes the store. */
  stop(): Promise<void>
}

/** How long running calls may take to finish when the service stops. */
const GRACE_MS = 2_000

interface Surrounding {
  /** Tests compute without threads, to compare. */
  readonly openPools?: typeof openThreadPools
}

/** The one place where the parts of the service meet; both hosts start it. Throws AppError for what the user can put right. */
export async function startService(
  config: Config,
  { openPools = openThreadPools }: Surrounding = {},
): Promise<Service> {
  const shutdown = createShutdown()
  try {
    return await start(config, openPools, shutdown)
  } catch (error) {
    await shutdown.run()
    if (isDiskFull(error) && !(error instanceof AppError)) throw diskFullAtStart(config.data)
    throw error
  }
}

async function start(config: Config, openPools: typeof openThreadPools, shutdown: Shutdown): Promise<Service> {
  const { version, segment } = config
  const [started_at, now] = [new Date(), Date.now]
  const log = createLog(config.log_level)
  const notice = (line: string): void => log.warn(line)
  const lab = openLab(config)
  const simulators = loadEngines({ log: notice })
  const { simulator, detail } = simulators

  const store = openStore({ dataDir: config.data, binding: config.sqlite_binding, notice })
  shutdown.add(() => store.close())
  const engines = runEngines(simulators)
  const pools = openPools(engines)
  shutdown.add(pools.close)
  const { reading, working, computing } = pools

  const changes = openChanges(lab, config, now)
  const account = createAccount({ store, now, may_purchase: lab.base.may_purchase })
  const labEvents = createLabEvents(now)
  const attached = attachedTo(changes)
  const backends = createBackends({ store, lab: attached, now, notice, ...sizesOf(simulators) })
  const modules = createModules({ backends, now, computing })
  const drifts = createDrifts({ backends, modules })
  const watch = createDriftWatch({ drifts, backendsOf: backends.idsOf, publish: labEvents.publish, log })
  backends.onSnapshot(watch.onSnapshot)
  shutdown.add(watch.stop)

  const machine = await openMachine({ lab, changes, data: config.data, store, backends, log, now })
  shutdown.add(machine.close)
  attached.follow(machine.instruments.registry)

  const executors = createExecutors({
    ...{ engines: simulators, deviceOf: backends.device, devices: machine.devices },
    ...{ background: working, interactive: reading },
  })
  const { ledger } = account
  const jobs = createJobs({
    ...{ store, ledger, backends, executors, log, now },
    background: working,
    interactive: reading,
  })
  backends.showQueueLengths(jobs.queueLength)
  shutdown.add(jobs.stop)
  const shared = { store, modules, backends, engines, computing, log, now }
  const priceOf = (backend_id: string) => backends.get(backend_id).token_price_per_shot
  const activity = createActivity(jobs.running)
  machine.records.alarms.onChange(activity.alarm)
  const told = {
    run(run: Parameters<typeof labEvents.run>[0]) {
      labEvents.run(run)
      activity.run(run)
    },
  }
  const { deviceOf } = machine.devices
  const runs = createRuns({ ...shared, version, publish: told.run, money: { ledger, priceOf }, deviceOf })
  shutdown.add(runs.stop)
  const studies = createStudies({ ...shared, publish: labEvents.study })
  shutdown.add(studies.stop)
  let address = ''
  const issuing = openIssuing({
    ...{ data: config.data, store, signing: pools.signing, log, now },
    keyring: config.keyring ?? null,
    address: () => config.public_url ?? address,
  })
  const { beacon } = issuing
  shutdown.add(beacon.stop)
  const supply = openRandomBytes({
    ...{ lab: () => changes.lab, data: config.data, store, account, jobs, computing, log, now },
    registry: machine.instruments.registry,
    receipts: issuing.book,
  })
  shutdown.add(supply.close)
  const keyChanges = createKeyChanges({ ...issuing, audit: supply.audit.add, now })
  const health = createHealth({
    ...{ config, store, started_at, lab: lab.base.name, engine: { kind: simulator.kind, detail } },
    running: () => ({ jobs: jobs.running(), runs: runs.running() }),
    backends: () => backends.list(),
  })
  shutdown.add(health.stop)

  const signInLinks = createSignInLinks(account.sessions)
  const large = readLargeBodies(reading, now)
  const app = createApp({
    handlers: [
      ...healthRoutes(health.read),
      ...sessionRoutes(account, signInLinks.create),
      ...accountHandlers(account),
      ...backendRoutes(backends, createCurrentChanges({ backends, drifts }), large.calibration),
      ...moduleRoutes(modules),
      ...faultRoutes(modules),
      ...driftRoutes(drifts),
      ...circuitRoutes(circuitTexts(reading, large)),
      ...templateRoutes({
        list: circuitTemplates,
        text: templateText,
        readout: async (backend_id, logical_id, logical, owner) =>
          moduleReadout((await modules.resolve(backend_id, logical_id, owner)).module, logical),
      }),
      ...savedCircuitRoutes(createSavedCircuits({ store, now })),
      ...jobRoutes(jobs, large.submission),
      ...runRoutes(runs),
      ...studyRoutes(studies),
      ...instrumentHandlers(machine.instruments),
      ...labHandlers(machine.instruments),
      ...labRecordHandlers(machine.kept),
      ...entropyHandlers(supply),
      ...evidenceHandlers({ ...issuing, keyChanges, verify: createVerification({ ...issuing, runner: reading }) }),
    ],
    ...{ account, segment, version, log, rate_limits: RATE_LIMITS, interface_dir: config.interface_dir },
    check_replies: config.check_replies ?? false,
    read_large: large.request,
    describe: input => reading.run('openApi', input),
  })
  const feeds = [jobFeed(jobs.events), labFeed(labEvents), instrumentFeed(machine.events)]
  const channels = [
    entropyChannel(supply.draws, error => log.error({ err: error }, 'a bug ended a stream')),
    beaconChannel(beacon),
  ]
  const server = await listen(app, config.port, eventStreams({ feeds, channels, account, segment, log }))
  shutdown.add(() => server.close(GRACE_MS))
  shutdown.add(jobs.answerWaiting)
  const { url } = server
  address = url
  signInLinks.setAddress(url)
  const endpoint = { url, pid: process.pid, started_at: isoTime(started_at.getTime()), version, segment }
  shutdown.add(publishEndpoint(config.data, endpoint, account.local_token))
  for (const service of [jobs, runs, studies]) await service.resume()
  machine.start()
  beacon.start()
  return { url, signInUrl: () => signInLinks.create().url, activity, stop: shutdown.run }
}

/** Most qubits that the simulators hold on this machine. */
const sizesOf = ({ simulator, stabilizer }: Pick<SimulationEngines, 'simulator' | 'stabilizer'>) => ({
  max_simulated_qubits: stabilizer.max_qubits,
  max_state_vector_qubits: {
    float64: simulator.max_qubits,
    float32: simulator.max_qubits_float32 ?? simulator.max_qubits,
  },
})

const diskFullAtStart = (folder: string): AppError =>
  new AppError('storage_full', `The disk of the data folder ${folder} is full; free space there, then start again.`, {
    folder,
  })
