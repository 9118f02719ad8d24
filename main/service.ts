import { createAccount } from './account/account'
import { createBackends } from './backends/backends'
import { loadLab } from './backends/lab'
import { parseText, writeText } from './circuits/texts'
import type { Config } from './config/config'
import { createHealth } from './health'
import { accountRoutes } from './http/account'
import { createApp } from './http/app'
import { backendRoutes } from './http/backends'
import { circuitRoutes } from './http/circuits'
import { eventStreams } from './http/events'
import { healthRoutes } from './http/health'
import { jobRoutes } from './http/jobs'
import { RATE_LIMITS } from './http/limit'
import { listen } from './http/listen'
import { moduleRoutes } from './http/modules'
import { runRoutes } from './http/runs'
import { sessionRoutes } from './http/session'
import { calibratedEngine, idealEngine } from './jobs/engines'
import { executorsOf } from './jobs/executors'
import { createJobs } from './jobs/jobs'
import { mockExecutor, simulatedDevice } from './jobs/simulated'
import { deviceTranspiler } from './jobs/transpiler'
import { createLog } from './log/log'
import { createModules } from './modules/modules'
import { createRuns } from './runs/runs'
import { chooseSimulator } from './simulation/engine'
import { publishEndpoint } from './store/endpoint'
import { openStore } from './store/store'

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

/** The one place where the parts of the service meet; both hosts start it. Throws AppError for what the user can put right. */
export async function startService(config: Config): Promise<Service> {
  const log = createLog(config.log_level)
  const started_at = new Date()
  const now = Date.now
  const { version, segment } = config
  const lab = loadLab(config.lab, config.devices)
  const { simulator, stabilizer, detail } = chooseSimulator({ log: line => log.warn(line) })
  const undo = undoStack()
  try {
    const store = openStore({ dataDir: config.data, binding: config.sqlite_binding })
    undo.push(() => store.close())
    const account = createAccount({ store, now, may_purchase: lab.simulated_device })
    const backends = createBackends({
      store,
      lab,
      now,
      max_simulated_qubits: stabilizer.max_qubits,
      queueLength: backend_id => jobs.queueLength(backend_id),
      notice: line => log.warn(line),
    })
    const modules = createModules({ backends, now })
    const engines = {
      ideal: idealEngine({ simulator, stabilizer }),
      noisy: calibratedEngine(stabilizer, backends.device),
      transpiler: deviceTranspiler(backends.device),
    }
    const executors = executorsOf({
      mock: mockExecutor(engines),
      simulated_device: lab.simulated_device ? simulatedDevice(engines) : null,
    })
    const jobs = createJobs({ store, ledger: account.ledger, backends, executors, log, now })
    undo.push(jobs.stop)
    const runs = createRuns({ store, modules, backends, simulator, log, now, version })
    undo.push(runs.stop)
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
        ...circuitRoutes({ parse: parseText, write: writeText }),
        ...jobRoutes(jobs),
        ...runRoutes(runs),
      ],
      account,
      segment,
      version,
      log,
      rate_limits: RATE_LIMITS,
      interface_dir: config.interface_dir,
      check_replies: config.check_replies ?? false,
    })
    const server = await listen(app, config.port, eventStreams({ events: jobs.events, account, segment, log }))
    undo.push(() => server.close(GRACE_MS))
    const endpoint = { url: server.url, pid: process.pid, started_at: started_at.toISOString(), version, segment }
    undo.push(publishEndpoint(config.data, endpoint, account.local_token))
    await jobs.resume()
    runs.resume()
    return { url: server.url, signInUrl: () => link().url, stop: undo.run }
  } catch (error) {
    await undo.run()
    throw error
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
