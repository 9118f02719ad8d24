/**
 * The service to be loaded, in a process of its own: the whole of submit, execution and HTTP on a store on disk, with the
 * sequencer twins of the demo lab behind its live backends and without limits of rate and queue. Says where it listens and
 * with which keys; when it is requested to stop, how long its event loop was held and what it used.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createAccount } from '../../../main/account/account'
import { createBackends } from '../../../main/backends/backends'
import { openChanges, openLab, openMachine } from '../../../main/composition/machine'
import { documentOf } from '../../../main/http/openapi/document'
import { readRequest } from '../../../main/http/request/raw-request'
import { accountHandlers } from '../../../main/http/routes/account'
import { jobHandlers } from '../../../main/http/routes/jobs'
import { createApp } from '../../../main/http/server/app'
import { listen } from '../../../main/http/server/listen'
import { createExecutors } from '../../../main/jobs/execution/executors'
import { createJobs } from '../../../main/jobs/jobs'
import { attachedTo } from '../../../main/lab/view/attached'
import { createLog } from '../../../main/log/log'
import { loadEngines } from '../../../main/simulation/engines'
import { openStore } from '../../../main/store/store'

export interface Started {
  readonly url: string
  readonly secrets: string[]
}
export interface Used {
  /** Milliseconds that the event loop was late, of the time between started and stopped. */
  readonly delay_p99: number
  readonly executed: number
  /** Milliseconds of all threads. */
  readonly cpu: number
}

const KEYS = 4

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'pentad-submit-'))
  const store = openStore({ dataDir: data })
  const [now, log] = [Date.now, createLog('silent')]
  const account = createAccount({ store, now })
  account.ledger.purchase('compute_token', 1e15)
  const engines = loadEngines()
  const resources = join(process.cwd(), 'resources')
  const config = { lab: join(resources, 'labs/demo.json'), devices: [], data, resources }
  const lab = openLab(config)
  const changes = openChanges(lab, config, now)
  const max_simulated_qubits = engines.simulator.max_qubits
  const backends = createBackends({ store, lab: attachedTo(changes), now, max_simulated_qubits })
  const machine = await openMachine({ lab, changes, data, store, backends, log, now })
  machine.start()
  const { devices } = machine
  const executors = createExecutors({ engines, deviceOf: backends.device, devices })
  const jobs = createJobs({ store, ledger: account.ledger, backends, executors, log, now, queue_limit: 1e9 })
  const app = createApp({
    handlers: [...accountHandlers(account), ...jobHandlers(jobs)],
    account,
    segment: 'svc',
    version: '0.0.0-bench',
    log,
    explain: store.space.explain,
    rate_limits: { per_key: 1e9, per_session: 1e9 },
    interface_dir: null,
    read_large: async request => readRequest(request),
    describe: async input => Buffer.from(JSON.stringify(documentOf(input))),
    check_replies: false,
  })
  const server = await listen(app, 0)
  const secrets = Array.from(
    { length: KEYS },
    (_, at) => account.keys.create({ name: `k${at}`, roles: ['jobs'] }).secret,
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let since = process.cpuUsage()
  process.on('message', async said => {
    if (said === 'warm') {
      delay.reset()
      since = process.cpuUsage()
      return
    }
    const { user, system } = process.cpuUsage(since)
    const used = { delay_p99: delay.percentile(99) / 1e6, cpu: (user + system) / 1000 }
    await server.close(100)
    await jobs.stop()
    await machine.close()
    account.ledger.verify()
    const executed = store.db.prepare<[], number>(`SELECT count(*) FROM jobs WHERE status = 'COMPLETED'`).pluck().get()!
    store.close()
    rmSync(data, { recursive: true, force: true })
    process.send!({ ...used, executed } satisfies Used)
    process.disconnect()
  })
  process.send!({ url: server.url, secrets } satisfies Started)
}

await main()
