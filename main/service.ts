import { createAccount } from './account/account'
import { createBackends } from './backends/backends'
import { loadLab } from './backends/devices/lab-profile'
import { parseText, writeText } from './circuits/qasm/import-export'
import type { Config } from './config/config'
import { createLabEvents } from './events/lab-events'
import { createHealth } from './health'
import { accountRoutes } from './http/routes/account'
import { createApp } from './http/app'
import { backendRoutes } from './http/backends'
import { circuitRoutes } from './http/circuits'
import { driftRoutes } from './http/drift'
import { eventStreams } from './http/events/websockets'
import { faultRoutes } from './http/faults'
import { jobFeed, labFeed } from './http/events/feeds'
import { healthRoutes } from './http/health'
import { jobRoutes } from './http/jobs'
import { RATE_LIMITS } from './http/limit'
import { listen } from './http/server/listen'
import { moduleRoutes } from './http/modules'
import type { RawRequest } from './http/request/raw-request'
import { runRoutes } from './http/routes/runs'
import { sessionRoutes } from './http/routes/session'
import { studyRoutes } from './http/routes/studies'
import { calibratedEngine } from './jobs/calibrated'
import { idealEngine } from './jobs/engines'
import { executorsOf } from './jobs/executors'
import { createJobs } from './jobs/jobs'
import { mockExecutor, simulatedDevice } from './jobs/simulated'
import { deviceTranspiler } from './jobs/transpiler'
import { createLog } from './log/log'
import { createDrifts } from './modules/drift/history'
import { createFaults } from './modules/faults'
import { createModules } from './modules/modules'
import { createDriftWatch } from './modules/drift/watch'
import { runEngines, versionsOf } from './runs/sampling/engines'
import { createRuns } from './runs/runs'
import { chooseSimulator } from './simulation/engines'
import { defaultNativeDirs } from './simulation/native'
import { publishEndpoint } from './store/endpoint'
import { openStore } from './store/store'
import { createStudies } from './studies/studies'
import { type ServiceTasks, type ThreadData, tasksWith } from './tasks'
import { createOffload, threadScript } from './worker/offload'
import type { Runner } from './worker/runner'

export interface Service {
  /** `http://127.0.0.1:7513` */
  readonly url: string
  /** A fresh link that signs one browser in, once. */
  signInUrl(): string
  /** Lets running calls finish for a moment, sets the work in hand aside for the next start, closes the store. */
  stop(): Promise<void>
}

/** How long running calls may take to finish when the service stops. */
const GRACE_MS = 2_000

interface Surrounding {
  /** Program of the worker threads; null: everything is done on the main thread, as when run from sources. */
  readonly thread?: string | null
}

/** Longest reading of one body; megabytes of OpenQASM take ten seconds, and more where others compute. */
const READ_MS = 180_000
/** Longest step of one job on its thread: transpiling a million instructions takes minutes. */
const WORK_MS = 600_000
/** Never reached by the queue's own concurrency; fetching results takes turns with it. */
const MOST_WORK = 1_000
/** Threads for a run, a study, and what is waited for meanwhile: predictions, proofs, decodings. */
const COMPUTING = 3
/** They stay this long with nothing to do: whoever reads an answer comes back, and a thread that is warm selects several times sooner. */
const WARM_MS = 600_000

/** The one place where the parts of the service meet; both hosts start it. Throws AppError for what the user can put right. */
export async function startService(config: Config, { thread = threadScript() }: Surrounding = {}): Promise<Service> {
  const log = createLog(config.log_level)
  const started_at = new Date()
  const now = Date.now
  const { version, segment } = config
  const lab = loadLab(config.lab, config.devices)
  const { simulator, stabilizer, trajectories, detail } = chooseSimulator({ log: line => log.warn(line) })
  const undo = undoStack()
  try {
    const store = openStore({ dataDir: config.data, binding: config.sqlite_binding, notice: line => log.warn(line) })
    undo.push(() => store.close())
    const samplers = runEngines({ simulator, trajectories })
    const tasks = tasksWith(() => samplers)
    const data: ThreadData = { native_dirs: defaultNativeDirs(), versions: versionsOf(samplers) }
    const reading = createOffload(tasks, { script: thread, data, limit_ms: READ_MS })
    const working = createOffload(tasks, { script: thread, data, limit_ms: WORK_MS, most_waiting: MOST_WORK })
    const computing = createOffload(tasks, {
      script: thread,
      data,
      limit_ms: null,
      threads: COMPUTING,
      idle_ms: WARM_MS,
    })
    undo.push(reading.close)
    undo.push(working.close)
    undo.push(computing.close)
    const account = createAccount({ store, now, may_purchase: lab.simulated_device })
    const news = createLabEvents(now)
    const backends = createBackends({
      store,
      lab,
      now,
      max_simulated_qubits: stabilizer.max_qubits,
      max_state_vector_qubits: {
        float64: simulator.max_qubits,
        float32: simulator.max_qubits_float32 ?? simulator.max_qubits,
      },
      queueLength: backend_id => jobs.queueLength(backend_id),
      notice: line => log.warn(line),
      imported: snapshot => watch.imported(snapshot),
    })
    const modules = createModules({ backends, now, computing })
    const drifts = createDrifts({ backends, modules })
    const watch = createDriftWatch({ drifts, backendsOf: backends.idsOf, publish: news.publish, log })
    undo.push(watch.stop)
    const engines = {
      ideal: idealEngine({ simulator, stabilizer }, working),
      noisy: calibratedEngine({ stabilizer, trajectories }, backends.device, working),
      transpiler: deviceTranspiler(backends.device, working),
    }
    const executors = executorsOf({
      mock: mockExecutor(engines),
      simulated_device: lab.simulated_device ? simulatedDevice(engines) : null,
    })
    const jobs = createJobs({ store, ledger: account.ledger, backends, executors, log, now, heavy: working })
    undo.push(jobs.stop)
    const shared = { store, modules, backends, engines: samplers, computing, log, now }
    const runs = createRuns({ ...shared, version, publish: news.run })
    undo.push(runs.stop)
    const studies = createStudies({ ...shared, publish: news.study })
    undo.push(studies.stop)
    const health = createHealth({
      config,
      store,
      started_at,
      lab: lab.name,
      engine: { kind: simulator.kind, detail },
      running: () => ({ jobs: jobs.running(), runs: runs.running() }),
      backends: () => backends.list(),
    })
    undo.push(health.stop)

    const large = largeBodies(reading)
    const link = () => {
      const { token, expires_at } = account.sessions.issueToken()
      return { url: `${server.url}/sign-in?token=${token}`, expires_at: new Date(expires_at).toISOString() }
    }
    const app = createApp({
      handlers: [
        ...healthRoutes(health.read),
        ...sessionRoutes(account, link),
        ...accountRoutes(account),
        ...backendRoutes(backends),
        ...moduleRoutes(modules),
        ...faultRoutes(createFaults(modules, computing)),
        ...driftRoutes(drifts),
        ...circuitRoutes({ parse: parseText, write: writeText, large: large.circuits }),
        ...jobRoutes(jobs, large.submission),
        ...runRoutes(runs),
        ...studyRoutes(studies),
      ],
      account,
      segment,
      version,
      log,
      rate_limits: RATE_LIMITS,
      interface_dir: config.interface_dir,
      check_replies: config.check_replies ?? false,
      read_large: large.request,
    })
    const feeds = [jobFeed(jobs.events), labFeed(news)]
    const server = await listen(app, config.port, eventStreams({ feeds, account, segment, log }))
    undo.push(() => server.close(GRACE_MS))
    const endpoint = { url: server.url, pid: process.pid, started_at: started_at.toISOString(), version, segment }
    undo.push(publishEndpoint(config.data, endpoint, account.local_token))
    await jobs.resume()
    await runs.resume()
    await studies.resume()
    return { url: server.url, signInUrl: () => link().url, stop: undo.run }
  } catch (error) {
    await undo.run()
    throw error
  }
}

/** Bodies that are read on a thread, which takes their bytes over. */
function largeBodies(runner: Runner<ServiceTasks>) {
  const run =
    <Name extends 'request' | 'submission' | 'parseCircuit' | 'exportCircuit'>(name: Name) =>
    (raw: RawRequest, signal: AbortSignal) =>
      runner.run(name, raw, { size: raw.bytes.length, signal, transfer: [raw.bytes.buffer as ArrayBuffer] })
  return {
    request: run('request'),
    submission: run('submission'),
    circuits: { parse: run('parseCircuit'), write: run('exportCircuit') },
  }
}

/** What has been started, stopped in the opposite order, once; a part that fails to stop does not keep the others up. */
function undoStack() {
  const steps: (() => void | Promise<void>)[] = []
  const run = async (): Promise<void> => {
    const failures: unknown[] = []
    for (const step of steps.splice(0).reverse()) {
      try {
        await step()
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  return { push: (step: () => void | Promise<void>) => void steps.push(step), run }
}
